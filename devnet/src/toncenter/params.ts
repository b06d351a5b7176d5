// Parameters of a call, from JSON, a query or a form: each is parsed, or refused with a message.
import { Address, Cell } from '@ton/core';
import { Refusal } from './answer.ts';

export type Params = Readonly<Record<string, unknown>>;

const wrong = (name: string, why: string): Refusal => new Refusal(422, `${name}: ${why}`);

export function optionalText(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  throw wrong(name, 'must be a text or a number');
}

export function requiredText(params: Params, name: string): string {
  return optionalText(params, name) ?? fail(wrong(name, 'is missing'));
}

export function address(params: Params, name = 'address'): Address {
  const given = requiredText(params, name);
  try {
    return Address.parse(given);
  } catch {
    throw wrong(name, 'is no address');
  }
}

/** Undefined if the parameter is absent. */
export function wholeNumber(params: Params, name: string, most = Number.MAX_SAFE_INTEGER): number | undefined {
  const given = optionalText(params, name);
  if (given === undefined) return undefined;
  const isWhole = /^\d{1,20}$/.test(given) && Number(given) <= most;
  return isWhole ? Number(given) : fail(wrong(name, `must be a whole number of at most ${most}`));
}

/** Parses a hash in hex, base64 or base64url; undefined if the parameter is absent. */
export function hash(params: Params, name: string): Buffer | undefined {
  const given = optionalText(params, name);
  if (given === undefined) return undefined;
  const bytes = Buffer.from(given, /^[0-9a-f]{64}$/i.test(given) ? 'hex' : 'base64');
  return bytes.length === 32 ? bytes : fail(wrong(name, 'must be 32 bytes in hex or base64'));
}

export function bytes(params: Params, name: string): Buffer {
  const given = requiredText(params, name);
  const isBase64 = /^[A-Za-z0-9+/_-]+={0,2}$/.test(given);
  return isBase64 ? Buffer.from(given, 'base64') : fail(wrong(name, 'must be base64'));
}

export function cell(params: Params, name: string): Cell {
  return cellOf(bytes(params, name), name);
}

export const optionalCell = (params: Params, name: string): Cell | undefined =>
  optionalText(params, name) === undefined ? undefined : cell(params, name);

export function cellOf(boc: Buffer, name: string): Cell {
  try {
    return Cell.fromBoc(boc)[0] ?? fail(wrong(name, 'is empty'));
  } catch (error) {
    throw error instanceof Refusal ? error : wrong(name, 'is no bag of cells');
  }
}

export function fail(error: Error): never {
  throw error;
}
