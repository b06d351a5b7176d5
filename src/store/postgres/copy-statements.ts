// The statements of a copy: each brings all rows of its table at once, and those that are there already again.
import type { TransactionSql } from 'postgres';
import type { Pool, Token } from '../../core/pool.ts';
import type { Transaction } from '../../core/settle.ts';
import type { Balance, Chunk, KeyRecord, ReplyRecord } from '../../exchange/store.ts';
import { encodeReceipt, encodeRejection, encodeTransfers } from '../encoding.ts';

type Sql = TransactionSql<{ bigint: number }>;

/** In the order in which the rows refer to each other. */
export async function insertChunk(sql: Sql, chunk: Chunk): Promise<void> {
  const { tokens, pools, transactions, balances, replies, keys } = chunk;
  if (tokens) await insertTokens(sql, tokens);
  if (pools) await insertPools(sql, pools);
  if (transactions) await insertTransactions(sql, transactions);
  if (balances) await insertBalances(sql, balances);
  if (replies) await insertReplies(sql, replies);
  if (keys) await insertKeys(sql, keys);
}

const insertTokens = (sql: Sql, tokens: readonly Token[]) => sql`
  INSERT INTO tokens (address, symbol, decimals)
  SELECT * FROM unnest(
    ${tokens.map((token) => token.address)}::text[],
    ${tokens.map((token) => token.symbol)}::text[],
    ${tokens.map((token) => token.decimals)}::int[])
  ON CONFLICT DO NOTHING`;

const insertPools = (sql: Sql, pools: readonly Pool[]) => sql`
  INSERT INTO pools
  SELECT * FROM unnest(
    ${pools.map((pool) => pool.number)}::bigint[],
    ${pools.map((pool) => pool.address)}::text[],
    ${pools.map((pool) => pool.token0)}::text[],
    ${pools.map((pool) => pool.token1)}::text[],
    ${pools.map((pool) => Number(pool.lpFeePpm))}::int[],
    ${pools.map((pool) => Number(pool.protocolFeePpm))}::int[],
    ${pools.map((pool) => Number(pool.refFeePpm))}::int[],
    ${pools.map((pool) => pool.protocolFeeAddress)}::text[])
  ON CONFLICT DO NOTHING`;

const insertTransactions = (sql: Sql, transactions: readonly Transaction[]) => sql`
  INSERT INTO journal
  SELECT * FROM unnest(
    ${transactions.map(({ sequence }) => sequence)}::bigint[],
    ${transactions.map(({ id }) => id)}::text[],
    ${transactions.map(({ receipt }) => receipt.kind)}::text[],
    ${transactions.map(({ actor }) => actor)}::text[],
    ${transactions.map(({ createdAtMs }) => createdAtMs)}::bigint[],
    ${transactions.map(({ transfers }) => encodeTransfers(transfers))}::text[],
    ${transactions.map(({ receipt }) => encodeReceipt(receipt))}::text[])`;

const insertBalances = (sql: Sql, balances: readonly Balance[]) => sql`
  INSERT INTO balances
  SELECT * FROM unnest(
    ${balances.map(({ account }) => account)}::text[],
    ${balances.map(({ token }) => token)}::text[],
    ${balances.map(({ balance }) => balance.toString())}::numeric[])
  ON CONFLICT (account, token) DO UPDATE SET amount = excluded.amount WHERE balances.amount <> excluded.amount`;

const insertReplies = (sql: Sql, replies: readonly ReplyRecord[]) => sql`
  INSERT INTO replies
  SELECT * FROM unnest(
    ${replies.map(({ actor }) => actor)}::text[],
    ${replies.map(({ key }) => key)}::text[],
    ${replies.map(({ fingerprint }) => fingerprint)}::text[],
    ${replies.map(({ sequence }) => sequence)}::bigint[],
    ${replies.map(({ rejection }) => rejection && encodeRejection(rejection))}::text[])
  ON CONFLICT DO NOTHING`;

const insertKeys = (sql: Sql, keys: readonly KeyRecord[]) => sql`
  INSERT INTO keys (id, account, role, hash, created_at_ms, revoked_at_ms)
  SELECT * FROM unnest(
    ${keys.map(({ id }) => id)}::text[],
    ${keys.map(({ account }) => account)}::text[],
    ${keys.map(({ role }) => role)}::text[],
    ${keys.map(({ hash }) => hash)}::text[],
    ${keys.map(({ createdAtMs }) => createdAtMs)}::bigint[],
    ${keys.map(({ revokedAtMs }) => revokedAtMs)}::bigint[])
  ON CONFLICT (id) DO UPDATE SET revoked_at_ms = excluded.revoked_at_ms`;
