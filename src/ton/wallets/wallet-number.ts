// The number under which a store keeps an account's wallet: it says how the wallet's key and id are found.
import { createHash } from 'node:crypto';
import type { Account } from '../../core/amount.ts';
import { firstWalletId, MOST_WALLETS, type NetworkId, numberedWalletId } from './wallet-v5.ts';

/** Two accounts in 2^48 share a first number: so many never share all of these. */
export const TRIES = 20;

/**
 * Of a wallet with a key of its own, which follows from the account's name. The number tells nothing but that: all of them
 * are above those of the first kind.
 */
export const numberFor = (account: Account, attempt: number): number =>
  MOST_WALLETS + digestOf(account, attempt).readUIntBE(0, 6);

/**
 * Of the first kind, which no account is given any more: all of them have the key of the words, and differ by this number in
 * their ids. Anybody can find a name with a given number, or with the number that makes the same id on another network.
 */
export const firstKindNumberFor = (account: Account, attempt: number): number =>
  digestOf(account, attempt).readUInt32BE(0) >>> 1;

export const isFirstKind = (number: number): boolean => number < MOST_WALLETS;

/** Whether it is one that the account may have been given. */
export const isNumberFor = (account: Account, number: number): boolean =>
  Array.from({ length: TRIES }, (_, attempt) => attempt).some(
    (attempt) => number === numberFor(account, attempt) || number === firstKindNumberFor(account, attempt),
  );

export const walletIdOf = (network: NetworkId, number: number): number =>
  isFirstKind(number) ? numberedWalletId(network, number) : firstWalletId(network);

/** The network that a wallet's id was made for; the inverse of `walletIdOf`. */
export const networkIn = (walletId: number, number: number): NetworkId => walletId ^ walletIdOf(0, number);

const digestOf = (account: Account, attempt: number): Buffer =>
  createHash('sha256').update(`${attempt} ${account}`).digest();
