// SHA-256 (FIPS 180-4) of short messages: calling OpenSSL for 33 bytes takes twice as long as hashing them here.

/** The message goes here before `hashScratch` is called; the bytes after it are overwritten by the padding. */
export const SCRATCH = Buffer.alloc(1024);
/** Padding takes up to 72 bytes. */
export const LONGEST_MESSAGE = SCRATCH.length - 72;

const words = new DataView(SCRATCH.buffer, SCRATCH.byteOffset, SCRATCH.length);
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

/** Writes the hash of the first `length` bytes of the scratch to `out`. */
export function hashScratch(length: number, out: Buffer, at: number, start: Midstate = INITIAL): void {
  SCRATCH[length] = 0x80;
  const end = Math.ceil((length + 9) / 64) * 64;
  // Loops, since a call of `fill` or `copy` takes longer than so few bytes.
  for (let i = length + 1; i < end - 4; i += 1) SCRATCH[i] = 0;
  words.setInt32(end - 4, (start.bytes + length) * 8);
  state.set(start.state);
  for (let block = 0; block < end; block += 64) compress(block);
  for (let i = 0; i < 32; i += 1) out[at + i] = (state[i >> 2] as number) >>> (24 - 8 * (i & 3));
}

/** The state after the first 64 bytes of the scratch. */
export function midstateOfScratch(): Midstate {
  state.set(INITIAL.state);
  compress(0);
  return { state: state.slice(), bytes: 64 };
}

function compress(block: number): void {
  for (let i = 0; i < 16; i += 1) schedule[i] = words.getInt32(block + 4 * i);
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
