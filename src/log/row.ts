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

/** The first line of a row. */
export const ROW_VERSION = 'millpond-row/v1';

/**
 * Six lines and the receipt. Only the receipt, which is the last, may contain a newline, so the text has one reading.
 * The time is in milliseconds since 1970 (UTC), as the journal stores it.
 */
export function rowText({ sequence, id, kind, actor, createdAtMs, receipt }: LogRow): string {
  if (id.includes('\n') || kind.includes('\n') || actor.includes('\n'))
    throw new Error(`transaction ${sequence} cannot be logged: its id, kind or account contains a newline`);
  return `${ROW_VERSION}\n${sequence}\n${id}\n${kind}\n${actor}\n${createdAtMs}\n${receipt}`;
}

/** The bytes before each row of a page, to be overwritten by the row's nonce. */
export const NONCE_BYTES = 32;

/** The sequence that a row's text says, after the bytes for its nonce; 0 if there is none. */
export function sequenceIn(row: Buffer): number {
  let sequence = 0;
  for (let at = SEQUENCE_AT; (row[at] as number) >= DIGIT_0 && (row[at] as number) <= DIGIT_9; at += 1)
    sequence = sequence * 10 + ((row[at] as number) - DIGIT_0);
  return sequence;
}

/** The id that a row's text says. */
export function idIn(row: Buffer): string {
  const start = row.indexOf(NEWLINE, SEQUENCE_AT) + 1;
  return row.toString('utf8', start, row.indexOf(NEWLINE, start));
}

const SEQUENCE_AT = NONCE_BYTES + ROW_VERSION.length + 1;
const NEWLINE = 0x0a;
const [DIGIT_0, DIGIT_9] = [0x30, 0x39];

/** Computes the leaves of the log under the log secret. */
export class LeafHasher {
  readonly #nonces: Hmac;

  constructor(logSecret: Uint8Array) {
    this.#nonces = new Hmac(logSecret);
  }

  /**
   * Told to everybody who may read the row, so that they can compute its entry. It depends on the id too: after a rollback another
   * row has the same sequence, and readers of the old row know its nonce.
   */
  nonceOf({ sequence, id }: Pick<LogRow, 'sequence' | 'id'>): Buffer {
    const nonce = Buffer.alloc(NONCE_BYTES);
    this.#nonces.write(`${sequence}\n${id}`, nonce, 0);
    return nonce;
  }

  /** The leaf of a row, SHA-256(0x00 ‖ entry) with entry = SHA-256(nonce ‖ row). */
  leafOf(row: LogRow): Buffer {
    const leaf = Buffer.alloc(32);
    this.writeLeaf(Buffer.from(' '.repeat(NONCE_BYTES) + rowText(row)), leaf);
    return leaf;
  }

  /** Writes the leaf of a row to `out`. Before the row's text, `row` has the bytes for its nonce. */
  writeLeaf(row: Buffer, out: Buffer): void {
    const idEnd = row.indexOf(NEWLINE, row.indexOf(NEWLINE, SEQUENCE_AT) + 1);
    // Both are ASCII.
    this.#nonces.write(row.toString('latin1', SEQUENCE_AT, idEnd), row, 0);
    // Node makes a string of 32 characters three times as fast as a Buffer.
    const entry = hash('sha256', row, 'latin1');
    SCRATCH[0] = 0x00;
    SCRATCH.write(entry, 1, 'latin1');
    hashScratch(1 + entry.length, out, 0);
  }
}
