// Finds transactions by the hashes of their messages. It remembers the hashes of the blocks that it has read, and reads only later ones.
import { setImmediate } from 'node:timers/promises';
import { Cell, loadMessage } from '@ton/core';
import { messagesOf } from '../../chain/block.ts';
import type { Chain } from '../../chain/chain.ts';
import type { Database, TransactionRow } from '../../chain/database.ts';
import { normalized } from './message.ts';

type Direction = 'in' | 'out';
/** Logical times of the transactions that received and sent a message. */
type Places = { readonly [direction in Direction]?: number };

const indexes = new WeakMap<Chain, MessageIndex>();

/** Logical times of the transactions with these messages; hashes are in base64. */
export async function findByMessage(chain: Chain, hashes: readonly string[], directions: readonly Direction[]) {
  const index = indexes.get(chain) ?? new MessageIndex(chain.database);
  indexes.set(chain, index);
  await index.read();
  const found = hashes.flatMap((hash) => directions.map((direction) => index.places(hash)[direction]));
  return [...new Set(found.filter((lt) => lt !== undefined))].toSorted((a, b) => b - a);
}

class MessageIndex {
  readonly #database: Database;
  readonly #places = new Map<string, Places>();
  #last: { readonly seqno: number; readonly root: Uint8Array } | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  places(hash: string): Places {
    return this.#places.get(hash) ?? {};
  }

  async read(): Promise<void> {
    for (;;) {
      this.#forgetReverted();
      const next = this.#database.journal((this.#last?.seqno ?? -1) + 1);
      if (!next) return;
      for (const row of this.#database.ofBlock(next.seqno)) this.#add(row);
      this.#last = next;
      await setImmediate();
    }
  }

  /** After a return to a snapshot, the chain goes on with other blocks. */
  #forgetReverted(): void {
    const root = this.#last && this.#database.journal(this.#last.seqno)?.root;
    if (!this.#last || (root && Buffer.compare(root, this.#last.root) === 0)) return;
    this.#places.clear();
    this.#last = undefined;
  }

  #add({ lt, boc }: TransactionRow): void {
    const { inMessage, outMessages } = messagesOf(Cell.fromBoc(Buffer.from(boc))[0] as Cell);
    for (const message of outMessages) this.#put(message, { out: lt });
    if (!inMessage) return;
    this.#put(inMessage, { in: lt });
    const { info, body } = loadMessage(inMessage.beginParse());
    if (info.type === 'external-in') this.#put(normalized(info.dest, body), { in: lt });
  }

  #put(message: Cell, places: Places): void {
    const hash = message.hash().toString('base64');
    this.#places.set(hash, { ...this.#places.get(hash), ...places });
  }
}
