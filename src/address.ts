// Validates and normalises the addresses of tokens and accounts: TON addresses in any form, or other printable strings without spaces.
import { hash } from 'node:crypto';
// Imports one file of the package: loading all of it would take most of the time that a thread needs to start.
import { Address } from '@ton/core/dist/address/Address.js';
import type { Account, PoolAddress, TokenAddress } from './core/amount.ts';

export const MAX_ADDRESS_LENGTH = 128;

// No control character, separator or lone surrogate; U+FFFD is what broken UTF-8 decodes to.
const PRINTABLE = /^[^\p{C}\p{Z}\ufffd]{1,128}$/u;
const TON_FRIENDLY = /^[A-Za-z0-9+/_-]{48}$/;
const TON_RAW = /^(-?\d{1,3}):[0-9a-fA-F]{64}$/;

// Cache of canonical addresses by text, since parsing an address takes longer than the arithmetic of a swap. Null: not an address.
const known = new Map<string, string | null>();
export const MAX_KNOWN = 10_000;

/** Number of cached addresses, at most `MAX_KNOWN`. */
export const addressesKnown = (): number => known.size;

/** The canonical form in which an address is stored and compared; null if the text cannot be an address. */
export function canonicalAddress(text: string): string | null {
  const found = known.get(text);
  if (found !== undefined) return found;
  const canonical = canonicalForm(text);
  if (known.size >= MAX_KNOWN) known.clear();
  if (text.length <= MAX_ADDRESS_LENGTH) known.set(text, canonical);
  return canonical;
}

function canonicalForm(text: string): string | null {
  return PRINTABLE.test(text) ? (tonAddress(text) ?? text) : null;
}

/** The canonical form of a TON address; null if the text is not one or its checksum is wrong. */
export function tonAddress(text: string): string | null {
  if (!TON_FRIENDLY.test(text) && !isRaw(text)) return null;
  try {
    return Address.parse(text).toString();
  } catch {
    return null;
  }
}

/** The canonical form of an address in workchain 0, where wallets and tokens are; null for every other text. */
export function basechainAddress(text: string): string | null {
  const address = tonAddress(text);
  return address !== null && Address.parse(address).workChain === 0 ? address : null;
}

/** True for a raw TON address. A workchain beyond one byte is invalid; it is checked here because the parser would truncate it. */
function isRaw(text: string): boolean {
  const workchain = Number(TON_RAW.exec(text)?.[1] ?? Number.NaN);
  return workchain >= -128 && workchain <= 127;
}

export const tokenAddress = (text: string): TokenAddress | null => canonicalAddress(text) as TokenAddress | null;
export const accountName = (text: string): Account | null => canonicalAddress(text) as Account | null;

/** The addresses that an exchange creates: each is the SHA-256 of its factory and further parts, joined by line breaks. */
export class Addresses {
  readonly factory: string;
  readonly router: string;
  /** Cached by pair, since each address takes a hash. */
  readonly #pools = new Map<string, PoolAddress>();

  constructor(factoryHex: string) {
    this.factory = fromHash(Buffer.from(factoryHex, 'hex'));
    this.router = this.#derive('router');
  }

  pool(token0: TokenAddress, token1: TokenAddress): PoolAddress {
    const pair = `${token0} ${token1}`;
    const known = this.#pools.get(pair);
    if (known) return known;
    const address = this.#derive('pool', token0, token1) as PoolAddress;
    if (this.#pools.size >= MAX_KNOWN) this.#pools.clear();
    this.#pools.set(pair, address);
    return address;
  }

  wallet(pool: PoolAddress, token: TokenAddress): string {
    return this.#derive('wallet', pool, token);
  }

  lpAccount(pool: PoolAddress, account: Account): string {
    return this.#derive('lp-account', pool, account);
  }

  #derive(...parts: string[]): string {
    return fromHash(hash('sha256', ['millpond', this.factory, ...parts].join('\n'), 'buffer'));
  }
}

const fromHash = (hash: Buffer): string => new Address(0, hash).toString();
