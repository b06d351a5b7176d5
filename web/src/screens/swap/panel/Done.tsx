// The completed swap: the amount received, whether it is as quoted, and its receipt.
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { isOnChain } from '../../../data/chain.ts';
import { subtractText } from '../../../exact/amount.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { written } from '../../../exact/figures.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { CopyLink } from '../../../parts/CopyLink.tsx';
import { ExplorerLink } from '../../../parts/ExplorerLink.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { Settled } from '../../../parts/Settled.tsx';
import { count } from '../../../words/format.ts';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import styles from '../swap.module.css';
import type { PreparedSwap } from './prepared-swap.ts';
import type { Press, SettledSwap } from './press.ts';

export function Done({
  swap: { pressed, done: filled, ms },
  onSwapBack,
}: {
  readonly swap: Extract<Press, { kind: 'done' }>;
  onSwapBack(): void;
}) {
  const { order } = pressed;
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus from the removed button to the heading, so that a key that is still held down presses nothing.
  useEffect(() => heading.current?.focus(), []);
  const path = `/tx/${isOnChain ? filled.transactionId : filled.sequence}`;
  return (
    <div className={styles.done}>
      <h2 ref={heading} tabIndex={-1} className={styles.name}>
        {t('swap.received')}
      </h2>
      <p className={styles.received}>
        <Figure value={filled.amountB} symbol={order.receive.symbol} />
      </p>
      <Notice>
        {fillOf(order, filled)}{' '}
        {isOnChain && (
          <T
            id="chain.done"
            values={{
              fee: <span className={styles.price}>{written(filled.tonSpent ?? filled.networkFee ?? '0')}</span>,
            }}
          />
        )}
      </Notice>
      {!isOnChain && (
        <Settled path={path}>
          <T
            id="swap.done.settled"
            values={{
              number: <span className={styles.price}>{count(filled.sequence)}</span>,
              ms: <span className={styles.price}>{count(ms)}</span>,
            }}
          />
        </Settled>
      )}
      <p className={styles.links}>
        {isOnChain &&
          (filled.transactionId === '' ? <ExplorerLink hash={filled.transactionHash} /> : <ChainLinks path={path} />)}
        <LinkButton onClick={onSwapBack}>{t('swap.done.back')}</LinkButton>
      </p>
    </div>
  );
}

const ChainLinks = ({ path }: { readonly path: string }) => (
  <>
    <Link href={path}>{t('swap.done.receipt')}</Link>
    <CopyLink path={path} />
  </>
);

/** Says whether the swap paid and received the two amounts that were on the button, and if not, how much more or less. */
function fillOf({ pay, receive, bound }: PreparedSwap, filled: Pick<SettledSwap, 'amountA' | 'amountB'>): string {
  const paid = subtractText(filled.amountA, pay.amount);
  const received = subtractText(filled.amountB, receive.amount);
  if (!/[1-9]/.test(paid) && !/[1-9]/.test(received)) return t('swap.done.asQuoted');
  const isReceived = /[1-9]/.test(received);
  const [difference, { symbol }] = isReceived ? [received, receive] : [paid, pay];
  const isLess = difference.startsWith('-');
  const amount = `${written(difference.replace('-', ''))} ${symbol}`;
  if (isLess !== isReceived) return t(isLess ? 'swap.done.less' : 'swap.done.more', { amount });
  const limit = `${written(bound)} ${symbol}`;
  return t(isLess ? 'swap.done.lessWithin' : 'swap.done.moreWithin', { amount, limit });
}
