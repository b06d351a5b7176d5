// The last fill of an order, for a few seconds: what was sold for what, and its receipt.
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { EventsRecord } from '#client';
import { tokenOf, useTokens } from '../../data/tokens.ts';
import { useCall } from '../../data/use.ts';
import { written } from '../../exact/figures.ts';
import { LinkButton } from '../../parts/Button.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { t } from '../../words/words.ts';
import styles from '../shell.module.css';

const SHOWN_MS = 12_000;

export default function OrderToast({
  event,
  account,
  onClose,
}: {
  readonly event: EventsRecord;
  readonly account: string;
  onClose(): void;
}) {
  const { sequence } = event;
  const tokens = useTokens();
  const side = useOwnSide(event, account);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each fill is shown for its whole time
  useEffect(() => {
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [sequence]);
  if (side === null) return null;
  const told = (amount: string | undefined, token: string | undefined) =>
    `${written(amount ?? '0')} ${tokenOf(tokens, token ?? '').symbol}`;
  const [a, b] = [told(event.amountA, event.tokenA), told(event.amountB, event.tokenB)];
  const isPart = event.left !== undefined && /[1-9]/.test(event.left);
  return (
    <div className={styles.toast}>
      <Notice title={t(isPart ? 'orders.news.part' : 'orders.news')}>
        {t('orders.sold', side === 'taker' ? { filled: b, received: a } : { filled: a, received: b })}{' '}
        <Link href={`/tx/${sequence}`}>{t('swap.done.receipt')}</Link>{' '}
        <LinkButton onClick={onClose}>{t('parts.close')}</LinkButton>
      </Notice>
    </div>
  );
}

/** An owner is told his own side; of a match that an operator is told, the side of his own order, null where neither is. */
function useOwnSide({ order, taker, ...event }: EventsRecord, account: string): 'maker' | 'taker' | null {
  const isTold = event.account === account;
  const maker = useCall('getOrder', { orderId: String(order) }, { enabled: !isTold });
  const other = useCall('getOrder', { orderId: String(taker) }, { enabled: !isTold });
  if (isTold || maker.data?.account === account) return 'maker';
  return other.data?.account === account ? 'taker' : null;
}
