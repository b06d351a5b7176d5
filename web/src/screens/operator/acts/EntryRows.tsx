// Ledger entries under a heading, with symbols and names instead of addresses, also for hidden tokens.

import { useId } from 'react';
import { usePoolNames } from '../../../data/pools.ts';
import { tokenOf } from '../../../data/tokens.ts';
import type { BalanceEntry } from '../../../exact/netting.ts';
import { accountName, Entries } from '../../../parts/Entries.tsx';
import { t } from '../../../words/words.ts';
import { useEveryToken } from '../lists/every-token.ts';
import styles from '../operator.module.css';

export function EntryRows({ title, entries }: { readonly title: string; readonly entries: readonly BalanceEntry[] }) {
  const id = useId();
  const tokens = useEveryToken();
  const pools = usePoolNames();
  return (
    <section className={styles.entries} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {entries.length === 0 ? (
        <p className={styles.soft}>{t('operator.entries.none')}</p>
      ) : (
        <Entries
          entries={entries}
          symbolOf={(token) => tokenOf(tokens, token).symbol}
          nameOf={(account) => accountName(account, null, pools)}
        />
      )}
    </section>
  );
}
