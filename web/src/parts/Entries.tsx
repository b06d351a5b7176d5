// The ledger entries of a transaction: every balance change, and that each token nets to zero.
import type { ReactNode } from 'react';
import type { PoolNames } from '../data/pools.ts';
import { Figure } from '../exact/Figure.tsx';
import { type BalanceEntry, netOf, netWords } from '../exact/netting.ts';
import { t } from '../words/words.ts';
import styles from './entries.module.css';

export type Naming = {
  /** The symbol of a token, or of an LP token by its pool's address. */
  symbolOf(token: string): string;
  /** The name of one of the exchange's own accounts, such as a pool's. */
  nameOf(account: string): ReactNode;
};

export function Entries({ entries, symbolOf, nameOf }: { readonly entries: readonly BalanceEntry[] } & Naming) {
  const { text, isZero } = netWords(netOf(entries), symbolOf);
  return (
    <div className={styles.entries}>
      <ol>
        {entries.filter(isChange).map(({ account, token, change }) => (
          <li key={`${account} ${token}`}>
            <span>{nameOf(account)}</span>
            <Figure value={change} symbol={symbolOf(token)} signed />
          </li>
        ))}
      </ol>
      <p className={isZero ? styles.nets : styles.off}>{text}</p>
    </div>
  );
}

/** False for a balance that the transaction leaves as it was. */
const isChange = ({ change }: BalanceEntry): boolean => /[1-9]/.test(change);

/** The exchange's own accounts have a space in their names; `pools` names pools by address. */
export function accountName(account: string, me: string | null, pools: PoolNames): ReactNode {
  if (account === me) {
    return (
      <>
        {t('parts.entries.you')} <small>{account}</small>
      </>
    );
  }
  if (account === 'the issuer') return t('parts.entries.issuer');
  if (account === 'the lock') return t('parts.entries.locked');
  const [, order] = /^order (\d+)(?: stop)?$/.exec(account) ?? [];
  if (order !== undefined) return t('parts.entries.order', { number: Number(order) });
  const [, pool, fees] = /^pool (\S+)( fees)?$/.exec(account) ?? [];
  if (pool === undefined) return account;
  const name = pools.get(pool) ?? '…';
  if (fees === undefined) return t('parts.entries.pool', { name });
  return (
    <>
      {t('parts.entries.fees')} <small>{name}</small>
    </>
  );
}
