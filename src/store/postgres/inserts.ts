// Builds the part of statements after INSERT INTO a table: each column is one array, so the text is the same for any number of rows.
import type { Fragment } from 'postgres';
import type { Pool, TokenChange } from '../../core/pool.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { Balance } from '../../ports/records.ts';
import { checksumOf } from '../rows/checksum.ts';
import type { Columns } from '../rows/fields.ts';
import { BALANCE_COLUMNS, POOLS, TRANSACTION_COLUMNS } from '../rows/rows.ts';
import type { Statements } from './connection.ts';

export const rowsOf = <Rec>(sql: Statements, columns: Columns<Rec>, records: readonly Rec[]): Fragment =>
  sql`(${sql.unsafe(columns.list)}) SELECT ${valuesOf(sql, columns, records)}`;

const valuesOf = <Rec>(sql: Statements, { types, valuesOf }: Columns<Rec>, records: readonly Rec[]): Fragment[] => {
  const rows = records.map(valuesOf);
  return Object.values(types).map((type, index) => {
    const column = rows.map((values) => values[index]) as string[];
    return sql`${sql.unsafe(index === 0 ? '' : ',')} unnest(${column}::${sql.unsafe(type)}[])`;
  });
};

/** The part after UPDATE: changes several tokens, each at most once. */
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

/** The part after UPDATE: sets the fields of pools that can change. */
export const poolChanges = (sql: Statements, pools: readonly Pool[]): Fragment => sql`
  pools SET
    lp_fee_ppm = changed.lp_fee_ppm, protocol_fee_ppm = changed.protocol_fee_ppm, ref_fee_ppm = changed.ref_fee_ppm,
    protocol_fee_account = changed.protocol_fee_account, status = changed.status
  FROM (SELECT ${valuesOf(sql, POOLS, pools)}) AS changed (${sql.unsafe(POOLS.list)})
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

/** A column of texts without line breaks, such as JSON, sent as one text: in an array each is quoted, which is most of the cost. */
const unlines = (sql: Statements, texts: readonly string[]): Fragment =>
  sql`unnest(string_to_array(${texts.join('\n')}, E'\\n'))`;
