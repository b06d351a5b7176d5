// What the exchange owes: per token a sum tree over all balances, and one document with the roots.
import { hash } from 'node:crypto';
import { Hmac } from './hmac.ts';
import { sumBytes, sumLeaf } from './sums.ts';

/** Trees of fewer balances are padded, so that a path tells less about others. */
export const FEWEST_LEAVES = 1024;

const ID_BYTES = 32;
const RECORD_BYTES = 48;

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

  /** SHA-256(nonce ‖ account), as 32 characters of one byte. */
  idOf(account: string): string {
    return hash('sha256', Buffer.concat([this.nonceOf(account), Buffer.from(account)]), 'latin1');
  }
}

/** Collects the balances of one token in any order and sorts them by id. A million takes about 60 MB. */
export class SumLeaves {
  readonly #ids: BalanceIds;
  #records = Buffer.alloc(FEWEST_LEAVES * RECORD_BYTES);
  #count = 0;

  constructor(ids: BalanceIds) {
    this.#ids = ids;
  }

  add(account: string, amount: bigint): void {
    if (account.includes('\n')) throw new Error('the name of an account contains a newline');
    this.#put(account, amount);
  }

  /** The leaves in their order in the tree, each with the number of the `add` that made it; padding has higher numbers. */
  *sorted(): Generator<{ readonly added: number; readonly node: Buffer }> {
    // No account has a newline in its name, so none can be the same as padding.
    for (let number = 0; this.#count < FEWEST_LEAVES; number += 1) this.#put(`empty\n${number}`, 0n);
    for (const added of this.#order()) {
      const record = this.#record(added);
      const amount = BigInt(`0x${record.toString('hex', ID_BYTES)}`);
      yield { added, node: sumLeaf(record.subarray(0, ID_BYTES), amount) };
    }
  }

  #put(account: string, amount: bigint): void {
    const at = this.#count * RECORD_BYTES;
    if (at === this.#records.length) this.#records = Buffer.concat([this.#records], 2 * this.#records.length);
    this.#records.write(this.#ids.idOf(account), at, 'latin1');
    sumBytes(amount).copy(this.#records, at + ID_BYTES);
    this.#count += 1;
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

/** The document whose hash is an entry of the log. A token's name may contain spaces, so it ends its line. */
export function liabilitiesText(sequence: number, timeMs: number, tokens: readonly TokenLiability[]): string {
  const lines = tokens
    .map(({ token, total, leaves, root }) => ({
      token,
      rest: `${total} ${leaves} ${Buffer.from(root).toString('hex')}`,
    }))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.token), Buffer.from(b.token)))
    .map(({ token, rest }) => `${rest} ${token}\n`);
  return `millpond-liabilities/v1\n${sequence}\n${timeMs}\n${lines.join('')}`;
}
