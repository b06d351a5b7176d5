// Balances as leaves of a tree: blinded, and in the order of ids that say nothing about their owners.
import { hash } from 'node:crypto';
import { Hmac } from './hmac.ts';
import { hashBlocks } from './sha256.ts';
import { HASH_BYTES } from './tree.ts';

const [ID_BYTES, AMOUNT_BYTES] = [32, 16];
/** A balance as a record: the id of its owner, followed by the amount. */
export const RECORD_BYTES = ID_BYTES + AMOUNT_BYTES;
/** No account holds more, and no token has more in circulation. */
export const MAX_AMOUNT = (1n << 120n) - 1n;
const LOW = (1n << 64n) - 1n;
const FEWEST_RECORDS = 256;

/** Hides who has which leaf: an id can be computed only with the nonce, which its owner gets. */
export class BalanceIds {
  readonly #nonces: Hmac;
  readonly #scope: string;
  /** nonce ‖ account. */
  readonly #message = Buffer.alloc(256);

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
    if (ID_BYTES + 3 * account.length > this.#message.length) {
      out.write(hash('sha256', Buffer.concat([this.nonceOf(account), Buffer.from(account)]), 'latin1'), at, 'latin1');
      return;
    }
    this.#nonces.write(this.#scope + account, this.#message, 0);
    hashBlocks(this.#message, ID_BYTES + this.#message.write(account, ID_BYTES), out, at);
  }
}

/** SHA-256(0x00 ‖ record). */
export function leafOfRecord(record: Buffer): Buffer {
  const leaf = Buffer.allocUnsafe(HASH_BYTES);
  for (let i = 0; i < RECORD_BYTES; i += 1) blinded[1 + i] = record[i] as number;
  hashBlocks(blinded, blinded.length, leaf, 0);
  return leaf;
}

const blinded = Buffer.alloc(1 + RECORD_BYTES);

/** Compares an id with that of a record, as `Buffer.compare` does. */
export const compareId = (id: Buffer, record: Buffer): number => Buffer.compare(id, record.subarray(0, ID_BYTES));

export const amountOfRecord = (record: Buffer): bigint => readAmount(record, ID_BYTES);

/** Collects the balances of one token in any order and sorts them by id. A million takes about 60 MB. */
export class BalanceLeaves {
  readonly #ids: BalanceIds;
  #records = Buffer.alloc(FEWEST_RECORDS * RECORD_BYTES);
  #count = 0;

  constructor(ids: BalanceIds) {
    this.#ids = ids;
  }

  /** Amounts of the same account, such as those in its open orders, become one balance. */
  add(account: string, amount: bigint): void {
    const at = this.#next();
    this.#ids.writeId(account, this.#records, at);
    writeAmount(amount, this.#records, at + ID_BYTES);
  }

  /** Adds balances that `sorted` returned before. */
  addRecords(records: Buffer): void {
    for (let from = 0; from < records.length; from += RECORD_BYTES) {
      const at = this.#next();
      records.copy(this.#records, at, from, from + RECORD_BYTES);
    }
  }

  /** The records in the order of the leaves, one for each account. */
  *sorted(): Generator<Buffer> {
    let last: Buffer | undefined;
    for (const number of this.#order()) {
      const record = this.#record(number);
      if (last && compareId(last.subarray(0, ID_BYTES), record) === 0) {
        writeAmount(amountOfRecord(last) + amountOfRecord(record), last, ID_BYTES);
        continue;
      }
      if (last) yield last;
      last = record;
    }
    if (last) yield last;
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

/** 16 bytes, big endian. */
function writeAmount(amount: bigint, out: Buffer, at: number): void {
  if (amount < 0n || amount > MAX_AMOUNT) throw new Error('a balance lies between 0 and 2^120-1');
  out.writeBigUInt64BE(amount >> 64n, at);
  out.writeBigUInt64BE(amount & LOW, at + AMOUNT_BYTES / 2);
}

const readAmount = (bytes: Buffer, at: number): bigint =>
  (bytes.readBigUInt64BE(at) << 64n) | bytes.readBigUInt64BE(at + AMOUNT_BYTES / 2);
