// Writes requests on a chain to a PostgreSQL database, for `millpond copy`.
import type { ChainRecord } from '../../../ports/chain-requests.ts';
import { COPIED_REQUEST_COLUMNS, requestValues, SEND_COLUMNS, sendValues } from '../../rows/chain-requests.ts';
import type { Transaction } from '../connection.ts';

export async function insertChainRecords(sql: Transaction, records: readonly ChainRecord[]): Promise<void> {
  // The statements are pipelined: none waits for the answer to the previous one, but the server executes them in order.
  await Promise.all(
    records.map((record) => {
      if ('wallet' in record) return insert(sql, 'chain_wallets', 'account', [record.wallet]);
      if ('send' in record) return insert(sql, 'chain_sends', SEND_COLUMNS, sendValues(record.send));
      return insert(sql, 'chain_orders', COPIED_REQUEST_COLUMNS, requestValues(record.request));
    }),
  );
}

function insert(sql: Transaction, table: string, columns: string, values: (string | number | null)[]) {
  const marks = values.map((_, at) => `$${at + 1}`).join(', ');
  return sql.unsafe(`INSERT INTO ${table} (${columns}) VALUES (${marks})`, values);
}

export async function forgetChainRecords(sql: Transaction): Promise<void> {
  for (const table of ['chain_orders', 'chain_sends', 'chain_wallets']) await sql.unsafe(`DELETE FROM ${table}`);
}
