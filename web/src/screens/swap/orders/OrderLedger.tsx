// The ledger entries written when the order is placed: the amount moves to the order's own account; until it is sold, the user owns it.
import { accountName, Entries } from '../../../parts/Entries.tsx';
import { Fold } from '../../../parts/Fold.tsx';
import { t } from '../../../words/words.ts';
import styles from '../swap.module.css';
import type { Ordering } from './use-order.ts';

const ORDER = 'order';
const NO_POOLS = { get: () => undefined };

export const OrderLedger = (ordering: Pick<Ordering, 'terms' | 'account'>) => (
  <Fold name="ledger" title={t('swap.ledger')}>
    <OrderEntries {...ordering} />
  </Fold>
);

function OrderEntries({ terms, account }: Pick<Ordering, 'terms' | 'account'>) {
  if (terms === null) return <p className={styles.hint}>{t('orders.ledger.none')}</p>;
  const { pay, amount } = terms;
  const me = account ?? '';
  return (
    <>
      <p className={styles.hint}>{t('orders.ledger.text')}</p>
      <Entries
        entries={[
          { account: me, token: pay.address, change: `-${amount}` },
          { account: ORDER, token: pay.address, change: amount },
        ]}
        symbolOf={() => pay.symbol}
        nameOf={(of) => (of === ORDER ? t('orders.ledger.order') : accountName(of, me, NO_POOLS))}
      />
    </>
  );
}
