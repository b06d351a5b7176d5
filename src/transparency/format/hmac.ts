// HMAC-SHA-256 (RFC 2104) under one key: both padded keys are hashed once, so that a short message takes two blocks.
import { createHmac } from 'node:crypto';
import { hashBlocks, type Midstate, midstateOf } from './sha256.ts';

const BLOCK_BYTES = 64;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
/** Longer messages are left to OpenSSL, which is then faster. */
const LONGEST_BYTES = 512;

export class Hmac {
  readonly #key: Buffer;
  readonly #inner: Midstate;
  readonly #outer: Midstate;
  readonly #message = Buffer.alloc(LONGEST_BYTES);

  /** The log secret has 32 bytes; RFC 2104 hashes keys longer than a block first, which no caller needs. */
  constructor(key: Uint8Array) {
    if (key.length < 32 || key.length > BLOCK_BYTES) throw new Error('a key of HMAC has between 32 and 64 bytes here');
    this.#key = Buffer.from(key);
    this.#inner = this.#padded(INNER_PAD);
    this.#outer = this.#padded(OUTER_PAD);
  }

  /** Writes the 32 bytes of the code to `out`. */
  write(message: string, out: Buffer, at: number): void {
    // A character takes at most three bytes of UTF-8.
    if (message.length * 3 > this.#message.length) {
      createHmac('sha256', this.#key).update(message).digest().copy(out, at);
      return;
    }
    this.#write(this.#message.write(message, 0), out, at);
  }

  /** The same of a part of some ASCII. */
  writeOf(bytes: Buffer, from: number, to: number, out: Buffer, at: number): void {
    if (to - from > LONGEST_BYTES) {
      this.write(bytes.toString('latin1', from, to), out, at);
      return;
    }
    // A loop, since a call of Node takes longer than so few bytes.
    for (let i = from; i < to; i += 1) this.#message[i - from] = bytes[i] as number;
    this.#write(to - from, out, at);
  }

  #write(length: number, out: Buffer, at: number): void {
    hashBlocks(this.#message, length, this.#message, 0, this.#inner);
    hashBlocks(this.#message, 32, out, at, this.#outer);
  }

  #padded(pad: number): Midstate {
    const block = Buffer.alloc(BLOCK_BYTES, pad);
    this.#key.forEach((byte, index) => {
      block[index] = byte ^ pad;
    });
    return midstateOf(block);
  }
}
