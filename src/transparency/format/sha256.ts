// SHA-256 (FIPS 180-4) of messages of a block or two: calling OpenSSL takes longer than hashing one block here.

const BLOCK_BYTES = 64;
/** Padding takes at least 9 bytes. */
const PADDING_BYTES = 9;

/** The last bytes of a message with their padding. */
const tail = Buffer.alloc(2 * BLOCK_BYTES);
const schedule = new Int32Array(64);
const state = new Int32Array(8);

/** The state after one block of 64 bytes, so that messages which begin with that block need not hash it again. */
export type Midstate = { readonly state: Int32Array; readonly bytes: number };

const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const PRIMES = Array.from({ length: 312 }, (_, index) => index).filter(
  (number) => number > 1 && !Array.from({ length: number - 2 }, (_, index) => index + 2).some((d) => number % d === 0),
);
const CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const INITIAL: Midstate = { state: Int32Array.from(PRIMES.slice(0, 8), (p) => fraction(Math.sqrt(p))), bytes: 0 };

/** Writes the hash of the first `length` bytes of the message to `out`, which may be the message itself. */
export function hashBlocks(message: Buffer, length: number, out: Buffer, at: number, start: Midstate = INITIAL): void {
  state.set(start.state);
  let from = 0;
  for (; length - from >= BLOCK_BYTES; from += BLOCK_BYTES) compress(message, from);
  const rest = length - from;
  const end = rest + PADDING_BYTES > BLOCK_BYTES ? 2 * BLOCK_BYTES : BLOCK_BYTES;
  // Loops, since a call of `fill` or `copy` takes longer than so few bytes.
  for (let i = 0; i < rest; i += 1) tail[i] = message[from + i] as number;
  tail[rest] = 0x80;
  for (let i = rest + 1; i < end; i += 1) tail[i] = 0;
  let bits = (start.bytes + length) * 8;
  for (let i = end - 1; bits > 0; i -= 1) {
    tail[i] = bits & 255;
    bits = Math.floor(bits / 256);
  }
  for (let block = 0; block < end; block += BLOCK_BYTES) compress(tail, block);
  for (let i = 0; i < 32; i += 1) out[at + i] = (state[i >> 2] as number) >>> (24 - 8 * (i & 3));
}

/** The state after one block. */
export function midstateOf(block: Buffer): Midstate {
  state.set(INITIAL.state);
  compress(block, 0);
  return { state: state.slice(), bytes: BLOCK_BYTES };
}

function compress(bytes: Buffer, start: number): void {
  for (let i = 0, at = start; i < 16; i += 1, at += 4)
    schedule[i] =
      ((bytes[at] as number) << 24) |
      ((bytes[at + 1] as number) << 16) |
      ((bytes[at + 2] as number) << 8) |
      (bytes[at + 3] as number);
  for (let i = 16; i < 64; i += 1) {
    const x = schedule[i - 15] as number;
    const y = schedule[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    schedule[i] = ((schedule[i - 16] as number) + s0 + (schedule[i - 7] as number) + s1) | 0;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (CONSTANTS[i] as number) + (schedule[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  add(0, a);
  add(1, b);
  add(2, c);
  add(3, d);
  add(4, e);
  add(5, f);
  add(6, g);
  add(7, h);
}

function add(word: number, value: number): void {
  state[word] = (state[word] as number) + value;
}
