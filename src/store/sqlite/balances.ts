// Reads and writes several balances in one statement, because a call into SQLite costs more than the rows.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { BalanceKey } from '../../core/settle/transfer.ts';
import type { Balance, JournalMark } from '../../ports/records.ts';
import { BALANCE_COLUMNS } from '../rows/rows.ts';
import { prepareRows, ROWS_A_STATEMENT } from './many-rows.ts';
import { refuseNewer } from './schema.ts';

/** Balances, and the head of the journal at the same moment. */
export type BalancesRead = {
  readonly mark: JournalMark;
  readonly listingSequence: number;
  readonly balances: readonly bigint[];
};

/** Reads up to `ROWS_A_STATEMENT` balances as of one moment, in the order of their keys; 0 if there is no row. */
export function prepareReads(db: DatabaseSync): (keys: readonly BalanceKey[]) => BalancesRead {
  const balance = ', (SELECT balance FROM balances WHERE account = ? AND token = ?)';
  // The head includes the schema's version, since a newer program may upgrade the schema while this one runs.
  const head = 'SELECT sequence, last_transaction, listed, (SELECT version FROM oldest_program)';
  const statements = byCount((count) => db.prepare(`${head}${balance.repeat(count)} FROM head`));
  for (const statement of statements) statement.setReturnArrays(true);
  return (keys) => {
    const names: string[] = [];
    for (const { account, token } of keys) names.push(account, token);
    const row = (statements[keys.length] as StatementSync).get(...names) as unknown as [
      number,
      string | null,
      number,
      number,
      ...(string | null)[],
    ];
    refuseNewer(row[3]);
    const mark = { sequence: row[0], id: row[1] };
    return { mark, listingSequence: row[2], balances: keys.map((_, index) => BigInt(row[index + 4] ?? 0)) };
  };
}

export function preparePuts(db: DatabaseSync): (balances: readonly Balance[]) => void {
  const put = prepareRows(db, 'INSERT OR REPLACE INTO balances', BALANCE_COLUMNS);
  return (balances) => put(balances.map(({ account, token, balance }) => [account, token, balance.toString()]));
}

const byCount = <Statement>(prepare: (count: number) => Statement): readonly Statement[] =>
  Array.from({ length: ROWS_A_STATEMENT + 1 }, (_, count) => prepare(count));
