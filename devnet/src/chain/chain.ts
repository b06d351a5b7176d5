// A chain of blocks over the emulator. Instant: one block has a message and all messages that it causes. Timed: these come in later blocks.
import { type Address, Cell, loadMessage, type TupleItem } from '@ton/core';
import type { AccountView } from './account.ts';
import { Accounts } from './accounts.ts';
import { Block, type Refused } from './block.ts';
import { Database, type HeadRow, type JournalRow, type TransactionRow } from './database.ts';
import { Emulator, type GetterOutcome } from './emulator.ts';

export type ChainOptions = {
  readonly path: string;
  /** Interval between blocks while messages are pending; 0 for instant. */
  readonly blockMs: number;
  /** Returns the time in milliseconds. */
  readonly clock?: () => number;
  /** Called once for each failure to make a block that no caller waits for, such as a full disk; the block is retried. */
  readonly onTrouble?: (message: string) => void;
};
export type GenesisAccount = readonly [address: string, shardBase64: string];
/** A state of a chain, to which that chain can return until it is closed. */
export type Snapshot = { readonly seqno: number };
/** `lt` is that of the transaction that executed the message. */
export type Sent = { readonly hash: Buffer; readonly lt: number } | { readonly refused: Refused };
type Waiter = { readonly check: () => void; readonly reject: (error: Error) => void };

/** Most internal messages that one block executes; the others are executed in the next block. */
const MOST_MESSAGES = 10_000;
const KEPT_ACCOUNTS = 2000;
/** Delay before an instant chain retries a failed block. */
const RETRY_MS = 1000;
/** The chain's time has 32 bits. */
const LAST_SECOND = 2 ** 32 - 1;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Setting: the dictionary of libraries that contracts refer to. */
const LIBRARIES = 'libraries';
/** Setting: how many seconds the chain's clock is ahead of the machine's. */
const SKIPPED = 'skipped seconds';

export class Chain {
  readonly database: Database;
  readonly #emulator: Emulator;
  #accounts: Accounts;
  readonly #clock: () => number;
  readonly #blockMs: number;
  readonly #held = new Set<string>();
  readonly #snapshots = new Map<Snapshot, { readonly tables: number; readonly held: readonly string[] }>();
  readonly #waiters = new Set<Waiter>();
  #head: HeadRow;
  #skippedS: number;
  #toldS = 0;
  /** Serializes the making of blocks. */
  #turn: Promise<unknown> = Promise.resolve();
  #ticking: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  readonly #onTrouble: (message: string) => void;
  /** The last reported failure, until a block succeeds. */
  #trouble: string | undefined;
  #isClosed = false;

  private constructor(database: Database, emulator: Emulator, head: HeadRow, options: ChainOptions) {
    this.database = database;
    this.#emulator = emulator;
    this.#accounts = new Accounts(database, KEPT_ACCOUNTS);
    this.#head = head;
    this.#clock = options.clock ?? Date.now;
    this.#blockMs = options.blockMs;
    this.#onTrouble = options.onTrouble ?? (() => {});
    this.#skippedS = Number(database.setting(SKIPPED) ?? 0);
  }

  /** Continues where the file ends; a new file begins with the given accounts. */
  static async open(
    options: ChainOptions,
    genesis: readonly GenesisAccount[] = [],
    libraries: Cell | null = null,
  ): Promise<Chain> {
    const database = new Database(options.path);
    try {
      const nowS = Math.floor((options.clock ?? Date.now)() / 1000);
      const head = database.head() ?? begin(database, nowS, genesis);
      if (libraries) database.set(LIBRARIES, libraries.toBoc().toString('base64'));
      return new Chain(database, await Emulator.create(librariesIn(database)), head, options);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Starts processing pending and new messages. */
  start(): void {
    if (this.#blockMs === 0) void this.#inBackground(this.#drain());
    else this.#ticking ??= setInterval(() => void this.#inBackground(this.step()), this.#blockMs).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#ticking);
    clearTimeout(this.#retry);
    await this.#turn;
    for (const { reject } of this.#waiters) reject(closed());
    this.database.close();
  }

  get head(): HeadRow {
    return this.#head;
  }

  /** The chain's time in seconds; advances even without blocks, and never goes back. */
  nowS(): number {
    const clockS = Math.floor(this.#clock() / 1000) + this.#skippedS;
    this.#toldS = Math.max(this.#toldS, this.#head.now, clockS);
    return this.#toldS;
  }

  account(address: Address): AccountView {
    return this.#accounts.view(address.toRawString());
  }

  /** Runs a get-method; undefined if the account has no code. */
  async get(address: Address, methodId: number, stack: readonly TupleItem[]): Promise<GetterOutcome | undefined> {
    const { code, data, balance } = this.account(address);
    if (!code || !data) return undefined;
    return this.#emulator.getter({ address, code, data, balance }, methodId, stack, {
      now: this.nowS(),
      lt: this.#head.lt,
    });
  }

  transactions(address: Address, page: { fromLt: number; toLt: number; limit: number }): readonly TransactionRow[] {
    return this.database.transactions(address.toRawString(), page);
  }

  /** Sends an external message; it is in a block when this resolves, or refused by the account, which is then unchanged. */
  send(boc: Buffer): Promise<Sent> {
    return this.#exclusively(() => this.#send(boc));
  }

  /** Executes a message without committing it and without checking its signature. */
  tryOut(message: Cell, address: Address) {
    const shard = this.#accounts.shard(address.toRawString());
    const at = { now: this.nowS(), lt: this.#head.lt + 1, ignoreSignature: true };
    return this.#emulator.transaction(message, shard, at);
  }

  /** Resolves when no message is in flight, apart from those to held accounts. */
  async settled(): Promise<void> {
    // A block that is being made may send messages.
    await this.#exclusively(async () => {});
    await this.until(() => !this.isUnderWay());
  }

  /** Resolves when `isDone`, asked again after each change, is true; rejects if it throws, and if the chain is closed. */
  until(isDone: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const check = () => {
      try {
        if (isDone()) resolve();
      } catch (error) {
        reject(error);
      }
    };
    // The chain's own timers do not keep the process running, but somebody waits for them now.
    const awake = setInterval(check, LONGEST_TIMER_MS);
    const waiter = { check, reject };
    this.#waiters.add(waiter);
    check();
    return promise.finally(() => {
      clearInterval(awake);
      this.#waiters.delete(waiter);
    });
  }

  /** Messages to a held account wait, as in a shard that lags. */
  hold(address: Address): void {
    this.#held.add(address.toRawString());
    this.#checkWaiters();
  }

  isHeld(address: Address): boolean {
    return this.#held.has(address.toRawString());
  }

  release(address: Address): Promise<void> {
    this.#held.delete(address.toRawString());
    return this.#blockMs === 0 ? this.#drain() : Promise.resolve();
  }

  /** Sets the chain's clock ahead permanently. */
  skipTime(seconds: number): void {
    if (!Number.isSafeInteger(seconds) || seconds < 0 || this.nowS() + seconds > LAST_SECOND)
      throw new RangeError('seconds: must be a whole number, at least 0, that ends before 2106');
    this.#skippedS += seconds;
    this.database.set(SKIPPED, String(this.#skippedS));
  }

  snapshot(): Promise<Snapshot> {
    return this.#exclusively(async () => {
      const snapshot = { seqno: this.#head.seqno };
      this.#snapshots.set(snapshot, { tables: this.database.copyTables(), held: [...this.#held] });
      return snapshot;
    });
  }

  /** Returns to a snapshot, any number of times; also restores the clock, held accounts and pending messages. */
  revert(snapshot: Snapshot): Promise<void> {
    return this.#exclusively(async () => {
      const kept = this.#snapshots.get(snapshot);
      if (!kept) throw new Error('this snapshot is of another devnet');
      this.database.restoreTables(kept.tables);
      this.#head = this.database.head() as HeadRow;
      this.#accounts = new Accounts(this.database, KEPT_ACCOUNTS);
      this.#held.clear();
      for (const key of kept.held) this.#held.add(key);
      this.#skippedS = Number(this.database.setting(SKIPPED) ?? 0);
      this.#toldS = 0;
      this.#checkWaiters();
    });
  }

  /** Makes a block that executes the pending messages, but not those they send; makes none if nothing is pending. */
  step(): Promise<void> {
    return this.#exclusively(async () => {
      const { length } = this.database.queue(this.#heldText(), MOST_MESSAGES);
      if (length > 0) await this.#finish(this.#block(this.nowS()), length);
    });
  }

  /** True if messages are pending, not counting those to held accounts. */
  isUnderWay(): boolean {
    return this.database.queue(this.#heldText(), 1).length > 0;
  }

  /** Repeats a block from another chain's journal. */
  replay({ now, input, messages, held }: JournalRow): Promise<void> {
    return this.#exclusively(async () => {
      const block = this.#block(now);
      if (input) {
        const { cell, to } = externalMessage(Buffer.from(input));
        await block.takeExternal(Buffer.from(input), cell, to);
      }
      await this.#finish(block, messages, held);
    });
  }

  async #send(boc: Buffer): Promise<Sent> {
    const { cell, to } = externalMessage(boc);
    const block = this.#block(this.nowS());
    const lt = block.nextLt;
    const refused = await block.takeExternal(boc, cell, to);
    if (refused) return { refused };
    await this.#finish(block, this.#blockMs === 0 ? MOST_MESSAGES : 0);
    if (this.#blockMs === 0 && this.isUnderWay()) void this.#inBackground(this.#drain());
    return { hash: cell.hash(), lt };
  }

  async #drain(): Promise<void> {
    while (!this.#isClosed && this.isUnderWay()) {
      await this.#exclusively(async () => {
        if (this.isUnderWay()) await this.#finish(this.#block(this.nowS()), MOST_MESSAGES);
      });
    }
  }

  async #inBackground(work: Promise<void>): Promise<void> {
    try {
      await work;
      this.#trouble = undefined;
    } catch (error) {
      // The emulator throws numbers when it has crashed: only a new thread recovers it.
      if (!(error instanceof Error)) throw new Error(`the emulator has broken down (${error})`);
      if (error.message !== this.#trouble)
        this.#onTrouble(`no block could be made: ${error.message}; it is tried again`);
      this.#trouble = error.message;
      if (this.#blockMs === 0 && !this.#isClosed) this.#retryLater();
    }
  }

  #retryLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#inBackground(this.#drain()), RETRY_MS).unref();
  }

  /** Executes up to `most` messages and commits; a hold or release meanwhile applies to the next block. */
  async #finish(block: Block, most: number, held = this.#heldText()): Promise<void> {
    await block.takeQueued(this.database.queue(held, most), new Set(JSON.parse(held)), most);
    const rows = block.rows(held);
    this.database.commit(rows);
    this.#accounts.replace(rows.accounts);
    this.#head = rows.head;
    this.#checkWaiters();
  }

  #checkWaiters(): void {
    for (const { check } of this.#waiters) check();
  }

  #heldText(): string {
    return JSON.stringify([...this.#held]);
  }

  #block(now: number): Block {
    return new Block(this.#head, now, { accounts: this.#accounts, emulator: this.#emulator });
  }

  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(closed());
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }
}

const closed = (): Error => new Error('the devnet is closed');

/** Thrown if the input is not an external message. */
export class NoMessage extends Error {
  override name = 'NoMessage';
}

/** The network's limit for an external message. */
const MOST_BYTES = 65_535;

function externalMessage(boc: Buffer): { readonly cell: Cell; readonly to: Address } {
  if (boc.length > MOST_BYTES) throw new NoMessage(`it has ${boc.length} bytes, and at most ${MOST_BYTES} are taken`);
  try {
    const cell = Cell.fromBoc(boc)[0] as Cell;
    const { info } = loadMessage(cell.beginParse());
    if (info.type === 'external-in') return { cell, to: info.dest };
  } catch (error) {
    throw new NoMessage(`it is no bag of cells with a message (${(error as Error).message})`);
  }
  throw new NoMessage('it is no message from outside');
}

/** The library cells of the devnet, as a dictionary; null if there are none. */
export function librariesIn(database: Pick<Database, 'setting'>): Cell | null {
  const stored = database.setting(LIBRARIES);
  return stored === undefined ? null : Cell.fromBase64(stored);
}

function begin(database: Database, now: number, genesis: readonly GenesisAccount[]): HeadRow {
  const head = { seqno: 0, lt: 0, now, nextMessage: 1, root: Buffer.alloc(32) };
  const accounts = new Map(genesis.map(([address, shard]) => [address, Buffer.from(shard, 'base64')]));
  const input = Buffer.from(JSON.stringify(genesis));
  const journal = { seqno: 0, now, input, messages: 0, held: '[]', root: head.root };
  database.commit({ head, journal, accounts, transactions: [], taken: [], queued: [] });
  return head;
}
