// The store for many nodes: one PostgreSQL database, read through a pool and written on another thread.
import type { Policy } from '../../core/commands/kind.ts';
import type { JournalMark } from '../../ports/records.ts';
import { type Journal, type JournalOptions, type Rewind, type Store, StoreUnavailable } from '../../ports/store.ts';
import type { StoreModule } from '../../ports/tail.ts';
import { NEXT_SENT } from '../rows/activity.ts';
import { type Access, accessIn } from '../sql/access.ts';
import { auditsIn } from '../sql/audits.ts';
import type { Database } from '../sql/database.ts';
import { figuresIn } from '../sql/figures.ts';
import { sideRecordsIn } from '../sql/side-records.ts';
import { unfinished } from '../unfinished-copy.ts';
import { CLOCK_AHEAD_MS, ClockGuard } from '../writer/clock.ts';
import { shared, WriterHandle } from '../writer/handle.ts';
import { type HeadRead, History } from '../writer/history.ts';
import { siblingModule, ThreadLink } from '../writer/thread-link.ts';
import { readAccounts, readActivity, readHistory } from './activity.ts';
import { postgresChainRequests } from './chain/requests.ts';
import { checkPreparing, checkReached, hasExchange, settingWarnings } from './check.ts';
import { type Connection, type ConnectionOptions, connect, explain, inTime, isLate } from './connection.ts';
import { databaseOf, readClock, transactOn } from './database.ts';
import { currentHost } from './hosts.ts';
import { openJournal } from './journal.ts';
import { PostgresReader } from './reader.ts';
import { readAnswered } from './repetitions.ts';
import { migrate } from './schema.ts';
import { TimedConnections } from './timed-connections.ts';
import type { AskServer } from './transact-once.ts';
import { nameOf, unencrypted } from './url.ts';

export type PostgresOptions = ConnectionOptions & {
  readonly policy: Policy;
  /** How far the server's clock may jump ahead before it is mistrusted; 0 for any distance. */
  readonly clockAheadMs?: number;
  /** Refuses a database that contains no exchange. */
  readonly mustExist?: boolean;
};

/** Connects and migrates the schema; errors name the server and the reason. */
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
    const open = unencrypted(options.url);
    if (open !== undefined) warn(open);
    for (const warning of await settingWarnings(sql)) warn(`${nameOf(options.url)}: ${warning}`);
    if (sequence < 0) throw new StoreUnavailable('failed', unfinished(sequence));
    const located = { ...options, firstHost: currentHost(options.url) };
    const store = new PostgresStore(located, sql, await reader.factory());
    return Object.assign(store, store.access);
  } catch (error) {
    await sql?.end({ timeout: 0 });
    throw explain(error, options.url);
  }
}

/** The number of connections for transactions of several statements. */
const TRANSACTIONS = 2;

class PostgresStore implements Omit<Store, keyof Access> {
  readonly factory: string;
  readonly tail: StoreModule;
  readonly projection: StoreModule;
  readonly journal: StoreModule;
  readonly audits: Store['audits'];
  readonly sideRecords: Store['sideRecords'];
  readonly chainRequests: Store['chainRequests'];
  readonly access: Access;
  readonly #options: PostgresOptions;
  readonly #connections: TimedConnections;
  readonly #database: Database;
  /** Only for transactions of several statements: the driver loses track of a transaction that begins behind a hundred other questions. */
  readonly #transactions: TimedConnections;
  readonly #writer: WriterHandle;
  readonly #clock: ClockGuard;
  readonly #listeners: ((rewind: Rewind) => void)[] = [];
  readonly #history = new History((rewind) => this.#tell(rewind));

  constructor(options: PostgresOptions, sql: Connection, factory: string) {
    this.#options = options;
    const { policy: _, mustExist: __, ...connection } = options;
    this.tail = { module: siblingModule(import.meta.url, 'tail').href, options: connection };
    this.projection = { module: siblingModule(import.meta.url, 'projection/projection').href, options: connection };
    this.journal = { module: siblingModule(import.meta.url, 'journal').href, options: connection };
    this.#connections = new TimedConnections(connection, options.poolSize, { sql });
    // No grace: a transaction whose caller has already been told that it timed out must not be committed later.
    this.#transactions = new TimedConnections(connection, TRANSACTIONS, { graceMs: 0 });
    const ask: AskServer = (work) => this.#connections.ask(work);
    const askInTransaction: AskServer = (work) => this.#transactions.ask(work);
    this.#database = databaseOf(ask);
    const transact = transactOn(ask, askInTransaction);
    this.audits = auditsIn(this.#database);
    this.sideRecords = sideRecordsIn(this.#database, transact);
    this.chainRequests = postgresChainRequests({ ask, askInTransaction });
    this.access = accessIn(this.#database, transact);
    this.factory = factory;
    this.#clock = new ClockGuard(options.clockAheadMs ?? CLOCK_AHEAD_MS);
    const link = new ThreadLink(siblingModule(import.meta.url, 'thread'), { ...options, factory });
    this.#writer = new WriterHandle(link, this.#history);
  }

  commit: Store['commit'] = (batch) => this.#writer.commit(batch);
  head: Store['head'] = async () => (await this.#look((reader, asked) => reader.read([], asked))).found.sequence;
  read: Store['read'] = async (keys) => {
    const { found, listingSequence, balances } = await this.#look((reader, asked) => reader.read(keys, asked));
    return { sequence: found.sequence, listingSequence, balances };
  };
  clock: Store['clock'] = async () => this.#clock.believe(await this.#connections.ask(readClock));
  answered: Store['answered'] = (keys, refusedAfterMs) =>
    this.#connections.ask((sql) => readAnswered(sql, keys, refusedAfterMs));
  // Also checks the head for a rewind of the journal, since callers cache the answer.
  token: Store['token'] = async (address) => (await this.#look((reader, asked) => reader.token(address, asked))).token;
  tokens: Store['tokens'] = () => this.#read((reader) => reader.tokens());
  tokensNamed: Store['tokensNamed'] = (addresses) => this.#read((reader) => reader.tokensNamed(addresses));
  tokenEntries: Store['tokenEntries'] = (page) => this.#read((reader) => reader.tokenEntries(page));
  lastTokenChange: Store['lastTokenChange'] = () => this.#read((reader) => reader.lastTokenChange());
  pool: Store['pool'] = async (a, b) => (await this.#look((reader, asked) => reader.pool(a, b, asked))).pool;
  pools: Store['pools'] = async (page) => (await this.#look((reader, asked) => reader.pools(page, asked))).pools;
  poolsNamed: Store['poolsNamed'] = async (addresses) =>
    (await this.#look((reader, asked) => reader.poolsNamed(addresses, asked))).pools;
  posted: Store['posted'] = (sequence) => this.#read((reader) => reader.posted(sequence));
  times: Store['times'] = (sequences) => this.#read((reader) => reader.times(sequences));
  orderUnder: Store['orderUnder'] = (...name) => this.#read((reader) => reader.orderUnder(...name));
  activity: Store['activity'] = (page) => this.#connections.ask((sql) => readActivity(sql, page));
  history: Store['history'] = (page) => this.#connections.ask((sql) => readHistory(sql, page));
  hasSent: Store['hasSent'] = async (from, to) => {
    const [next] = await this.#database.ask(NEXT_SENT, from, to);
    return next?.sender === from && next.account === to;
  };
  balances: Store['balances'] = (page) => this.#read((reader) => reader.balances(page));
  accounts: Store['accounts'] = (page) => this.#connections.ask((sql) => readAccounts(sql, page));
  keys: Store['keys'] = () => this.#read((reader) => reader.keys());

  figures: Store['figures'] = () => figuresIn(this.#database, 'pg_database_size(current_database())');

  openJournal(options?: JournalOptions): Promise<Journal> {
    return openJournal({ ...this.#options, ...options });
  }

  onTraded: Store['onTraded'] = (listener) => this.#writer.onTraded(listener);
  onCommitted: Store['onCommitted'] = (listener) => this.#writer.onCommitted(listener);

  /** Never called back: if the database's files are lost, the server itself notices and refuses to commit. */
  onLost: Store['onLost'] = () => {};

  onRewind: Store['onRewind'] = (listener) => {
    this.#listeners.push(listener);
  };

  check = shared(async () => {
    await this.#look((reader, asked) => reader.read([], asked));
    try {
      // The writer may be busy finding out whether a batch was committed, which takes longer than a check may take.
      await inTime(this.#options.timeoutMs, [this.#writer.check()]);
    } catch (error) {
      throw isLate(error) ? explain(error, this.#options.url) : error;
    }
  });

  async close(): Promise<void> {
    await Promise.all([this.#writer.close(), this.#transactions.close(), this.#connections.close()]);
  }

  /** Asks a question, and reports a rewind if the answer is not from a journal that continues the one known before. */
  async #look<Answer extends HeadRead>(
    ask: (reader: PostgresReader, asked: JournalMark) => Promise<Answer>,
  ): Promise<Answer> {
    const asked = this.#history.known;
    const answer = await this.#read((reader) => ask(reader, asked));
    this.#history.learn(asked, answer);
    return answer;
  }

  #tell(rewind: Rewind): void {
    for (const listener of this.#listeners) listener(rewind);
  }

  #read<T>(question: (reader: PostgresReader) => PromiseLike<T>): Promise<T> {
    return this.#connections.ask((sql) => question(new PostgresReader(sql)));
  }
}
