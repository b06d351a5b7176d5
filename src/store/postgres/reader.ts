// Everything that is read from a PostgreSQL exchange without changing it; each question is one statement.
import type { Account, TokenAddress } from '../../core/amount.ts';
import type { BalanceKey } from '../../core/ledger.ts';
import { orderPair, type Pool, type Token } from '../../core/pool.ts';
import type { Posted } from '../../core/settle.ts';
import type { KeyRecord, Snapshot } from '../../exchange/store.ts';
import {
  type BalanceRow,
  type KeyRow,
  type PoolRow,
  type PostedRow,
  toBalance,
  toKey,
  toPool,
  toPosted,
} from '../rows.ts';
import type { Connection } from './connection.ts';

export class PostgresReader {
  readonly #sql: Connection;

  constructor(sql: Connection) {
    this.#sql = sql;
  }

  async head(): Promise<{ readonly factory: string; readonly sequence: number }> {
    const [row] = await this.#sql<
      { factory: string; sequence: number }[]
    >`SELECT factory, sequence FROM head WHERE id = 1`;
    return row as { factory: string; sequence: number };
  }

  /** One statement, so one snapshot: the head and the balances are of the same moment. */
  async read(keys: readonly BalanceKey[]): Promise<Snapshot> {
    // The server would plan anew for every short array, to gain from its length; the length of a JSON list it does not see.
    const rows = await this.#sql<{ sequence: number; amount: string | null }[]>`
      SELECT head.sequence,
        (SELECT amount FROM balances WHERE balances.account = named.account AND balances.token = named.token)
      FROM head LEFT JOIN ROWS FROM (json_to_recordset(${JSON.stringify(keys)}::text::json) AS (account text, token text))
        WITH ORDINALITY AS named (account, token, place) ON true
      WHERE head.id = 1 ORDER BY place`;
    return {
      sequence: rows[0]?.sequence as number,
      balances: keys.map((_, place) => BigInt(rows[place]?.amount ?? 0)),
    };
  }

  async token(address: TokenAddress): Promise<Token | undefined> {
    const [token] = await this.#sql<Token[]>`SELECT address, symbol, decimals FROM tokens WHERE address = ${address}`;
    return token;
  }

  async tokens(): Promise<readonly Token[]> {
    // A plain list: what the driver answers is more than that.
    return [...(await this.#sql<Token[]>`SELECT address, symbol, decimals FROM tokens ORDER BY number`)];
  }

  async pool(a: TokenAddress, b: TokenAddress): Promise<Pool | undefined> {
    const [token0, token1] = orderPair(a, b);
    const [row] = await this.#sql<PoolRow[]>`SELECT * FROM pools WHERE token0 = ${token0} AND token1 = ${token1}`;
    return row && toPool(row);
  }

  async pools({ after, limit }: { after: number; limit: number | null }): Promise<readonly Pool[]> {
    const rows = await this.#sql<PoolRow[]>`SELECT * FROM pools WHERE number > ${after} ORDER BY number LIMIT ${limit}`;
    return rows.map(toPool);
  }

  async posted(sequence: number): Promise<Posted | undefined> {
    const [row] = await this.#sql<PostedRow[]>`SELECT * FROM journal WHERE sequence = ${sequence}`;
    return row && toPosted(row);
  }

  async swaps({ actor, before, limit }: { actor: Account; before: number; limit: number }): Promise<readonly Posted[]> {
    const rows = await this.#sql<PostedRow[]>`
      SELECT * FROM journal WHERE kind = 'swap' AND actor = ${actor} AND sequence < ${before}
      ORDER BY sequence DESC LIMIT ${limit}`;
    return rows.map(toPosted);
  }

  async balances({ account, after, limit }: { account: Account; after: string; limit: number }) {
    const rows = await this.#sql<BalanceRow[]>`
      SELECT * FROM balances WHERE account = ${account} AND token > ${after} AND amount <> 0
      ORDER BY token LIMIT ${limit}`;
    return rows.map(toBalance);
  }

  async key(id: string): Promise<KeyRecord | undefined> {
    const [row] = await this.#sql<KeyRow[]>`SELECT * FROM keys WHERE id = ${id}`;
    return row && toKey(row);
  }

  async keys(): Promise<readonly KeyRecord[]> {
    return (await this.#sql<KeyRow[]>`SELECT * FROM keys ORDER BY number`).map(toKey);
  }
}
