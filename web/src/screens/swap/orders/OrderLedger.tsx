// The ledger entries written when the order is placed: the amount moves to the order's own account; until it is sold, the user owns it.
import { Card } from '../../../parts/Card.tsx';
import { accountName, Entries } from '../../../parts/Entries.tsx';
import { t } from '../../../words/words.ts';
import styles from '../swap.module.css';
import type { Ordering } from './use-order.ts';

const ORDER = 'order';
const NO_POOLS = { get: () => undefined };

export function OrderLedger({ terms, account }: Ordering) {
  if (terms === null) {
    return (
      <Card title={t('swap.ledger')}>
        <p className={styles.hint}>{t('orders.ledger.none')}</p>
      </Card>
    );
  }
  const { pay, amount } = terms;
  const me = account ?? '';
  return (
    <Card title={t('swap.ledger')}>
      <p className={styles.hint}>{t('orders.ledger.text')}</p>
      <Entries
        entries={[
          { account: me, token: pay.address, change: `-${amount}` },
          { account: ORDER, token: pay.address, change: amount },
        ]}
        symbolOf={() => pay.symbol}
        nameOf={(of) => (of === ORDER ? t('orders.ledger.order') : accountName(of, me, NO_POOLS))}
      />
    </Card>
  );
}
