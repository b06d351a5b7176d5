// Transaction ids are UUIDv7 that say where they stand in the journal, so that finding one needs no index.
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
  // In pieces of at most 32 bits, because longer numbers are several times slower to print.
  const time = `${hex(Math.floor(createdAtMs / 2 ** 16), 8)}-${hex(createdAtMs % 2 ** 16, 4)}`;
  const high = hex(Math.floor(sequence / LOW), 3);
  // 2 variant bits and 36 + 26 bits of payload, as 14 + 48 bits on either side of the last dash.
  const low = sequence % LOW;
  const beforeDash = hex(0x8000 + Math.floor(low / 2 ** 22), 4);
  const afterDash = hex((low % 2 ** 22) * 4 + (entropy >>> 24), 6) + hex(entropy & 0xffffff, 6);
  return `${time}-7${high}-${beforeDash}-${afterDash}`;
}

/** The sequence number that an id carries; null when the text is no id of ours. */
export function sequenceOf(id: string): number | null {
  if (!FORM.test(id)) return null;
  const high = Number.parseInt(id.slice(15, 18), 16);
  const beforeDash = Number.parseInt(id.slice(19, 23), 16) - 0x8000;
  const afterDash = Number.parseInt(id.slice(24), 16);
  return high * LOW + beforeDash * 2 ** 22 + Math.floor(afterDash / ENTROPY_VALUES);
}

/** The time of the next transaction: the clock's, but never before that of the last one, which its id carries. */
export const nextTimeMs = (clockMs: number, lastId: string | null): number =>
  lastId === null ? clockMs : Math.max(clockMs, timeOf(lastId));

/** The milliseconds since 1970 that an id carries. */
export const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
