// The file of a devnet: each block is one commit, so that a crash leaves the last complete block.
import { chmodSync, existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** A file that cannot be opened as a devnet; `busy` if another process has it open. */
export class DevnetUnavailable extends Error {
  override name = 'DevnetUnavailable';
  readonly reason: 'busy' | 'failed';

  constructor(reason: 'busy' | 'failed', message: string) {
    super(message);
    this.reason = reason;
  }
}

export type HeadRow = {
  readonly seqno: number;
  readonly lt: number;
  readonly now: number;
  readonly nextMessage: number;
  /** Hash over the previous block's root and this block's transactions. */
  readonly root: Uint8Array;
};
export type TransactionRow = {
  readonly address: string;
  readonly lt: number;
  readonly hash: Uint8Array;
  readonly seqno: number;
  /** Source and logical time of the processed message, if another account sent it. */
  readonly source: string | null;
  readonly createdLt: number | null;
  readonly boc: Uint8Array;
};
/** Selects transactions; both ends of each range are included. */
export type RowFilter = {
  readonly accounts: readonly string[] | null;
  readonly fromLt: number;
  readonly toLt: number;
  readonly fromTime: number;
  readonly toTime: number;
  readonly fromSeqno: number;
  readonly toSeqno: number;
  readonly hash: Uint8Array | null;
  /** Groups of bytes in hex: the transaction contains one of each group. */
  readonly contains: readonly (readonly string[])[];
  readonly isAscending: boolean;
  readonly limit: number;
  readonly offset: number;
};
export type QueueRow = { readonly id: number; readonly destination: string; readonly boc: Uint8Array };
/** The inputs needed to replay the block: an external message, then a number of queued messages, oldest first. */
export type JournalRow = {
  readonly seqno: number;
  readonly now: number;
  /** The external message; for block 0, the accounts of the genesis as JSON. */
  readonly input: Uint8Array | null;
  readonly messages: number;
  /** Accounts to which messages were held back, as JSON. */
  readonly held: string;
  readonly root: Uint8Array;
};
export type BlockRows = {
  readonly head: HeadRow;
  readonly journal: JournalRow;
  readonly accounts: ReadonlyMap<string, Uint8Array>;
  readonly transactions: readonly TransactionRow[];
  readonly taken: readonly number[];
  readonly queued: readonly QueueRow[];
};

const APPLICATION_ID = 0x6d70_746e;
const SCHEMA = `
  PRAGMA application_id = ${APPLICATION_ID};
  CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), seqno INTEGER, lt INTEGER, now INTEGER, next_message INTEGER, root BLOB) STRICT;
  CREATE TABLE journal (seqno INTEGER PRIMARY KEY, now INTEGER, input BLOB, messages INTEGER, held TEXT, root BLOB) STRICT;
  CREATE TABLE accounts (address TEXT PRIMARY KEY, shard BLOB) STRICT;
  CREATE TABLE transactions (lt INTEGER PRIMARY KEY, address TEXT, hash BLOB, seqno INTEGER, source TEXT, created_lt INTEGER, boc BLOB) STRICT;
  CREATE INDEX transactions_of_account ON transactions (address, lt);
  CREATE INDEX transactions_by_message ON transactions (source, created_lt) WHERE source IS NOT NULL;
  CREATE INDEX transactions_of_block ON transactions (seqno);
  CREATE TABLE queue (id INTEGER PRIMARY KEY, destination TEXT, boc BLOB) STRICT;
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT) STRICT;
`;

const TABLES = ['head', 'journal', 'accounts', 'transactions', 'queue', 'settings'];

export const IN_MEMORY = ':memory:';

export class Database {
  readonly #db: DatabaseSync;
  readonly #sql: ReturnType<typeof prepare>;
  #copies = 0;

  constructor(path: string) {
    this.#db = open(path);
    this.#sql = prepare(this.#db);
  }

  head(): HeadRow | undefined {
    return this.#sql.head.get() as HeadRow | undefined;
  }

  account(address: string): Uint8Array | undefined {
    return (this.#sql.account.get(address) as { shard: Uint8Array } | undefined)?.shard;
  }

  /** Pending messages, oldest first, except those to the accounts in `held` (JSON). */
  queue(held: string, limit: number): readonly QueueRow[] {
    return this.#sql.queue.all(held, limit) as QueueRow[];
  }

  /** Newest first, from `fromLt` down to `toLt` exclusive. */
  transactions(address: string, { fromLt, toLt, limit }: { fromLt: number; toLt: number; limit: number }) {
    return this.#sql.transactions.all(address, fromLt, toLt, limit) as TransactionRow[];
  }

  /** Transactions of any account, by logical time. */
  select({ accounts, contains, isAscending, ...filter }: RowFilter): readonly TransactionRow[] {
    const statement = isAscending ? this.#sql.oldest : this.#sql.newest;
    const [among, groups] = [accounts && JSON.stringify(accounts), JSON.stringify(contains)];
    return statement.all({ ...filter, accounts: among, contains: groups }) as TransactionRow[];
  }

  /** The transaction that processed a message. */
  taker(source: string, destination: string, createdLt: number): TransactionRow | undefined {
    return this.#sql.taker.get(source, createdLt, destination) as TransactionRow | undefined;
  }

  ofBlock(seqno: number): readonly TransactionRow[] {
    return this.#sql.ofBlock.all(seqno) as TransactionRow[];
  }

  journal(seqno: number): JournalRow | undefined {
    return this.#sql.journal.get(seqno) as JournalRow | undefined;
  }

  setting(name: string): string | undefined {
    return (this.#sql.setting.get(name) as { value: string } | undefined)?.value;
  }

  set(name: string, value: string): void {
    this.#sql.set.run(name, value);
  }

  commit({ head, journal, accounts, transactions, taken, queued }: BlockRows): void {
    this.#atOnce(() => {
      for (const id of taken) this.#sql.take.run(id);
      for (const row of queued) this.#sql.enqueue.run(row.id, row.destination, row.boc);
      for (const [address, shard] of accounts) this.#sql.keep.run(address, shard);
      for (const { lt, address, hash, seqno, source, createdLt, boc } of transactions)
        this.#sql.append.run(lt, address, hash, seqno, source, createdLt, boc);
      this.#sql.record.run(journal.seqno, journal.now, journal.input, journal.messages, journal.held, journal.root);
      this.#sql.advance.run(head.seqno, head.lt, head.now, head.nextMessage, head.root);
    });
  }

  /** Copies every table into a temporary one, which lasts until the file is closed; returns the number of the copy. */
  copyTables(): number {
    const copy = ++this.#copies;
    for (const table of TABLES) this.#db.exec(`CREATE TEMP TABLE ${table}_${copy} AS SELECT * FROM main.${table}`);
    return copy;
  }

  restoreTables(copy: number): void {
    this.#atOnce(() => {
      for (const table of TABLES)
        this.#db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM temp.${table}_${copy}`);
    });
  }

  /** All rows of a chain, table by table, in a fixed order. */
  *rows(): Generator<readonly [table: string, row: readonly unknown[]]> {
    for (const [table, statement] of Object.entries(this.#sql.whole))
      for (const row of statement.iterate()) yield [table, Object.values(row)];
  }

  close(): void {
    this.#db.close();
  }

  #atOnce(write: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      write();
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }
}

function open(path: string): DatabaseSync {
  const isNew = path === IN_MEMORY || !existsSync(path);
  const db = new DatabaseSync(path, { timeout: 1000 });
  try {
    // Exclusive: two processes with one file would each continue from a state that the other has replaced.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    // On macOS, only this makes the disk flush its cache; elsewhere it changes nothing.
    db.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
    if (isNew) {
      if (path !== IN_MEMORY) chmodSync(path, 0o600);
      db.exec(`BEGIN; ${SCHEMA}; COMMIT`);
    }
    const { application_id: id } = db.prepare('PRAGMA application_id').get() as { application_id: number };
    if (id !== APPLICATION_ID) throw new DevnetUnavailable('failed', `${path}: it is not a devnet`);
    return db;
  } catch (error) {
    db.close();
    const { errcode, message } = error as { errcode?: number; message: string };
    if (errcode === 5)
      throw new DevnetUnavailable('busy', `${path}: another process has this devnet open: stop it first`);
    throw errcode === undefined
      ? error
      : new DevnetUnavailable('failed', `${path}: it cannot be used (SQLite: ${message}, code ${errcode})`);
  }
}

const TRANSACTION = 'address, lt, hash, seqno, source, created_lt AS createdLt, boc';

const SELECTED = `SELECT ${TRANSACTION} FROM transactions WHERE lt BETWEEN :fromLt AND :toLt
  AND seqno BETWEEN :fromSeqno AND :toSeqno
  AND seqno IN (SELECT seqno FROM journal WHERE now BETWEEN :fromTime AND :toTime)
  AND (:accounts IS NULL OR address IN (SELECT value FROM json_each(:accounts)))
  AND (:hash IS NULL OR hash = :hash)
  AND NOT EXISTS (SELECT 1 FROM json_each(:contains) AS bytes WHERE NOT EXISTS
    (SELECT 1 FROM json_each(bytes.value) AS one WHERE instr(boc, unhex(one.value)) > 0))`;

function prepare(db: DatabaseSync) {
  return {
    head: db.prepare('SELECT seqno, lt, now, next_message AS nextMessage, root FROM head'),
    account: db.prepare('SELECT shard FROM accounts WHERE address = ?'),
    queue: db.prepare(
      'SELECT id, destination, boc FROM queue WHERE destination NOT IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?',
    ),
    transactions: db.prepare(
      `SELECT ${TRANSACTION} FROM transactions WHERE address = ? AND lt <= ? AND lt > ? ORDER BY lt DESC LIMIT ?`,
    ),
    oldest: db.prepare(`${SELECTED} ORDER BY lt LIMIT :limit OFFSET :offset`),
    newest: db.prepare(`${SELECTED} ORDER BY lt DESC LIMIT :limit OFFSET :offset`),
    taker: db.prepare(
      `SELECT ${TRANSACTION} FROM transactions WHERE source = ? AND created_lt = ? AND address = ? LIMIT 1`,
    ),
    ofBlock: db.prepare(`SELECT ${TRANSACTION} FROM transactions WHERE seqno = ? ORDER BY lt`),
    journal: db.prepare('SELECT seqno, now, input, messages, held, root FROM journal WHERE seqno = ?'),
    setting: db.prepare('SELECT value FROM settings WHERE name = ?'),
    set: db.prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value'),
    take: db.prepare('DELETE FROM queue WHERE id = ?'),
    enqueue: db.prepare('INSERT INTO queue VALUES (?, ?, ?)'),
    keep: db.prepare('INSERT INTO accounts VALUES (?, ?) ON CONFLICT DO UPDATE SET shard = excluded.shard'),
    append: db.prepare('INSERT INTO transactions VALUES (?, ?, ?, ?, ?, ?, ?)'),
    record: db.prepare('INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)'),
    advance: db.prepare('INSERT OR REPLACE INTO head VALUES (1, ?, ?, ?, ?, ?)'),
    whole: {
      head: db.prepare('SELECT seqno, lt, now, next_message, root FROM head'),
      journal: db.prepare('SELECT seqno, now, input, messages, held, root FROM journal ORDER BY seqno'),
      accounts: db.prepare('SELECT address, shard FROM accounts ORDER BY address'),
      transactions: db.prepare(
        'SELECT lt, address, hash, seqno, source, created_lt, boc FROM transactions ORDER BY lt',
      ),
      queue: db.prepare('SELECT id, destination, boc FROM queue ORDER BY id'),
    },
  };
}
