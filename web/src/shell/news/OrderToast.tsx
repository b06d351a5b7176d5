// A toast for the last fill of an order: the amounts sold and bought, and a link to its receipt.
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

/** Which side of the fill is the reader's. An operator also gets matches of other accounts: null if neither order is theirs. */
function useOwnSide({ order, taker, ...event }: EventsRecord, account: string): 'maker' | 'taker' | null {
  const isTold = event.account === account;
  const maker = useCall('getOrder', { orderId: String(order) }, { enabled: !isTold });
  const other = useCall('getOrder', { orderId: String(taker) }, { enabled: !isTold });
  if (isTold || maker.data?.account === account) return 'maker';
  return other.data?.account === account ? 'taker' : null;
}
