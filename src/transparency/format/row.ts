// The bytes of a journal row in the log: blinded by a nonce, since most rows are private and could be guessed from their hash.
import { hash } from 'node:crypto';
import { Hmac } from './hmac.ts';
import { MATCH_KIND, REFERRER, type SealedMember, SWAP_KIND, sealMatch, sealReferred } from './sealed.ts';
import { hashBlocks } from './sha256.ts';

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
  const start = lineAfter(row, SEQUENCE_AT);
  return row.toString('utf8', start, lineAfter(row, start) - 1);
}

/** The time that a row's text says, in milliseconds since 1970. */
export function createdAtMsIn(row: Buffer): number {
  let start = SEQUENCE_AT;
  for (let line = 0; line < LINES_TO_TIME; line += 1) start = lineAfter(row, start);
  return Number(row.toString('latin1', start, lineAfter(row, start) - 1));
}

/** Where the kind begins in a row's text, after sequence and id. */
const kindAt = (row: Buffer): number => lineAfter(row, lineAfter(row, SEQUENCE_AT));

/** True if a row's text says that it is of this kind, which begins at `start`. */
function isOfKind(row: Buffer, start: number, kind: string): boolean {
  for (let at = 0; at < kind.length; at += 1) if (row[start + at] !== kind.charCodeAt(at)) return false;
  return row[start + kind.length] === NEWLINE;
}

/** Searches by itself, since calling Node takes longer for so few bytes. */
function lineAfter(row: Buffer, start: number): number {
  let at = start;
  while (at < row.length && row[at] !== NEWLINE) at += 1;
  return at + 1;
}

const SEQUENCE_AT = NONCE_BYTES + ROW_VERSION.length + 1;
/** Lines from the sequence to the time: sequence, id, kind and actor. */
const LINES_TO_TIME = 4;
const NEWLINE = 0x0a;
const [DIGIT_0, DIGIT_9] = [0x30, 0x39];

/** Computes the leaves of the log under the log secret. */
export class LeafHasher {
  readonly #nonces: Hmac;
  /** 0x00 ‖ entry. */
  readonly #leaf = Buffer.alloc(33);

  constructor(logSecret: Uint8Array) {
    this.#nonces = new Hmac(logSecret);
  }

  /**
   * Told to everybody who may read the row, so that they can compute its entry. It depends on the id too: after a rollback another
   * row has the same sequence, and readers of the old row know its nonce.
   */
  nonceOf({ sequence, id }: Pick<LogRow, 'sequence' | 'id'>): Buffer {
    return this.#nonceOf(`${sequence}\n${id}`);
  }

  /** The leaf of a row, SHA-256(0x00 ‖ entry) with entry = SHA-256(nonce ‖ row). */
  leafOf(row: LogRow): Buffer {
    const leaf = Buffer.alloc(32);
    this.writeLeaf(withPlaceForNonce(rowText(row)), leaf);
    return leaf;
  }

  /** Writes the leaf of a row to `out`. Before the row's text, `row` has the bytes for its nonce. */
  writeLeaf(row: Buffer, out: Buffer): void {
    const start = kindAt(row);
    const { row: logged } = this.#sealed(row, start);
    // The row's nonce: sequence and id stay as they are where a row is sealed.
    this.#nonces.writeOf(logged, SEQUENCE_AT, start - 1, logged, 0);
    // Node makes a string of 32 characters three times as fast as a Buffer.
    const entry = hash('sha256', logged, 'latin1');
    this.#leaf.write(entry, 1, 'latin1');
    hashBlocks(this.#leaf, this.#leaf.length, out, 0);
  }

  /**
   * The row as the log contains it. If one of the parties may not read all of it, the parts of each are sealed: the log contains their
   * hashes. The line of a sealed account is empty.
   */
  sealed(row: Buffer): Sealed {
    return this.#sealed(row, kindAt(row));
  }

  #sealed(row: Buffer, start: number): Sealed {
    const isReferred = isOfKind(row, start, SWAP_KIND) && row.includes(REFERRER);
    if (!isReferred && !isOfKind(row, start, MATCH_KIND)) return { row, members: NONE };
    const [version, sequence, id, kind, actor = '', time, ...rest] = row.toString('utf8', NONCE_BYTES).split('\n');
    const nonceOf = (name: string) => this.#nonceOf(`${sequence}\n${id}\n${name}`);
    const text = rest.join('\n');
    const { receipt, members } = isReferred ? sealReferred(actor, text, nonceOf) : sealMatch(text, nonceOf);
    const lines = [version, sequence, id, kind, isReferred ? '' : actor, time, receipt];
    return { row: withPlaceForNonce(lines.join('\n')), members };
  }

  #nonceOf(message: string): Buffer {
    const nonce = Buffer.alloc(NONCE_BYTES);
    this.#nonces.write(message, nonce, 0);
    return nonce;
  }
}

type Sealed = { readonly row: Buffer; readonly members: readonly SealedMember[] };

const NONE: readonly SealedMember[] = [];
const withPlaceForNonce = (text: string): Buffer => Buffer.from(' '.repeat(NONCE_BYTES) + text);
