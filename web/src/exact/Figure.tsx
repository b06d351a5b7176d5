// An exact decimal: every digit, the tail in softer ink. Copying it gives all of it.
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

/** What is copied out of one figure is read alike everywhere: no grouping, a point before the fraction. */
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
