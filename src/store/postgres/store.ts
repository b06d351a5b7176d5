// The store for many nodes: one PostgreSQL database, read through a pool and written on another thread.
import type { Policy } from '../../core/decide.ts';
import { type Journal, type KeyRecord, type Store, StoreUnavailable } from '../../exchange/store.ts';
import { unfinished } from '../unfinished.ts';
import { WriterThread } from '../writer-thread.ts';
import { type Connection, type ConnectionOptions, connect, explain, inTime, isLate } from './connection.ts';
import { openPostgresJournal } from './journal.ts';
import { PostgresReader } from './reader.ts';
import { migrate } from './schema.ts';

export type PostgresOptions = ConnectionOptions & { readonly policy: Policy };

/** Connects and brings the schema up to date; throws an error that names the server and what is wrong. */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const sql = connect(options, options.poolSize);
  try {
    await migrate(sql);
    const { factory, sequence } = await new PostgresReader(sql).head();
    if (sequence < 0) throw new StoreUnavailable('failed', unfinished(sequence));
    return new PostgresStore(options, sql, factory);
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw explain(error, options.url);
  }
}

class PostgresStore implements Store {
  readonly factory: string;
  readonly #options: PostgresOptions;
  #sql: Connection;
  #reader: PostgresReader;
  readonly #writer: WriterThread;

  constructor(options: PostgresOptions, sql: Connection, factory: string) {
    this.#options = options;
    this.#sql = sql;
    this.factory = factory;
    this.#reader = new PostgresReader(sql);
    this.#writer = new WriterThread(new URL('./thread.ts', import.meta.url), options);
  }

  commit: Store['commit'] = (batch) => this.#writer.commit(batch);
  head: Store['head'] = async () => (await this.#explained(this.#reader.head())).sequence;
  read: Store['read'] = (keys) => this.#explained(this.#reader.read(keys));
  token: Store['token'] = (address) => this.#explained(this.#reader.token(address));
  tokens: Store['tokens'] = () => this.#explained(this.#reader.tokens());
  pool: Store['pool'] = (a, b) => this.#explained(this.#reader.pool(a, b));
  pools: Store['pools'] = (page) => this.#explained(this.#reader.pools(page));
  posted: Store['posted'] = (sequence) => this.#explained(this.#reader.posted(sequence));
  swaps: Store['swaps'] = (page) => this.#explained(this.#reader.swaps(page));
  balances: Store['balances'] = (page) => this.#explained(this.#reader.balances(page));
  key: Store['key'] = (id) => this.#explained(this.#reader.key(id));
  keys: Store['keys'] = () => this.#explained(this.#reader.keys());

  async addKey({ id, account, role, hash, createdAtMs, revokedAtMs }: KeyRecord): Promise<void> {
    await this.#explained(
      this.#sql`
        INSERT INTO keys (id, account, role, hash, created_at_ms, revoked_at_ms)
        VALUES (${id}, ${account}, ${role}, ${hash}, ${createdAtMs}, ${revokedAtMs})`,
    );
  }

  async revokeKey(id: string, revokedAtMs: number): Promise<boolean> {
    const revoked = await this.#explained(
      this.#sql`UPDATE keys SET revoked_at_ms = ${revokedAtMs} WHERE id = ${id} AND revoked_at_ms IS NULL`,
    );
    return revoked.count === 1;
  }

  async openJournal(): Promise<Journal> {
    try {
      return await openPostgresJournal(this.#options);
    } catch (error) {
      throw explain(error, this.#options.url);
    }
  }

  async check(): Promise<void> {
    await this.#explained(this.#reader.head());
  }

  async close(): Promise<void> {
    await Promise.all([this.#writer.close(), this.#sql.end({ timeout: 5 })]);
  }

  /** A question that is not answered in time has failed, wherever it hangs. */
  async #explained<T>(work: PromiseLike<T>): Promise<T> {
    const sql = this.#sql;
    try {
      const [answer] = await inTime(this.#options.timeoutMs, [work]);
      return answer as T;
    } catch (error) {
      if (isLate(error) && sql === this.#sql) this.#renew();
      throw explain(error, this.#options.url);
    }
  }

  /** A silent connection would take a quarter of an hour to be seen as dead, so the next question gets another. */
  #renew(): void {
    const { timeoutMs, poolSize } = this.#options;
    this.#sql.end({ timeout: timeoutMs / 1000 }).catch(() => {});
    this.#sql = connect(this.#options, poolSize);
    this.#reader = new PostgresReader(this.#sql);
  }
}
