// Open orders with their progress, and closed ones folded away.
import { useId } from 'react';
import { useMe } from '../../../data/account.ts';
import { usePress } from '../../../data/press/use-press.ts';
import { More } from '../../../market/lists/More.tsx';
import { useAnchor } from '../../../parts/anchor.ts';
import { Failed } from '../../../parts/Failed.tsx';
import { useHold } from '../../../parts/hold.tsx';
import { t } from '../../../words/words.ts';
import styles from '../portfolio.module.css';
import { CancelAll } from './CancelAll.tsx';
import { CancelOutcome } from './CancelOutcome.tsx';
import { NotifySwitch } from './NotifySwitch.tsx';
import { OrderList } from './OrderList.tsx';
import { useOrders } from './orders.ts';

/** Renders nothing if the account has no orders, or if the server keeps no market data and thus no list of orders. */
export default function Orders() {
  const { account } = useMe();
  const id = useId();
  const [open, closed] = [useOrders('open'), useOrders('closed')];
  const section = useAnchor('orders');
  const cancelling = usePress('cancelOrder', account ?? '');
  useHold(!(open.isKnown || open.error) || !(closed.isKnown || closed.error));
  const { items, error, retry, more } = open;
  const isEmpty = items.length === 0 && closed.items.length === 0 && error === null;
  if (isEmpty && cancelling.state.kind === 'idle') return null;
  return (
    <section id="orders" ref={section} tabIndex={-1} aria-labelledby={id} className={styles.orders}>
      <h2 id={id}>{t('orders.placed.all')}</h2>
      {error && <Failed error={error} onRetry={retry} />}
      <CancelOutcome cancelling={cancelling} />
      {items.length > 0 && <OrderList label={t('orders.open')} orders={items} cancelling={cancelling} />}
      {more && <More pages={open} of="order" />}
      {account !== null && (
        <div className={styles.below}>
          <NotifySwitch account={account} />
          {more && (
            <a href="/getOrders?state=open&format=csv" download="orders.csv">
              {t('pool.export')}
            </a>
          )}
          <CancelAll account={account} isOffered={items.length > 1 || more !== null} />
        </div>
      )}
      {(closed.items.length > 0 || closed.more) && (
        <details className={styles.closed}>
          <summary>{closed.more ? t('orders.past.some') : t('orders.past', { count: closed.items.length })}</summary>
          <OrderList label={t('orders.past.some')} orders={closed.items} cancelling={cancelling} />
          {closed.more && <More pages={closed} of="order" />}
        </details>
      )}
    </section>
  );
}
