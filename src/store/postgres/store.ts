// The store for many nodes: one PostgreSQL database, read through a pool and written on another thread.
import type { Policy } from '../../core/commands/kind.ts';
import type { KeyRecord, Mark } from '../../ports/records.ts';
import { type Journal, type Rewind, type Store, StoreUnavailable } from '../../ports/store.ts';
import type { TailPlace } from '../../ports/tail.ts';
import { unfinished } from '../unfinished-copy.ts';
import { shared, WriterHandle } from '../writer/handle.ts';
import { History, type Look } from '../writer/history.ts';
import { siblingModule, ThreadLink } from '../writer/thread-link.ts';
import { countLiveKeys, readAccounts, readActivity, readKeys } from './activity.ts';
import { postgresAudits } from './audits.ts';
import { postgresChainOrders } from './chain/orders.ts';
import { checkPreparing, checkReached, hasExchange, settingsOff } from './check.ts';
import { type Connection, type ConnectionOptions, connect, explain, inTime, isLate, reconnect } from './connection.ts';
import { ConnectionHealth } from './connection-health.ts';
import { figuresOf } from './figures.ts';
import { currentHost } from './hosts.ts';
import { keyRows } from './inserts.ts';
import { openJournal } from './journal.ts';
import { PostgresReader } from './reader.ts';
import { readAnswered } from './repetitions.ts';
import { migrate } from './schema.ts';
import { addSession, endOtherSessions, endSession, readSession, readSessions } from './sessions.ts';
import { postgresSideRecords } from './side-records.ts';
import { TimedConnections } from './timed-connections.ts';
import { nameOf, unencrypted } from './url.ts';

export type PostgresOptions = ConnectionOptions & {
  readonly policy: Policy;
  /** How far the server's clock may jump ahead before it has to show that it keeps to it; 0 for any distance. */
  readonly clockAheadMs?: number;
  /** Refuse a database in which nobody has made an exchange. */
  readonly mustExist?: boolean;
};

/** Connects and brings the schema up to date; throws an error that names the server and what is wrong. */
export async function openPostgresStore(options: PostgresOptions, warn = (_: string): void => {}): Promise<Store> {
  let sql: Connection | undefined;
  try {
    sql = connect(options, options.poolSize);
    await checkReached(sql, options);
    await checkPreparing(options);
    if (options.mustExist && !(await hasExchange(sql)))
      throw new StoreUnavailable('failed', 'it contains no exchange; millpond serve creates one');
    const migrated = await migrate(sql);
    if (migrated !== undefined) warn(`${nameOf(options.url)}: ${migrated}`);
    const reader = new PostgresReader(sql);
    const { sequence } = (await reader.read([])).found;
    const off = (await settingsOff(sql)).join(', ');
    const open = unencrypted(options.url);
    if (open !== undefined) warn(open);
    if (off !== '')
      warn(
        `${nameOf(options.url)}: a crash of the database server can lose confirmed transactions, because these settings are off: ${off}`,
      );
    if (sequence < 0) throw new StoreUnavailable('failed', unfinished(sequence));
    return new PostgresStore({ ...options, firstHost: currentHost(options.url) }, sql, await reader.factory());
  } catch (error) {
    await sql?.end({ timeout: 0 });
    throw explain(error, options.url);
  }
}

/** At once. */
const TRANSACTIONS = 2;

class PostgresStore implements Store {
  readonly factory: string;
  readonly tail: TailPlace;
  readonly projection: TailPlace;
  readonly journal: TailPlace;
  readonly audits: Store['audits'];
  readonly sideRecords: Store['sideRecords'];
  readonly chainOrders: Store['chainOrders'];
  readonly #options: PostgresOptions;
  #sql: Connection;
  /** For transactions of several statements alone: the driver loses hold of one that begins behind a hundred other questions. */
  readonly #transactions: TimedConnections;
  #reader: PostgresReader;
  #health: ConnectionHealth;
  readonly #writer: WriterHandle;
  readonly #listeners: ((rewind: Rewind) => void)[] = [];
  readonly #history = new History((rewind) => this.#tell(rewind));

  constructor(options: PostgresOptions, sql: Connection, factory: string) {
    this.#options = options;
    const { policy: _, mustExist: __, ...connection } = options;
    this.tail = { module: siblingModule(import.meta.url, 'tail').href, options: connection };
    this.projection = { module: siblingModule(import.meta.url, 'projection/projection').href, options: connection };
    this.journal = { module: siblingModule(import.meta.url, 'journal').href, options: connection };
    this.#sql = sql;
    this.#transactions = new TimedConnections(connection, TRANSACTIONS);
    const access = {
      ask: <T>(work: (sql: Connection) => PromiseLike<T>) => this.#explained(work(this.#sql)),
      transact: <T>(work: (sql: Connection) => PromiseLike<T>) => this.#transactions.ask(work),
    };
    this.audits = postgresAudits(access);
    this.sideRecords = postgresSideRecords(access);
    this.chainOrders = postgresChainOrders(access);
    this.factory = factory;
    this.#reader = new PostgresReader(sql);
    this.#health = new ConnectionHealth(options.timeoutMs);
    const link = new ThreadLink(siblingModule(import.meta.url, 'thread'), { ...options, factory });
    this.#writer = new WriterHandle(link, this.#history);
  }

  commit: Store['commit'] = (batch) => this.#writer.commit(batch);
  head: Store['head'] = async () => (await this.#look((asked) => this.#reader.read([], asked))).found.sequence;
  read: Store['read'] = async (keys) => {
    const { found, listingSequence, balances } = await this.#look((asked) => this.#reader.read(keys, asked));
    return { sequence: found.sequence, listingSequence, balances };
  };
  answered: Store['answered'] = (keys, refusedAfterMs) =>
    this.#explained(readAnswered(this.#sql, keys, refusedAfterMs));
  // Looking at the head as well, since what is read here will be remembered.
  token: Store['token'] = async (address) => (await this.#look((asked) => this.#reader.token(address, asked))).token;
  tokens: Store['tokens'] = () => this.#explained(this.#reader.tokens());
  tokensNamed: Store['tokensNamed'] = (addresses) => this.#explained(this.#reader.tokensNamed(addresses));
  tokenEntries: Store['tokenEntries'] = (page) => this.#explained(this.#reader.tokenEntries(page));
  lastTokenChange: Store['lastTokenChange'] = () => this.#explained(this.#reader.lastTokenChange());
  pool: Store['pool'] = async (a, b) => (await this.#look((asked) => this.#reader.pool(a, b, asked))).pool;
  pools: Store['pools'] = async (page) => (await this.#look((asked) => this.#reader.pools(page, asked))).pools;
  poolsNamed: Store['poolsNamed'] = async (addresses) =>
    (await this.#look((asked) => this.#reader.poolsNamed(addresses, asked))).pools;
  posted: Store['posted'] = (sequence) => this.#explained(this.#reader.posted(sequence));
  activity: Store['activity'] = (page) => this.#explained(readActivity(this.#sql, page));
  balances: Store['balances'] = (page) => this.#explained(this.#reader.balances(page));
  accounts: Store['accounts'] = (page) => this.#explained(readAccounts(this.#sql, page));
  key: Store['key'] = (id) => this.#explained(this.#reader.key(id));
  keys: Store['keys'] = () => this.#explained(this.#reader.keys());
  liveKeys: Store['liveKeys'] = (account) => this.#explained(countLiveKeys(this.#sql, account));
  keysAfter: Store['keysAfter'] = (page) => this.#explained(readKeys(this.#sql, page));

  figures: Store['figures'] = () => this.#explained(figuresOf(this.#sql));

  async addKey(key: KeyRecord): Promise<void> {
    await this.#explained(this.#sql`INSERT INTO keys ${keyRows(this.#sql, [key])}`);
  }

  async revokeKey(id: string, revokedAtMs: number): Promise<boolean> {
    const revoked = await this.#explained(
      this.#sql`UPDATE keys SET revoked_at_ms = ${revokedAtMs} WHERE id = ${id} AND revoked_at_ms IS NULL`,
    );
    return revoked.count === 1;
  }

  session: Store['session'] = (hash) => this.#explained(readSession(this.#sql, hash));
  sessionsOf: Store['sessionsOf'] = (page) => this.#explained(readSessions(this.#sql, page));
  endOtherSessions: Store['endOtherSessions'] = (account, but) =>
    this.#explained(endOtherSessions(this.#sql, account, but));
  addSession: Store['addSession'] = async (session, bounds) =>
    void (await this.#explained(addSession(this.#sql, session, bounds)));
  endSession: Store['endSession'] = async (hash) => void (await this.#explained(endSession(this.#sql, hash)));

  openJournal(): Promise<Journal> {
    return openJournal(this.#options);
  }

  onTraded: Store['onTraded'] = (listener) => this.#writer.onTraded(listener);

  /** Its server notices by itself, and refuses. */
  onLost: Store['onLost'] = () => {};

  onRewind: Store['onRewind'] = (listener) => {
    this.#listeners.push(listener);
  };

  check = shared(async () => {
    await this.#look((asked) => this.#reader.read([], asked));
    try {
      // The writer may be busy with finding out what became of a batch, which takes longer than a check may.
      await inTime(this.#options.timeoutMs, [this.#writer.check()]);
    } catch (error) {
      throw isLate(error) ? explain(error, this.#options.url) : error;
    }
  });

  async close(): Promise<void> {
    await Promise.all([this.#writer.close(), this.#transactions.close(), this.#sql.end({ timeout: 5 })]);
  }

  /** Makes sure that the journal is the one that was known when the question was asked. */
  async #look<Answer extends Look>(ask: (asked: Mark) => Promise<Answer>): Promise<Answer> {
    const asked = this.#history.known;
    const answer = await this.#explained(ask(asked));
    this.#history.learn(asked, answer);
    return answer;
  }

  #tell(rewind: Rewind): void {
    for (const listener of this.#listeners) listener(rewind);
  }

  /** A question that is not answered in time has failed, wherever it hangs. */
  async #explained<T>(work: PromiseLike<T>): Promise<T> {
    const sql = this.#sql;
    const askedMs = performance.now();
    try {
      const [answer] = await inTime(this.#options.timeoutMs, [work]);
      if (sql === this.#sql) this.#health.answered(askedMs);
      return answer as T;
    } catch (error) {
      // To connect again while all connections are busy would only add to what they have to do.
      if (isLate(error) && sql === this.#sql && !this.#health.isOnlyBusy(askedMs)) this.#renew(error);
      throw explain(error, this.#options.url);
    }
  }

  /** A silent connection would take a quarter of an hour to be seen as dead, so the next question gets another. */
  #renew(error: unknown): void {
    const { timeoutMs, poolSize } = this.#options;
    this.#sql = reconnect(this.#sql, error, this.#options, { max: poolSize, graceMs: timeoutMs });
    this.#reader = new PostgresReader(this.#sql);
    this.#health = new ConnectionHealth(timeoutMs);
  }
}
