// Bytes, their text forms, and SHA-256 by Web Crypto.
import { ProofRefused } from './refused.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Browsers have Web Crypto on pages over https and on localhost alone. */
export function subtle(): SubtleCrypto {
  const found = globalThis.crypto?.subtle;
  if (found) return found;
  throw new ProofRefused('This page cannot compute hashes: open it over https or on localhost, and check again.');
}

export const sha256 = async (...parts: Bytes[]): Promise<Bytes> =>
  new Uint8Array(await subtle().digest('SHA-256', concat(parts)));

function concat(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Refuses a text with half a character, which would have the same bytes as another text. */
export function utf8(text: string): Bytes {
  if (typeof text === 'string' && text.isWellFormed()) return new TextEncoder().encode(text);
  throw new ProofRefused('A text of the proof is not Unicode.');
}

/** A list as the exchange sent it: it may be something else. */
export function list<Item>(items: readonly Item[], thing: string): readonly Item[] {
  if (Array.isArray(items) && !items.includes(null as Item)) return items;
  throw new ProofRefused(`${thing} is not a list.`);
}

export const toHex = (bytes: Bytes): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A hash or nonce: 64 digits, in lower case. */
export function fromHex(text: unknown, thing: string): Bytes {
  if (typeof text !== 'string' || !/^[0-9a-f]{64}$/.test(text))
    throw new ProofRefused(`${thing} is not 64 hex digits.`);
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Base64 in its one canonical form. */
export function fromBase64(text: string, thing: string): Bytes {
  try {
    const binary = atob(text);
    if (btoa(binary) === text) return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    // Reported below.
  }
  throw new ProofRefused(`${thing} is not base64.`);
}

export const isEqual = (a: Bytes, b: Bytes): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** A number without leading zeros that JavaScript holds exactly. */
export function wholeNumber(value: unknown, thing: string): number {
  const number = typeof value === 'string' && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
  throw new ProofRefused(`${thing} is not a whole number.`);
}
