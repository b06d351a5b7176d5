// The embedded store: one SQLite file, read on the caller's thread and written on another.
import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Policy } from '../../core/commands/kind.ts';
import type { JournalMark } from '../../ports/records.ts';
import type { Journal, JournalOptions, Rewind, Store } from '../../ports/store.ts';
import type { StoreModule } from '../../ports/tail.ts';
import { KEYS } from '../rows/rows.ts';
import { type Access, accessIn } from '../sql/access.ts';
import { auditsIn } from '../sql/audits.ts';
import type { Database, Transact } from '../sql/database.ts';
import { figuresIn } from '../sql/figures.ts';
import { sideRecordsIn } from '../sql/side-records.ts';
import { unfinished } from '../unfinished-copy.ts';
import { shared, WriterHandle } from '../writer/handle.ts';
import { History } from '../writer/history.ts';
import { siblingModule, ThreadLink } from '../writer/thread-link.ts';
import { activityReader } from './activity.ts';
import { sqliteChainRequests } from './chain/requests.ts';
import { type ConnectionOptions, explain, openReader, openWriter } from './connection.ts';
import { prepared, WORDS } from './database.ts';
import { identityOf, refuseLost, watchFile } from './file-identity.ts';
import { openJournal } from './journal.ts';
import { retryWhileLocked, TRY_MS } from './lock-retries.ts';
import { SqliteReader } from './reader.ts';
import { migrate, SchemaMismatch } from './schema.ts';
import { lockForServer, type ServerLock } from './server-lock.ts';
import { tryToWrite } from './transaction.ts';

export type SqliteOptions = ConnectionOptions & {
  readonly policy: Policy;
  /** How far the machine's clock may jump ahead before it is mistrusted; 0 for any distance. */
  readonly clockAheadMs?: number;
  /** Refuses a file that can be read but not written. */
  readonly mustWrite?: boolean;
  /** Refuses a file that another server has open, and keeps others from it until this store is closed. */
  readonly isServer?: boolean;
};

/** Opens the file, creating or migrating it; errors name the file and the reason. */
export async function openSqliteStore(options: SqliteOptions, warn = (_: string): void => {}): Promise<Store> {
  let lock: ServerLock | undefined;
  try {
    const db = openWriter(options);
    try {
      if (options.isServer) lock = lockForServer(options.path);
      const migrated = migrate(db);
      if (migrated !== undefined) warn(`${options.path}: ${migrated}`);
      const { sequence } = new SqliteReader(db).mark();
      if (sequence < 0) throw new SchemaMismatch(unfinished(sequence));
      if (options.mustWrite) tryToWrite(db);
    } finally {
      db.close();
    }
    const store = new SqliteStore(options, lock);
    return Object.assign(store, store.access);
  } catch (error) {
    lock?.release();
    throw explain(error, options.path);
  }
}

/** A proof is never needed: the writer knows the outcome of every transaction, or reports that it is unknown. */
const NO_PROOF = () => ({ text: '', values: [] });

class SqliteStore implements Omit<Store, keyof Access> {
  readonly factory: string;
  readonly tail: StoreModule;
  readonly projection: StoreModule;
  readonly journal: StoreModule;
  readonly audits: Store['audits'];
  readonly sideRecords: Store['sideRecords'];
  readonly access: Access;
  readonly chainRequests = sqliteChainRequests({
    ask: (read) => this.#ask(() => read(this.#db)),
    write: (work) => this.#write(work),
  });
  readonly #options: SqliteOptions & Required<ConnectionOptions>;
  readonly #db: DatabaseSync;
  readonly #reader: SqliteReader;
  readonly #database: Database;
  readonly #activity: ReturnType<typeof activityReader>;
  readonly #writer: WriterHandle;
  readonly #watches: NodeJS.Timeout[] = [];
  readonly #listeners: ((rewind: Rewind) => void)[] = [];
  readonly #history = new History((rewind) => this.#tell(rewind));
  readonly #lock: ServerLock | undefined;

  constructor(options: SqliteOptions, lock: ServerLock | undefined) {
    this.#lock = lock;
    this.#db = openReader(options);
    this.#reader = new SqliteReader(this.#db);
    this.factory = this.#reader.factory();
    const { path, busyTimeoutMs } = options;
    // The file and its log are open by now; all other connections of this store must open the same two files.
    const connection = { path, busyTimeoutMs, file: identityOf(path) };
    this.#options = { ...options, ...connection };
    const { clockAheadMs } = options;
    this.tail = { module: siblingModule(import.meta.url, 'tail').href, options: { ...connection, clockAheadMs } };
    this.projection = { module: siblingModule(import.meta.url, 'projection/projection').href, options: connection };
    this.journal = { module: siblingModule(import.meta.url, 'journal').href, options: connection };
    this.#activity = activityReader(this.#db);
    this.#writer = new WriterHandle(
      new ThreadLink(siblingModule(import.meta.url, 'thread'), this.#options),
      this.#history,
    );
    const sql = prepared(this.#db);
    const transact: Transact = (steps) => this.#writer.write(steps) as ReturnType<Transact>;
    this.#database = {
      ...WORDS,
      ask: async (text, ...values) => this.#ask(() => sql(text).all(...values) as never),
      write: async (text, ...values) => ((await transact([{ text, values }], NO_PROOF))?.[0] ?? []) as never,
    };
    this.audits = auditsIn(this.#database);
    this.sideRecords = sideRecordsIn(this.#database, transact);
    const keyById = sql(`SELECT ${KEYS.list} FROM keys WHERE id = ?`);
    this.access = {
      ...accessIn(this.#database, transact),
      // Called for every request, so it uses a statement that is already prepared.
      key: async (id) =>
        this.#ask(() => {
          const row = keyById.get(id);
          return row && KEYS.recordOf(row);
        }),
    };
  }

  commit: Store['commit'] = (batch) => this.#writer.commit(batch);

  head: Store['head'] = async () => this.#ask(() => this.#look(this.#reader.mark()));
  read: Store['read'] = async (keys) =>
    this.#ask(() => {
      const { mark, listingSequence, balances } = this.#reader.read(keys);
      return { sequence: this.#look(mark), listingSequence, balances };
    });
  clock: Store['clock'] = async () => Date.now();
  answered: Store['answered'] = async (keys, refusedAfterMs) =>
    this.#ask(() => this.#reader.answered(keys, refusedAfterMs));
  token: Store['token'] = async (address) => this.#askLooking(() => this.#reader.token(address));
  tokens: Store['tokens'] = async () => this.#ask(() => this.#reader.tokens());
  tokensNamed: Store['tokensNamed'] = async (addresses) => this.#ask(() => this.#reader.tokensNamed(addresses));
  tokenEntries: Store['tokenEntries'] = async (page) => this.#ask(() => this.#reader.tokenEntries(page));
  lastTokenChange: Store['lastTokenChange'] = async () => this.#ask(() => this.#reader.lastTokenChange());
  pool: Store['pool'] = async (a, b) => this.#askLooking(() => this.#reader.pool(a, b));
  pools: Store['pools'] = async (page) => this.#askLooking(() => this.#reader.pools(page));
  poolsNamed: Store['poolsNamed'] = async (addresses) => this.#askLooking(() => this.#reader.poolsNamed(addresses));
  posted: Store['posted'] = async (sequence) => this.#ask(() => this.#reader.posted(sequence));
  times: Store['times'] = async (sequences) => this.#ask(() => this.#reader.times(sequences));
  orderUnder: Store['orderUnder'] = async (...name) => this.#ask(() => this.#reader.orderUnder(...name));
  activity: Store['activity'] = async (page) => this.#ask(() => this.#activity.activity(page));
  history: Store['history'] = async (page) => this.#ask(() => this.#activity.history(page));
  hasSent: Store['hasSent'] = async (from, to) => this.#ask(() => this.#activity.hasSent(from, to));
  balances: Store['balances'] = async (page) => this.#ask(() => this.#reader.balances(page));
  accounts: Store['accounts'] = async (page) => this.#ask(() => this.#activity.accounts(page));
  keys: Store['keys'] = async () => this.#ask(() => this.#reader.keys());

  figures: Store['figures'] = async () => {
    this.#refuseLost();
    const { path } = this.#options;
    const sizes = [path, `${path}-wal`].map((name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0);
    return { ...(await figuresIn(this.#database, '0')), bytes: sizes.reduce((sum, size) => sum + size, 0) };
  };

  openJournal(options?: JournalOptions): Promise<Journal> {
    return openJournal({ ...this.#options, ...options });
  }

  onTraded: Store['onTraded'] = (listener) => this.#writer.onTraded(listener);
  onCommitted: Store['onCommitted'] = (listener) => this.#writer.onCommitted(listener);

  onRewind: Store['onRewind'] = (listener) => {
    this.#listeners.push(listener);
  };

  onLost: Store['onLost'] = (listener) => {
    this.#watches.push(watchFile(this.#options.path, this.#options.file, listener));
  };

  check = shared(async () => {
    this.#refuseLost();
    this.#ask(() => this.#look(this.#reader.mark()));
    await this.#writer.check();
  });

  async close(): Promise<void> {
    for (const watch of this.#watches) clearInterval(watch);
    await this.#writer.close();
    this.#db.close();
    this.#lock?.release();
  }

  /** Also reads the head at the same moment and checks it for a rewind of the journal, since callers cache the answer. */
  #askLooking<T>(read: () => T): T {
    return this.#ask(() => {
      const { answer, mark } = this.#reader.atOneMoment(() => ({ answer: read(), mark: this.#reader.mark() }));
      this.#look(mark);
      return answer;
    });
  }

  /** Reports a rewind if the found head does not continue the known journal; returns its sequence. */
  #look(found: JournalMark): number {
    const asked = this.#history.known;
    const idAtKnown = found.id === asked.id ? found.id : this.#reader.idAt(asked.sequence);
    this.#history.learn(asked, { found, idAtKnown });
    return found.sequence;
  }

  #tell(rewind: Rewind): void {
    for (const listener of this.#listeners) listener(rewind);
  }

  #refuseLost(): void {
    refuseLost(this.#options.path, this.#options.file);
  }

  #ask<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw explain(error, this.#options.path);
    }
  }

  #write<T>(work: (db: DatabaseSync) => T): Promise<T> {
    return retryWhileLocked(this.#options, () => this.#tryToWrite(work));
  }

  #tryToWrite<T>(work: (db: DatabaseSync) => T): T {
    const db = openWriter({ ...this.#options, busyTimeoutMs: TRY_MS });
    try {
      const done = work(db);
      this.#refuseLost();
      return done;
    } finally {
      db.close();
    }
  }
}
