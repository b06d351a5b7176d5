// Branded types for amounts, rates and addresses, so that the compiler rejects mixing them.
import { assert } from './assert.ts';

declare const brand: unique symbol;
type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };

/** A non-negative quantity of one token, in that token's base units. */
export type Amount = Brand<bigint, 'Amount'>;
/** A rate in millionths: 3000 is 0.3 %. */
export type Ppm = Brand<bigint, 'Ppm'>;
/** A token's canonical address. Names that contain a space are the exchange's own LP tokens. */
export type TokenAddress = Brand<string, 'TokenAddress'>;
export type PoolAddress = Brand<string, 'PoolAddress'>;
/** A ledger account. Names that contain a space are the exchange's own accounts; users' names never contain one. */
export type Account = Brand<string, 'Account'>;

export const PPM = 1_000_000n;
export const MAX_AMOUNT = (1n << 120n) - 1n;

export function amount(value: bigint): Amount {
  assert(value >= 0n && value <= MAX_AMOUNT, 'an amount lies between 0 and 2^120-1');
  return value as Amount;
}

export const ppm = (value: bigint): Ppm => {
  assert(value >= 0n && value <= PPM, 'a rate lies between 0 and one');
  return value as Ppm;
};

export const ZERO = 0n as Amount;
