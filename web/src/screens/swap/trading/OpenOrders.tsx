// The account's open orders of the pair; the portfolio has all.
import { Link } from 'wouter';
import { useOpenOrders } from '../../../data/orders.ts';
import { usePress } from '../../../data/press/use-press.ts';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { t } from '../../../words/words.ts';
import { CancelAll } from '../../portfolio/orders/CancelAll.tsx';
import { CancelOutcome } from '../../portfolio/orders/CancelOutcome.tsx';
import { OrderList } from '../../portfolio/orders/OrderList.tsx';
import { isOfPair } from '../../portfolio/orders/orders.ts';
import type { ShownPair } from './shown-pair.ts';
import styles from './trading.module.css';

export function OpenOrders({ account, pair }: { readonly account: string; readonly pair: ShownPair }) {
  const orders = useOpenOrders(true);
  const cancelling = usePress('cancelOrder', account);
  const sides = [pair[0].address, pair[1].address] as const;
  const shown = (orders ?? []).filter((order) => isOfPair(order, sides));
  const name = pair.map(({ symbol }) => symbol).join(' / ');
  if (orders === null) return <Skeleton lines={2} height={44} />;
  return (
    <>
      <CancelOutcome cancelling={cancelling} />
      {shown.length === 0 && <p className={styles.soft}>{t('trading.orders.none')}</p>}
      {shown.length > 0 && <OrderList label={t('orders.open')} orders={shown} cancelling={cancelling} />}
      <div className={styles.below}>
        {orders.length > 0 && (
          <Link className={styles.all} href="/portfolio#orders">
            {t('orders.open.all', { count: orders.length })}
          </Link>
        )}
        <CancelAll account={account} pair={sides} name={name} isOffered={shown.length > 1} />
      </div>
    </>
  );
}
