// The number under which a store keeps an account's wallet: it determines the wallet's key and id.
import { createHash } from 'node:crypto';
import { firstWalletId, MOST_WALLETS, type NetworkId, numberedWalletId } from '#devnet/contracts/wallet-v5';
import type { Account } from '../../core/amount.ts';

/** Numbers tried until one is free: two accounts share the first with a probability of 2^-48, and never share all of them. */
export const TRIES = 20;

/**
 * The number of a wallet with a derived key. It is not part of the wallet's id and only marks the kind of the wallet:
 * all such numbers are above those of the first kind.
 */
export const numberFor = (account: Account, attempt: number): number =>
  MOST_WALLETS + digestOf(account, attempt).readUIntBE(0, 6);

/**
 * The number of a wallet of the first kind: such wallets share the key of the mnemonic and differ only in the id. They are no
 * longer assigned, since anybody can find an account name with a given number, or with the same id on another network.
 */
export const firstKindNumberFor = (account: Account, attempt: number): number =>
  digestOf(account, attempt).readUInt32BE(0) >>> 1;

export const isFirstKind = (number: number): boolean => number < MOST_WALLETS;

/** True if the account may have been assigned this number. */
export const isNumberFor = (account: Account, number: number): boolean =>
  Array.from({ length: TRIES }, (_, attempt) => attempt).some(
    (attempt) => number === numberFor(account, attempt) || number === firstKindNumberFor(account, attempt),
  );

export const walletIdOf = (network: NetworkId, number: number): number =>
  isFirstKind(number) ? numberedWalletId(network, number) : firstWalletId(network);

/** The network of a wallet id; the inverse of `walletIdOf`. */
export const networkIn = (walletId: number, number: number): NetworkId => walletId ^ walletIdOf(0, number);

const digestOf = (account: Account, attempt: number): Buffer =>
  createHash('sha256').update(`${attempt} ${account}`).digest();
