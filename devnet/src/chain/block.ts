// A block being made: it executes messages one by one, and nothing is visible until it is committed.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Address, Cell, Dictionary, loadMessage } from '@ton/core';
import type { Accounts } from './accounts.ts';
import type { BlockRows, HeadRow, QueueRow, TransactionRow } from './database.ts';
import type { Emulator } from './emulator.ts';

/** Distance between the logical times of two transactions: leaves room for those of all messages that a transaction sends. */
const LT_STEP = 1_000_000;
/** Yields to the event loop after this many transactions, which take milliseconds each. */
const TURN = 8;

export type Refused = { readonly exitCode: number | undefined; readonly error: string };

export class Block {
  readonly #head: HeadRow;
  readonly #now: number;
  readonly #accounts: Accounts;
  readonly #emulator: Emulator;
  readonly #changed = new Map<string, Uint8Array>();
  readonly #transactions: TransactionRow[] = [];
  readonly #taken: number[] = [];
  #input: Uint8Array | null = null;
  readonly #queued: QueueRow[] = [];
  #messages = 0;
  #nextMessage: number;

  constructor(head: HeadRow, now: number, { accounts, emulator }: { accounts: Accounts; emulator: Emulator }) {
    this.#head = head;
    this.#now = now;
    this.#accounts = accounts;
    this.#emulator = emulator;
    this.#nextMessage = head.nextMessage;
  }

  /** The logical time of the next transaction. */
  get nextLt(): number {
    return this.#head.lt + (this.#transactions.length + 1) * LT_STEP;
  }

  /** Executes an external message; an account that does not accept it is unchanged. */
  async takeExternal(boc: Buffer, message: Cell, to: Address): Promise<Refused | undefined> {
    this.#input = boc;
    return this.#transact(message, to.toRawString(), false);
  }

  /** Executes at most `most` internal messages, oldest first: waiting ones, then those sent in this block, except to `held` accounts. */
  async takeQueued(waiting: readonly QueueRow[], held: ReadonlySet<string>, most: number): Promise<void> {
    while (this.#messages < most) {
      const next = waiting[this.#messages] ?? this.#nextOwn(held);
      if (next === undefined) return;
      if (next.id < this.#head.nextMessage) this.#taken.push(next.id);
      this.#messages += 1;
      await this.#transact(Cell.fromBoc(Buffer.from(next.boc))[0] as Cell, next.destination, true);
      if (this.#messages % TURN === 0) await setImmediate();
    }
  }

  /** The rows to commit. */
  rows(held: string): BlockRows {
    const { seqno: before, lt } = this.#head;
    const seqno = before + 1;
    const root = createHash('sha256').update(this.#head.root).update(`${seqno} ${this.#now}`);
    for (const { hash } of this.#transactions) root.update(hash);
    const head = {
      seqno,
      lt: lt + this.#transactions.length * LT_STEP,
      now: this.#now,
      nextMessage: this.#nextMessage,
      root: root.digest(),
    };
    return {
      head,
      journal: { seqno, now: this.#now, input: this.#input, messages: this.#messages, held, root: head.root },
      accounts: this.#changed,
      transactions: this.#transactions,
      taken: this.#taken,
      queued: this.#queued,
    };
  }

  async #transact(message: Cell, key: string, isInternal: boolean): Promise<Refused | undefined> {
    const lt = this.nextLt;
    const shard = this.#changed.get(key) ?? this.#accounts.shard(key);
    const result = await this.#emulator.transaction(message, shard, { now: this.#now, lt });
    if (!result.success) {
      // An internal message that no transaction can process is dropped, with its value.
      return isInternal ? undefined : { exitCode: result.vmResults?.vmExitCode, error: result.error };
    }
    this.#changed.set(key, Buffer.from(result.shardAccount, 'base64'));
    this.#record(key, Buffer.from(result.transaction, 'base64'));
    return undefined;
  }

  #record(address: string, boc: Buffer): void {
    const cell = Cell.fromBoc(boc)[0] as Cell;
    const { lt, inMessage, outMessages } = messagesOf(cell);
    const taken = inMessage && loadMessage(inMessage.beginParse()).info;
    const internal = taken?.type === 'internal' ? taken : undefined;
    this.#transactions.push({
      address,
      lt,
      hash: cell.hash(),
      seqno: this.#head.seqno + 1,
      source: internal?.src.toRawString() ?? null,
      createdLt: internal ? Number(internal.createdLt) : null,
      boc,
    });
    for (const message of outMessages) {
      const { info } = loadMessage(message.beginParse());
      // An outgoing external message is not delivered: it is only recorded in the transaction that sent it.
      if (info.type !== 'internal') continue;
      this.#queued.push({ id: this.#nextMessage++, destination: info.dest.toRawString(), boc: message.toBoc() });
    }
  }

  /** The oldest message sent in this block to an account that is not held. */
  #nextOwn(held: ReadonlySet<string>): QueueRow | undefined {
    const index = this.#queued.findIndex(({ destination }) => !held.has(destination));
    return index < 0 ? undefined : this.#queued.splice(index, 1)[0];
  }
}

/** Takes the cells as they are: serialized anew, a message could have another hash. */
export function messagesOf(transaction: Cell): { lt: number; inMessage: Cell | null; outMessages: readonly Cell[] } {
  // transaction$0111 account_addr:bits256 lt:uint64 … ^[ in_msg:(Maybe ^Message) out_msgs:(HashmapE 15 ^Message) ]
  const slice = transaction.beginParse().skip(4 + 256);
  const messages = slice.loadRef().beginParse();
  const inMessage = messages.loadMaybeRef();
  const outMessages = messages.loadDict(Dictionary.Keys.Uint(15), Dictionary.Values.Cell()).values();
  return { lt: slice.loadUint(64), inMessage, outMessages };
}
