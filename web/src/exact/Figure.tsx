// An exact decimal with every digit, the last ones in a softer colour. Copying gives the full number.
import type { ClipboardEvent } from 'react';
import styles from './figure.module.css';
import { partsOf, plainOf } from './figures.ts';

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
  event.clipboardData.setData('text/plain', plainOf(selection.toString()));
  event.preventDefault();
}
