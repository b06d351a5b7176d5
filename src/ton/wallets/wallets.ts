// The wallets of one key: each account has one, whose balances are the account's.
import { createHash } from 'node:crypto';
import type { Cell } from '@ton/core';
import type { KeyPair } from '@ton/crypto';
import type { Account } from '../../core/amount.ts';
import type { ChainOrders } from '../../ports/chain-orders.ts';
import { NotOnThisVenue } from '../../ports/venue.ts';
import {
  externalBoc,
  type NetworkId,
  numberedWalletId,
  type Signing,
  signedBody,
  type WalletV5,
  walletV5,
} from './wallet-v5.ts';

/** Two accounts in two thousand million share a first number: so many never share all of these. */
const TRIES = 20;

const MOST_KNOWN = 10_000;

/** The exchange has no key, so that only wallets of people's own trade on it. */
export class NoKey extends NotOnThisVenue {
  override name = 'NoKey';

  constructor() {
    super('This exchange holds no wallets: sign in with your own.');
  }
}

export function noneWithoutKey(error: unknown): null {
  if (error instanceof NoKey) return null;
  throw error;
}

export class Wallets {
  readonly #orders: Pick<ChainOrders, 'walletOf' | 'takeWallet'>;
  /** Out of sight for logs and errors. */
  readonly #key: KeyPair | null;
  readonly #network: NetworkId;
  readonly #known = new Map<Account, WalletV5>();

  constructor(orders: Pick<ChainOrders, 'walletOf' | 'takeWallet'>, key: KeyPair | null, network: NetworkId) {
    this.#orders = orders;
    this.#key = key;
    this.#network = network;
  }

  /** The wallet of an account, which it has for good from the first time that anybody asks. */
  async of(account: Account): Promise<WalletV5> {
    const known = this.#known.get(account);
    if (known) return known;
    const { publicKey } = this.#held();
    const number = (await this.#orders.walletOf(account)) ?? (await this.#take(account));
    const wallet = walletV5(publicKey, numberedWalletId(this.#network, number));
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(account, wallet);
    return wallet;
  }

  sign(
    wallet: WalletV5,
    { deploys, ...signing }: Omit<Signing, 'secretKey'> & { readonly deploys: boolean },
  ): { readonly body: Cell; readonly boc: Buffer } {
    const body = signedBody(wallet, { ...signing, secretKey: this.#held().secretKey });
    return { body, boc: externalBoc(wallet, body, { deploys }) };
  }

  #held(): KeyPair {
    if (this.#key === null) throw new NoKey();
    return this.#key;
  }

  async #take(account: Account): Promise<number> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const number = await this.#orders.takeWallet(account, numberFor(account, attempt));
      if (number !== undefined) return number;
    }
    throw new Error(`no wallet is free for ${account}`);
  }
}

/** By the name, so that after a restored backup an account finds its own wallet again, and no other account gets it. */
export const numberFor = (account: Account, attempt: number): number =>
  createHash('sha256').update(`${attempt} ${account}`).digest().readUInt32BE(0) >>> 1;

/** Whether it is one that the account may have been given. */
export const isNumberFor = (account: Account, number: number): boolean =>
  Array.from({ length: TRIES }, (_, attempt) => numberFor(account, attempt)).includes(number);
