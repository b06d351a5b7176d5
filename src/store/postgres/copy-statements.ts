// The statements of a copy: each brings all rows of its table at once, and those that are there already again.
import type { Chunk, KeyRecord } from '../../exchange/store.ts';
import { encodeReceipt } from '../codec.ts';
import { KEY_COLUMNS } from '../rows.ts';
import type { Transaction } from './connection.ts';
import { balanceRows, poolRows, replyRows, tokenRows, transactionRows } from './row-sets.ts';

/** In the order in which the rows refer to each other. */
export async function insertChunk(sql: Transaction, chunk: Chunk): Promise<void> {
  const { tokens, pools, transactions, balances, replies, keys } = chunk;
  if (tokens) await sql`INSERT INTO tokens ${tokenRows(sql, tokens)} ON CONFLICT DO NOTHING`;
  if (pools) await sql`INSERT INTO pools ${poolRows(sql, pools)} ON CONFLICT DO NOTHING`;
  if (transactions) {
    const receipts = transactions.map(({ receipt }) => encodeReceipt(receipt));
    await sql`INSERT INTO journal ${transactionRows(sql, transactions, receipts)}`;
  }
  if (balances) {
    await sql`
      INSERT INTO balances ${balanceRows(sql, balances)}
      ON CONFLICT (account, token) DO UPDATE SET balance = excluded.balance WHERE balances.balance <> excluded.balance`;
  }
  if (replies) await sql`INSERT INTO replies ${replyRows(sql, replies)} ON CONFLICT DO NOTHING`;
  if (keys) await insertKeys(sql, keys);
}

const insertKeys = (sql: Transaction, keys: readonly KeyRecord[]) => sql`
  INSERT INTO keys (${sql.unsafe(KEY_COLUMNS)})
  SELECT
    unnest(${keys.map(({ id }) => id)}::text[]),
    unnest(${keys.map(({ account }) => account)}::text[]),
    unnest(${keys.map(({ role }) => role)}::text[]),
    unnest(${keys.map(({ hash }) => hash)}::text[]),
    unnest(${keys.map(({ createdAtMs }) => createdAtMs)}::bigint[]),
    unnest(${keys.map(({ revokedAtMs }) => revokedAtMs)}::bigint[])
  ON CONFLICT (id) DO UPDATE SET revoked_at_ms = excluded.revoked_at_ms`;
