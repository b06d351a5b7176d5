// Records as the part after INSERT INTO a table: each column is one array parameter, so the text is the same for any number of rows.
import type { Fragment } from 'postgres';
import type { Pool, TokenChange, TokenEntry } from '../../core/pool.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { Balance, KeyRecord, MovementRow, PartyRow, ReplyRecord } from '../../ports/records.ts';
import type { SideRecord } from '../../ports/side-records.ts';
import { checksumOf } from '../rows/checksum.ts';
import { encodeRefusal } from '../rows/codec.ts';
import {
  BALANCE_COLUMNS,
  KEY_COLUMNS,
  POOL_COLUMNS,
  REPLY_COLUMNS,
  TOKEN_ENTRY_COLUMNS,
  TRANSACTION_COLUMNS,
} from '../rows/rows.ts';
import { SIDE_COLUMNS } from '../rows/side-records.ts';
import type { Statements } from './connection.ts';

export const tokenRows = (sql: Statements, tokens: readonly TokenEntry[]): Fragment => sql`
  (${sql.unsafe(TOKEN_ENTRY_COLUMNS)})
  SELECT
    unnest(${tokens.map((token) => token.address)}::text[]),
    unnest(${tokens.map((token) => token.symbol)}::text[]),
    unnest(${tokens.map((token) => token.decimals)}::int[]),
    unnest(${tokens.map((token) => token.status)}::text[]),
    unnest(${tokens.map((token) => token.name)}::text[]),
    unnest(${tokens.map((token) => token.logo)}::text[])`;

/** The part after UPDATE, for changes of different tokens. */
export const tokenChanges = (sql: Statements, changes: readonly TokenChange[]): Fragment => sql`
  tokens SET
    status = coalesce(changed.status, tokens.status),
    name = coalesce(changed.name, tokens.name),
    logo = coalesce(changed.logo, tokens.logo)
  FROM unnest(
    ${changes.map(({ address }) => address)}::text[],
    ${changes.map(({ status }) => status ?? null)}::text[],
    ${changes.map(({ name }) => name ?? null)}::text[],
    ${changes.map(({ logo }) => logo ?? null)}::text[]) AS changed (address, status, name, logo)
  WHERE tokens.address = changed.address`;

export const poolRows = (sql: Statements, pools: readonly Pool[]): Fragment => sql`
  (${sql.unsafe(POOL_COLUMNS)}) SELECT ${poolValues(sql, pools)}`;

const poolValues = (sql: Statements, pools: readonly Pool[]): Fragment => sql`
    unnest(${pools.map((pool) => pool.number)}::bigint[]),
    unnest(${pools.map((pool) => pool.address)}::text[]),
    unnest(${pools.map((pool) => pool.token0)}::text[]),
    unnest(${pools.map((pool) => pool.token1)}::text[]),
    unnest(${pools.map((pool) => Number(pool.lpFeePpm))}::int[]),
    unnest(${pools.map((pool) => Number(pool.protocolFeePpm))}::int[]),
    unnest(${pools.map((pool) => Number(pool.refFeePpm))}::int[]),
    unnest(${pools.map((pool) => pool.protocolFeeAddress)}::text[]),
    unnest(${pools.map((pool) => pool.status)}::text[]),
    unnest(${pools.map((pool) => pool.curve)}::text[]),
    unnest(${pools.map(({ amplification }) => (amplification === null ? null : Number(amplification)))}::int[])`;

/** The part after UPDATE: the fields of pools that can change. */
export const poolChanges = (sql: Statements, pools: readonly Pool[]): Fragment => sql`
  pools SET
    lp_fee_ppm = changed.lp_fee_ppm, protocol_fee_ppm = changed.protocol_fee_ppm, ref_fee_ppm = changed.ref_fee_ppm,
    protocol_fee_account = changed.protocol_fee_account, status = changed.status
  FROM (SELECT ${poolValues(sql, pools)}) AS changed (${sql.unsafe(POOL_COLUMNS)})
  WHERE pools.address = changed.address`;

export const transactionRows = (
  sql: Statements,
  transactions: readonly Posted[],
  receipts: readonly string[],
): Fragment => sql`
  (${sql.unsafe(TRANSACTION_COLUMNS)})
  SELECT
    unnest(${transactions.map(({ sequence }) => sequence)}::bigint[]),
    ${unlines(
      sql,
      transactions.map(({ id }) => id),
    )},
    ${unlines(
      sql,
      transactions.map(({ receipt }) => receipt.kind),
    )},
    unnest(${transactions.map(({ actor }) => actor)}::text[]),
    unnest(${transactions.map(({ createdAtMs }) => createdAtMs)}::bigint[]),
    ${unlines(
      sql,
      transactions.map(({ sequence }, index) => checksumOf(sequence, receipts[index] as string)),
    )},
    ${unlines(sql, receipts)}`;

export const balanceRows = (sql: Statements, balances: readonly Balance[]): Fragment => sql`
  (${sql.unsafe(BALANCE_COLUMNS)})
  SELECT
    unnest(${balances.map(({ account }) => account)}::text[]),
    unnest(${balances.map(({ token }) => token)}::text[]),
    unnest(${balances.map(({ balance }) => balance.toString())}::numeric[])`;

export const replyRows = (sql: Statements, replies: readonly ReplyRecord[]): Fragment => sql`
  (${sql.unsafe(REPLY_COLUMNS)})
  SELECT
    unnest(${replies.map(({ actor }) => actor)}::text[]),
    unnest(${replies.map(({ key }) => key)}::text[]),
    unnest(${replies.map(({ fingerprint }) => fingerprint)}::text[]),
    unnest(${replies.map(({ sequence }) => sequence)}::bigint[]),
    unnest(${replies.map(({ refusal }) => refusal && encodeRefusal(refusal))}::text[]),
    unnest(${replies.map(({ refusedAtMs }) => refusedAtMs)}::bigint[])`;

export const partyRows = (sql: Statements, parties: readonly PartyRow[]): Fragment => sql`
  (account, sequence)
  SELECT
    unnest(${parties.map(({ account }) => account)}::text[]),
    unnest(${parties.map(({ sequence }) => sequence)}::bigint[])`;

export const movementRows = (sql: Statements, movements: readonly MovementRow[]): Fragment => sql`
  (kind, account, token, reference, sequence)
  SELECT
    unnest(${movements.map(({ kind }) => kind)}::text[]),
    unnest(${movements.map(({ account }) => account)}::text[]),
    unnest(${movements.map(({ token }) => token)}::text[]),
    unnest(${movements.map(({ reference }) => reference)}::text[]),
    unnest(${movements.map(({ sequence }) => sequence)}::bigint[])`;

export const keyRows = (sql: Statements, keys: readonly KeyRecord[]): Fragment => sql`
  (${sql.unsafe(KEY_COLUMNS)})
  SELECT
    unnest(${keys.map(({ id }) => id)}::text[]),
    unnest(${keys.map(({ account }) => account)}::text[]),
    unnest(${keys.map(({ role }) => role)}::text[]),
    unnest(${keys.map(({ hash }) => hash)}::text[]),
    unnest(${keys.map(({ createdAtMs }) => createdAtMs)}::bigint[]),
    unnest(${keys.map(({ revokedAtMs }) => revokedAtMs)}::bigint[]),
    unnest(${keys.map(({ name }) => name)}::text[]),
    unnest(${keys.map(({ restrictions }) => restrictions && JSON.stringify(restrictions))}::text[])`;

export const sideRecordRows = (sql: Statements, records: readonly SideRecord[]): Fragment => sql`
  (${sql.unsafe(SIDE_COLUMNS)})
  SELECT
    unnest(${records.map(({ kind }) => kind)}::text[]),
    unnest(${records.map(({ id }) => id)}::text[]),
    unnest(${records.map(({ version }) => version)}::bigint[]),
    unnest(${records.map(({ body }) => body)}::text[]),
    unnest(${records.map(({ expiresAtMs }) => expiresAtMs)}::bigint[])`;

/** A column of texts that cannot contain a line break, such as JSON: they need no quoting, which is most of the cost. */
const unlines = (sql: Statements, texts: readonly string[]): Fragment =>
  sql`unnest(string_to_array(${texts.join('\n')}, E'\\n'))`;
