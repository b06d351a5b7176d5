// The liabilities of the exchange: a sum tree over all balances of each token, and one document with the roots.
import { hash } from 'node:crypto';
import { MalformedLogText } from './format.ts';
import { Hmac } from './hmac.ts';
import { hashScratch, LONGEST_MESSAGE, SCRATCH } from './sha256.ts';
import { writeSum } from './sums.ts';
import { HASH_BYTES } from './tree.ts';

/** Trees of fewer balances are padded, so that a path tells less about others. */
export const FEWEST_LEAVES = 1024;

const ID_BYTES = 32;
/** A balance as a record: the id of its owner, followed by the amount in 16 bytes. */
export const RECORD_BYTES = 48;

/** Hides who has which leaf: an id can be computed only with the nonce, which its owner gets. */
export class BalanceIds {
  readonly #nonces: Hmac;
  readonly #scope: string;

  /** Ids differ by sequence and token, so that nobody can follow a leaf from one tree to the next. */
  constructor(logSecret: Uint8Array, sequence: number, token: string) {
    this.#nonces = new Hmac(logSecret);
    this.#scope = `balance\n${sequence}\n${token}\n`;
  }

  nonceOf(account: string): Buffer {
    const nonce = Buffer.alloc(ID_BYTES);
    this.#nonces.write(this.#scope + account, nonce, 0);
    return nonce;
  }

  /** SHA-256(nonce ‖ account). */
  idOf(account: string): Buffer {
    const id = Buffer.alloc(ID_BYTES);
    this.writeId(account, id, 0);
    return id;
  }

  writeId(account: string, out: Buffer, at: number): void {
    // A character takes at most three bytes of UTF-8.
    if (ID_BYTES + 3 * account.length > LONGEST_MESSAGE) {
      out.write(hash('sha256', Buffer.concat([this.nonceOf(account), Buffer.from(account)]), 'latin1'), at, 'latin1');
      return;
    }
    this.#nonces.write(this.#scope + account, SCRATCH, 0);
    hashScratch(ID_BYTES + SCRATCH.write(account, ID_BYTES), out, at);
  }
}

export type SortedLeaf = {
  /** The number of the `add` that made it; padding has higher numbers. */
  readonly added: number;
  readonly isPadding: boolean;
  /** Valid until the next leaf is taken. */
  readonly record: Buffer;
  readonly node: Buffer;
};

/** The node of a record's leaf: the amount, and SHA-256(0x00 ‖ record). */
export function leafOfRecord(record: Buffer): Buffer {
  const sumBytes = RECORD_BYTES - ID_BYTES;
  const node = Buffer.allocUnsafe(sumBytes + HASH_BYTES);
  for (let i = 0; i < sumBytes; i += 1) node[i] = record[ID_BYTES + i] as number;
  SCRATCH[0] = 0x00;
  for (let i = 0; i < RECORD_BYTES; i += 1) SCRATCH[1 + i] = record[i] as number;
  hashScratch(1 + RECORD_BYTES, node, sumBytes);
  return node;
}

/** Compares an id with that of a record, as `Buffer.compare` does. */
export const compareId = (id: Buffer, record: Buffer): number => Buffer.compare(id, record.subarray(0, ID_BYTES));

/** Collects the balances of one token in any order and sorts them by id. A million takes about 60 MB. */
export class SumLeaves {
  readonly #ids: BalanceIds;
  #records = Buffer.alloc(FEWEST_LEAVES * RECORD_BYTES);
  #count = 0;

  constructor(ids: BalanceIds) {
    this.#ids = ids;
  }

  /** Number of balances, without padding. */
  get count(): number {
    return this.#count;
  }

  add(account: string, amount: bigint): void {
    if (account.includes('\n')) throw new Error('the name of an account contains a newline');
    this.#put(account, amount);
  }

  /** Adds balances that `sorted` returned before. */
  addRecords(records: Buffer): void {
    for (let from = 0; from < records.length; from += RECORD_BYTES) {
      const at = this.#next();
      records.copy(this.#records, at, from, from + RECORD_BYTES);
    }
  }

  /** The leaves in their order in the tree. Called once: it adds the padding. */
  *sorted(): Generator<SortedLeaf> {
    const balances = this.#count;
    // No account has a newline in its name, so none can be the same as padding.
    for (let number = 0; this.#count < FEWEST_LEAVES; number += 1) this.#put(`empty\n${number}`, 0n);
    for (const added of this.#order()) {
      const record = this.#record(added);
      yield { added, isPadding: added >= balances, record, node: leafOfRecord(record) };
    }
  }

  #put(account: string, amount: bigint): void {
    const at = this.#next();
    this.#ids.writeId(account, this.#records, at);
    writeSum(amount, this.#records, at + ID_BYTES);
  }

  /** Makes room for another record; returns where it begins. */
  #next(): number {
    const at = this.#count * RECORD_BYTES;
    if (at === this.#records.length) this.#records = Buffer.concat([this.#records], 2 * this.#records.length);
    this.#count += 1;
    return at;
  }

  #order(): Uint32Array {
    const starts = Float64Array.from({ length: this.#count }, (_, i) => this.#records.readUIntBE(i * RECORD_BYTES, 6));
    return Uint32Array.from({ length: this.#count }, (_, i) => i).sort(
      (a, b) => (starts[a] as number) - (starts[b] as number) || Buffer.compare(this.#record(a), this.#record(b)),
    );
  }

  #record(number: number): Buffer {
    return this.#records.subarray(number * RECORD_BYTES, (number + 1) * RECORD_BYTES);
  }
}

export type TokenLiability = {
  readonly token: string;
  readonly total: bigint;
  readonly leaves: number;
  /** The hash of the root; its sum is the total. */
  readonly root: Uint8Array;
};

/** The fields of a list that do not follow from the balances; the statement of its hash in the journal has them too. */
export type ListHead = {
  /** The balances are those after this transaction. */
  readonly asOf: number;
  readonly atMs: number;
  /** Number of the log whose secret hides who owns a leaf. */
  readonly log: number;
  /** The time until the next list; 0 if none is promised. */
  readonly intervalMs: number;
  /** Hash of the list before this one; null for the first. */
  readonly previous: string | null;
};

/** The version of the format that the first line of a list and the statement of its hash name. */
export const LIST_FORMAT = 1;

/** The list whose hash is an entry of the log. A token's name may contain spaces, so it ends its line. */
export function liabilitiesText(head: ListHead, tokens: readonly TokenLiability[]): string {
  const lines = tokens
    .map(({ token, total, leaves, root }) => ({
      token,
      rest: `${total} ${leaves} ${Buffer.from(root).toString('hex')}`,
    }))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.token), Buffer.from(b.token)))
    .map(({ token, rest }) => `${rest} ${token}\n`);
  const { asOf, atMs, log, intervalMs, previous } = head;
  return [VERSION, asOf, atMs, log, intervalMs, previous ?? NO_PREVIOUS, lines.join('')].join('\n');
}

const VERSION = `millpond-liabilities/v${LIST_FORMAT}`;
const NO_PREVIOUS = 'none';
const LINE = /^(\d{1,37}) (\d{1,15}) ([0-9a-f]{64}) (.+)$/;

/** Reads what `liabilitiesText` wrote. Throws unless it would write the same text again. */
export function parseLiabilities(text: string): ListHead & { readonly tokens: readonly TokenLiability[] } {
  const [, asOf, atMs, log, intervalMs, previous = '', ...lines] = text.split('\n');
  const tokens = lines.slice(0, -1).map((line) => {
    const [, total = '', leaves, root = '', token = ''] = LINE.exec(line) ?? [];
    return { token, total: BigInt(total), leaves: Number(leaves), root: Buffer.from(root, 'hex') };
  });
  const head: ListHead = {
    asOf: Number(asOf),
    atMs: Number(atMs),
    log: Number(log),
    intervalMs: Number(intervalMs),
    previous: previous === NO_PREVIOUS ? null : previous,
  };
  if (liabilitiesText(head, tokens) === text) return { ...head, tokens };
  throw new MalformedLogText(`the document is not of the form ${VERSION}`);
}
