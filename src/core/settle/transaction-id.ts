// Transaction ids are UUIDv7 that contain the journal sequence, so that finding a transaction by its id needs no index.
//
//   48 bits  milliseconds since 1970     4 bits  version 7      12 bits  sequence, high part
//    2 bits  variant                    36 bits  sequence, low part      26 bits  entropy of the batch
import { assert } from '../assert.ts';

export const ENTROPY_VALUES = 2 ** 26;
const LOW = 2 ** 36;
const MAX_SEQUENCE = 2 ** 48 - 1;
const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function transactionId(createdAtMs: number, sequence: number, entropy: number): string {
  assert(sequence > 0 && sequence <= MAX_SEQUENCE, 'a sequence number fits 48 bits');
  assert(entropy >= 0 && entropy < ENTROPY_VALUES, 'entropy fits 26 bits');
  const time = `${hex(createdAtMs / 2 ** 40)}${hex(createdAtMs / 2 ** 32)}${hex(createdAtMs / 2 ** 24)}${hex(createdAtMs / 2 ** 16)}-${hex(createdAtMs / 2 ** 8)}${hex(createdAtMs)}`;
  const high = Math.floor(sequence / LOW);
  // 2 variant bits and 36 + 26 bits of payload, as 14 + 48 bits on either side of the last dash.
  const low = sequence % LOW;
  const beforeDash = 0x8000 + Math.floor(low / 2 ** 22);
  const afterDash = (low % 2 ** 22) * 4 + (entropy >>> 24);
  return `${time}-${hex(0x70 + (high >>> 8))}${hex(high)}-${hex(beforeDash >>> 8)}${hex(beforeDash)}-${hex(afterDash >>> 16)}${hex(afterDash >>> 8)}${hex(afterDash)}${hex(entropy >>> 16)}${hex(entropy >>> 8)}${hex(entropy)}`;
}

/** The sequence number in an id; null if the text is not one of our ids. */
export function sequenceOf(id: string): number | null {
  if (!FORM.test(id)) return null;
  const high = Number.parseInt(id.slice(15, 18), 16);
  const beforeDash = Number.parseInt(id.slice(19, 23), 16) - 0x8000;
  const afterDash = Number.parseInt(id.slice(24), 16);
  return high * LOW + beforeDash * 2 ** 22 + Math.floor(afterDash / ENTROPY_VALUES);
}

/** The time of the next transaction: the time of the clock, but never before the last transaction, whose id contains its time. */
export const nextTimeMs = (clockMs: number, lastId: string | null): number =>
  lastId === null ? clockMs : Math.max(clockMs, timeOf(lastId));

/** The creation time in an id, in milliseconds since 1970. */
export const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** Every byte as two hex digits: looking them up is several times faster than formatting each byte. */
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The lowest byte of a number, in hex. */
const hex = (value: number): string => BYTES[Math.floor(value) % 256] as string;
