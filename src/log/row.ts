// The bytes of a journal row in the log: blinded by a nonce, since most rows are private and could be guessed from their hash.
import { hash } from 'node:crypto';
import { Hmac } from './hmac.ts';
import { hashScratch, SCRATCH } from './sha256.ts';

/** A row of the journal; `receipt` is its text as it is stored. */
export type LogRow = {
  readonly sequence: number;
  readonly id: string;
  readonly kind: string;
  readonly actor: string;
  readonly createdAtMs: number;
  readonly receipt: string;
};

/**
 * Six lines and the receipt. Only the receipt, which is the last, may contain a newline, so the text has one reading.
 * The time is in milliseconds since 1970 (UTC), as the journal stores it.
 */
export function rowText(row: LogRow): string {
  refuseNewlines(row);
  const { sequence, id, kind, actor, createdAtMs, receipt } = row;
  return `${VERSION}${sequence}\n${id}\n${kind}\n${actor}\n${createdAtMs}\n${receipt}`;
}

const VERSION = 'millpond-row/v1\n';
const NONCE_BYTES = 32;
const ROW_AT = NONCE_BYTES + VERSION.length;

/** Computes the leaves of the log under the log secret. */
export class LeafHasher {
  readonly #nonces: Hmac;
  /** The nonce, followed by the row; its first line stays there. */
  #blinded = blindedOf(16_384);

  constructor(logSecret: Uint8Array) {
    this.#nonces = new Hmac(logSecret);
  }

  /** Told to everybody who may read the row, so that they can compute its entry. */
  nonceOf(sequence: number): Buffer {
    const nonce = Buffer.alloc(NONCE_BYTES);
    this.#nonces.write(String(sequence), nonce, 0);
    return nonce;
  }

  /** Writes the leaf, SHA-256(0x00 ‖ entry) with entry = SHA-256(nonce ‖ row), to `out`. */
  writeLeaf(row: LogRow, out: Buffer, at: number): void {
    const end = this.#blind(row);
    // Node makes a string of 32 characters three times as fast as a Buffer.
    const entry = hash('sha256', this.#blinded.subarray(0, end), 'latin1');
    SCRATCH[0] = 0x00;
    SCRATCH.write(entry, 1, 'latin1');
    hashScratch(1 + entry.length, out, at);
  }

  /** Writes the nonce and the row field by field, which is faster than joining strings; returns the end. */
  #blind(row: LogRow): number {
    refuseNewlines(row);
    const sequence = String(row.sequence);
    // A character takes at most three bytes of UTF-8, and the numbers and newlines less than a hundred.
    const needed = ROW_AT + 100 + 3 * (row.id.length + row.kind.length + row.actor.length + row.receipt.length);
    if (this.#blinded.length < needed) this.#blinded = blindedOf(2 * needed);
    const into = this.#blinded;
    this.#nonces.write(sequence, into, 0);
    let end = ROW_AT;
    for (const field of [sequence, row.id, row.kind, row.actor, String(row.createdAtMs)]) {
      end += into.write(field, end);
      into[end] = NEWLINE;
      end += 1;
    }
    return end + into.write(row.receipt, end);
  }
}

const NEWLINE = 0x0a;

function refuseNewlines({ sequence, id, kind, actor }: LogRow): void {
  if (!id.includes('\n') && !kind.includes('\n') && !actor.includes('\n')) return;
  throw new Error(`transaction ${sequence} cannot be logged: its id, kind or account contains a newline`);
}

function blindedOf(bytes: number): Buffer {
  const blinded = Buffer.alloc(bytes);
  blinded.write(VERSION, NONCE_BYTES);
  return blinded;
}
