// Reads the head, tokens, pools, balances, transactions and keys of a PostgreSQL exchange, each by one statement.
import type { Fragment } from 'postgres';
import type { Account, PoolAddress, TokenAddress } from '../../core/amount.ts';
import {
  type ListedToken,
  type ListingStatus,
  type NumberedToken,
  orderPair,
  type Pool,
  type TokenEntry,
} from '../../core/pool.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { BalanceKey } from '../../core/settle/transfer.ts';
import type { JournalMark, KeyRecord } from '../../ports/records.ts';
import type { Row } from '../rows/fields.ts';
import {
  BALANCE_COLUMNS,
  type BalanceRow,
  IS_SHOWN,
  KEYS,
  OF_TOKENS,
  POOLS,
  POSTED_COLUMNS,
  type PostedRow,
  TOKEN_COLUMNS,
  TOKENS,
  toBalance,
  toPosted,
} from '../rows/rows.ts';
import { EMPTY_JOURNAL, type HeadRead } from '../writer/history.ts';
import type { Connection } from './connection.ts';
import { readOrdersUnder } from './repetitions.ts';
import { OLDEST, refuseNewer } from './schema.ts';

/** From 1, as in SQLite: an insert that failed leaves a gap. */
const PLACE = 'number - (SELECT min(number) FROM tokens) + 1 AS number';

export type HeadRow = {
  head: number;
  last_transaction: string | null;
  listed: number;
  oldest: number;
  id_at_asked: string | null;
};

/** Methods with a mark (`asked`) also return the head and the id at that mark, to tell whether the journal still contains the mark. */
export class PostgresReader {
  readonly #sql: Connection;

  constructor(sql: Connection) {
    this.#sql = sql;
  }

  async factory(): Promise<string> {
    const [row] = await this.#sql<[{ factory: string }]>`SELECT factory FROM head WHERE id = 1`;
    return row.factory;
  }

  async read(
    keys: readonly BalanceKey[],
    asked = EMPTY_JOURNAL,
  ): Promise<HeadRead & { readonly listingSequence: number; readonly balances: readonly bigint[] }> {
    // Keys are sent as JSON, whose length the planner does not see: for arrays, the server would plan again depending on their length.
    const rows = this.#sql`
      SELECT place,
        (SELECT balance FROM balances WHERE balances.account = named.account AND balances.token = named.token)
      FROM ROWS FROM (json_to_recordset(${JSON.stringify(keys)}::text::json) AS (account text, token text))
        WITH ORDINALITY AS named (account, token, place)`;
    const { look, listingSequence, found } = await this.#look<{ balance: string | null }>(
      asked,
      rows,
      'place, balance',
    );
    return { ...look, listingSequence, balances: keys.map((_, place) => BigInt(found[place]?.balance ?? 0)) };
  }

  async token(
    address: TokenAddress,
    asked: JournalMark,
  ): Promise<HeadRead & { readonly token: ListedToken | undefined }> {
    const rows = this.#sql`SELECT ${this.#sql.unsafe(TOKEN_COLUMNS)} FROM tokens WHERE address = ${address}`;
    const { look, found } = await this.#look<ListedToken>(asked, rows, TOKEN_COLUMNS);
    const [token] = found.map(({ address, symbol, decimals, status }) => ({ address, symbol, decimals, status }));
    return { ...look, token };
  }

  async tokens(): Promise<readonly ListedToken[]> {
    const sql = this.#sql;
    // Copied to a plain array, without the driver's additional properties.
    return [...(await sql<ListedToken[]>`SELECT ${sql.unsafe(TOKEN_COLUMNS)} FROM tokens ORDER BY number`)];
  }

  async tokenEntries({ after, limit, status }: { after: string; limit: number; status?: ListingStatus }) {
    const sql = this.#sql;
    const isWanted = status === undefined ? sql`status <> 'hidden'` : sql`status = ${status}`;
    return [
      ...(await sql<NumberedToken[]>`
        SELECT ${sql.unsafe(TOKENS.list)}, ${sql.unsafe(PLACE)} FROM tokens
        WHERE address > ${after} AND ${isWanted} ORDER BY address LIMIT ${limit}`),
    ];
  }

  async tokensNamed(addresses: readonly TokenAddress[]): Promise<readonly NumberedToken[]> {
    const sql = this.#sql;
    return [
      ...(await sql<NumberedToken[]>`
        SELECT ${sql.unsafe(TOKENS.list)}, ${sql.unsafe(PLACE)} FROM tokens WHERE address = ANY (${[...addresses]}::text[])`),
    ];
  }

  async everyToken(): Promise<readonly TokenEntry[]> {
    const sql = this.#sql;
    return [...(await sql<TokenEntry[]>`SELECT ${sql.unsafe(TOKENS.list)} FROM tokens ORDER BY number`)];
  }

  async pool(
    a: TokenAddress,
    b: TokenAddress,
    asked: JournalMark,
  ): Promise<HeadRead & { readonly pool: Pool | undefined }> {
    const [token0, token1] = orderPair(a, b);
    const { pools, ...look } = await this.#pools(asked, this.#sql`token0 = ${token0} AND token1 = ${token1}`);
    return { ...look, pool: pools[0] };
  }

  async pools(
    { after, limit, status }: { after: number; limit: number; status?: ListingStatus },
    asked: JournalMark,
  ): Promise<HeadRead & { readonly pools: readonly Pool[] }> {
    const sql = this.#sql;
    const isWanted = status === undefined ? sql.unsafe(IS_SHOWN) : sql`status = ${status}`;
    return this.#pools(asked, sql`number > ${after} AND ${isWanted} ORDER BY number LIMIT ${limit}`);
  }

  poolsNamed(
    addresses: readonly PoolAddress[],
    asked: JournalMark,
  ): Promise<HeadRead & { readonly pools: readonly Pool[] }> {
    return this.#pools(asked, this.#sql`address = ANY (${[...addresses]}::text[])`);
  }

  async everyPool(): Promise<readonly Pool[]> {
    return (await this.#pools(EMPTY_JOURNAL, this.#sql`true`)).pools;
  }

  async posted(sequence: number): Promise<Posted | undefined> {
    const sql = this.#sql;
    const [row] = await sql<PostedRow[]>`
      SELECT ${sql.unsafe(POSTED_COLUMNS)} FROM journal WHERE sequence = ${sequence}`;
    return row && toPosted(row);
  }

  async times(sequences: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.#sql<{ sequence: number; created_at_ms: number }[]>`
      SELECT sequence, created_at_ms FROM journal WHERE sequence = ANY (${[...sequences]}::bigint[])`;
    return new Map(rows.map((row) => [row.sequence, row.created_at_ms]));
  }

  async orderUnder(account: Account, clientId: string): Promise<Posted | undefined> {
    const name = { account, clientId };
    return (await readOrdersUnder(this.#sql, new Map([['it', name]]))).orders.get('it');
  }

  async lastTokenChange(): Promise<Posted | undefined> {
    const [row] = await lastTokenChange(this.#sql);
    return row && toPosted(row);
  }

  async balances({ account, after, limit }: { account: Account; after: string; limit: number }) {
    const sql = this.#sql;
    const rows = await sql<BalanceRow[]>`
      SELECT ${sql.unsafe(BALANCE_COLUMNS)} FROM balances
      WHERE account = ${account} AND token > ${after} AND balance <> 0 ORDER BY token LIMIT ${limit}`;
    return rows.map(toBalance);
  }

  async keys(): Promise<readonly KeyRecord[]> {
    const sql = this.#sql;
    return (await sql`SELECT ${sql.unsafe(KEYS.list)} FROM keys ORDER BY number`).map(KEYS.recordOf);
  }

  async #pools(asked: JournalMark, where: Fragment): Promise<HeadRead & { readonly pools: readonly Pool[] }> {
    const rows = this.#sql`SELECT ${this.#sql.unsafe(POOLS.list)} FROM pools WHERE ${where}`;
    const { look, found } = await this.#look<Row>(asked, rows, POOLS.list);
    return { ...look, pools: found.map(POOLS.recordOf) };
  }

  /** Reads rows, in the order of their first column, together with the head: by one statement, and thus as of one moment. */
  async #look<Row>(
    asked: JournalMark,
    rows: Fragment,
    columns: string,
  ): Promise<{ look: HeadRead; listingSequence: number; found: readonly Row[] }> {
    const sql = this.#sql;
    const found = await sql<(Row & HeadRow & { is_found: true | null })[]>`
      SELECT ${headColumns(sql, asked)}, ${sql.unsafe(columns)}, is_found
      FROM head LEFT JOIN (SELECT true AS is_found, ${sql.unsafe(columns)} FROM (${rows}) AS wanted) AS found ON true
      WHERE head.id = 1 ORDER BY ${sql.unsafe(columns.split(',')[0] as string)}`;
    return { ...lookIn(found), found: found.filter((row) => row.is_found) };
  }
}

/** The columns that `lookIn` needs: the head, the oldest program that may use the schema, and the id at the mark. */
export const headColumns = (sql: Connection, asked: JournalMark): Fragment => sql`
  head.sequence AS head, head.last_transaction, head.listed, ${sql.unsafe(OLDEST)},
  CASE head.sequence WHEN ${asked.sequence} THEN head.last_transaction
    ELSE (SELECT id FROM journal WHERE journal.sequence = ${asked.sequence}) END AS id_at_asked`;

/** Takes the head from the first row, since every row has its columns. Throws if the schema is now one that only newer programs may use. */
export function lookIn(rows: readonly HeadRow[]): { look: HeadRead; listingSequence: number } {
  const [{ head, last_transaction: id, listed: listingSequence, oldest, id_at_asked: idAtKnown }] = rows as [HeadRow];
  refuseNewer(oldest);
  return { look: { found: { sequence: head, id }, idAtKnown }, listingSequence };
}

export const lastTokenChange = (sql: Connection) => sql<PostedRow[]>`
  SELECT ${sql.unsafe(POSTED_COLUMNS)} FROM journal WHERE ${sql.unsafe(OF_TOKENS)} ORDER BY sequence DESC LIMIT 1`;
