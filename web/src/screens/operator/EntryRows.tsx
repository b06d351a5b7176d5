// Entries of the ledger, and that they net to zero.
import { useId } from 'react';
import { tokenOf } from '../../data/tokens.ts';
import { Figure } from '../../exact/Figure.tsx';
import { accountWords, type Entry, remainders } from './entries.ts';
import { useEveryToken } from './every-token.ts';
import styles from './operator.module.css';

export function EntryRows({ title, entries }: { readonly title: string; readonly entries: readonly Entry[] }) {
  const id = useId();
  const tokens = useEveryToken();
  const symbolOf = (token: string) => tokenOf(tokens, token).symbol;
  return (
    <section className={styles.entries} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {entries.length === 0 ? (
        <p className={styles.soft}>No balance changes: the journal takes note.</p>
      ) : (
        <>
          <ul>
            {entries.map(({ account, token, change }) => (
              <li key={`${account} ${token}`}>
                <span title={account}>{accountWords(account)}</span>
                <Figure value={change} symbol={symbolOf(token)} signed />
              </li>
            ))}
          </ul>
          <p className={styles.nets}>{netting(entries, symbolOf)}</p>
        </>
      )}
    </section>
  );
}

function netting(entries: readonly Entry[], symbolOf: (token: string) => string): string {
  const left = [...remainders(entries)];
  const open = left.filter(([, rest]) => rest !== '0');
  if (open.length > 0) return open.map(([token, rest]) => `${symbolOf(token)} is off by ${rest}`).join(', ');
  const symbols = left.map(([token]) => symbolOf(token));
  return symbols.length === 1 ? `${symbols[0]} nets to zero` : `${symbols.join(' and ')} each net to zero`;
}
