// The swap that was made: what was received, that it is as quoted, and where it is written.
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { subtractText } from '../../../exact/amount.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { written } from '../../../exact/figures.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import styles from '../swap.module.css';
import type { Order } from './order.ts';
import type { Filled, Press } from './press.ts';

export function Done({
  swap: { pressed, done: filled, ms },
  onSwapBack,
}: {
  readonly swap: Extract<Press, { kind: 'done' }>;
  onSwapBack(): void;
}) {
  const { order } = pressed;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isCopied, setCopied] = useState(false);
  // Where the button was, another thing is now: a key that is still held must not press it.
  useEffect(() => heading.current?.focus(), []);
  const path = `/tx/${filled.sequence}`;
  const copy = () => navigator.clipboard?.writeText(`${window.location.origin}${path}`).then(() => setCopied(true));
  return (
    <div className={styles.done}>
      <h2 ref={heading} tabIndex={-1} className={styles.name}>
        You received
      </h2>
      <p className={styles.received}>
        <Figure value={filled.amountB} symbol={order.receive.symbol} />
      </p>
      <Notice>
        {fillOf(order, filled)} Written as no.{' '}
        <span className={styles.price}>{filled.sequence.toLocaleString('en-US')}</span> in{' '}
        <span className={styles.price}>{ms.toLocaleString('en-US')}</span> ms.
      </Notice>
      <p className={styles.links}>
        <Link href={path}>Receipt</Link>
        <LinkButton onClick={copy}>{isCopied ? 'Copied' : 'Copy link'}</LinkButton>
        <LinkButton onClick={onSwapBack}>Swap back</LinkButton>
      </p>
    </div>
  );
}

/** The button's two figures beside the ledger's. */
function fillOf({ pay, receive, bound }: Order, filled: Pick<Filled, 'amountA' | 'amountB'>): string {
  const paid = subtractText(filled.amountA, pay.amount);
  const received = subtractText(filled.amountB, receive.amount);
  if (!/[1-9]/.test(paid) && !/[1-9]/.test(received)) return 'As quoted.';
  const [difference, symbol, limit] = /[1-9]/.test(received)
    ? [received, receive.symbol, received.startsWith('-') ? 'at least' : null]
    : [paid, pay.symbol, paid.startsWith('-') ? null : 'at most'];
  const words = `${written(difference.replace('-', ''))} ${symbol} ${difference.startsWith('-') ? 'less' : 'more'} than quoted`;
  return limit === null ? `${words}.` : `${words}, within your limit of ${limit} ${written(bound)} ${symbol}.`;
}
