// The account's open orders of the pair; the portfolio has all.
import { Link } from 'wouter';
import { useOpenOrders } from '../../../data/orders.ts';
import { usePress } from '../../../data/press/use-press.ts';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { More } from '../../../market/lists/More.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { t } from '../../../words/words.ts';
import { CancelAll } from '../../portfolio/orders/CancelAll.tsx';
import { CancelOutcome } from '../../portfolio/orders/CancelOutcome.tsx';
import { OrderList } from '../../portfolio/orders/OrderList.tsx';
import type { ShownPair } from './shown-pair.ts';
import styles from './trading.module.css';

export function OpenOrders({ account, pair }: { readonly account: string; readonly pair: ShownPair }) {
  const sides = [pair[0].address, pair[1].address] as const;
  const orders = useOpenOrders({ jetton0: sides[0], jetton1: sides[1] }, true);
  const cancelling = usePress('cancelOrder', account);
  const { items, isKnown, error, retry, more } = orders;
  const name = pair.map(({ symbol }) => symbol).join(' / ');
  if (!isKnown && error === null) return <Skeleton lines={2} height={44} />;
  return (
    <>
      {error && <Failed error={error} onRetry={retry} />}
      <CancelOutcome cancelling={cancelling} />
      {isKnown && items.length === 0 && more === null && <p className={styles.soft}>{t('trading.orders.none')}</p>}
      {items.length > 0 && <OrderList label={t('orders.open')} orders={items} cancelling={cancelling} />}
      {more !== null && <More pages={orders} of="order" />}
      <div className={styles.below}>
        <Link className={styles.all} href="/portfolio#orders">
          {t('orders.open.all')}
        </Link>
        <CancelAll account={account} pair={sides} name={name} isOffered={items.length > 1 || more !== null} />
      </div>
    </>
  );
}
