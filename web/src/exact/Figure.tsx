// An exact decimal with every digit, the last ones in a softer colour. Copying gives the full number.
import type { ClipboardEvent } from 'react';
import styles from './figure.module.css';
import { brief, partsOf, plainOf, written } from './figures.ts';

export function Figure({
  value,
  symbol,
  signed = false,
  className,
}: {
  readonly value: string;
  readonly symbol?: string | undefined;
  readonly signed?: boolean;
  readonly className?: string | undefined;
}) {
  const { sign, head, tail } = partsOf(value, { signed });
  return (
    <span className={`${styles.figure} ${className ?? ''}`} onCopy={copyPlain}>
      {sign}
      {head}
      {tail && <span className={styles.tail}>{tail}</span>}
      {symbol !== undefined && <span className={styles.symbol}> {symbol}</span>}
    </span>
  );
}

/** A rate with six significant digits; its title, and a copy of all that is shown, have every digit. */
export function Rate({
  value,
  symbol,
  className,
}: {
  readonly value: string;
  readonly symbol?: string | undefined;
  readonly className?: string | undefined;
}) {
  const [shown, all] = [brief(value, RATE_DIGITS), written(value)];
  const ending = symbol === undefined ? '' : ` ${symbol}`;
  const onCopy = (event: ClipboardEvent<HTMLElement>) => {
    const copied = `${window.getSelection() ?? ''}`.trim();
    if (copied === shown || copied === `${shown}${ending}`) copy(event, `${value}${copied.slice(shown.length)}`);
    else copyPlain(event);
  };
  return (
    <span className={className ?? styles.figure} {...(shown !== all && { title: `${all}${ending}` })} onCopy={onCopy}>
      {shown}
      {symbol !== undefined && <span className={styles.symbol}> {symbol}</span>}
    </span>
  );
}

const RATE_DIGITS = 6;

function copy(event: ClipboardEvent<HTMLElement>, text: string): void {
  event.clipboardData.setData('text/plain', text);
  event.preventDefault();
}

/** Copies plain digits without grouping and with a decimal point, in every language of the page. */
function copyPlain(event: ClipboardEvent<HTMLElement>): void {
  const selection = window.getSelection();
  const { anchorNode, focusNode } = selection ?? {};
  if (
    !selection ||
    !event.currentTarget.contains(anchorNode ?? null) ||
    !event.currentTarget.contains(focusNode ?? null)
  )
    return;
  copy(event, plainOf(selection.toString()));
}
