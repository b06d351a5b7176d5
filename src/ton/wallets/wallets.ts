// The wallets of the exchange: each account has one, with its own key, and the account's tokens are in it.
import { randomBytes } from 'node:crypto';
import type { Cell } from '@ton/core';
import type { KeyPair } from '@ton/crypto';
import {
  externalBoc,
  type NetworkId,
  type Signing,
  signedBody,
  type WalletV5,
  walletV5,
} from '#devnet/contracts/wallet-v5';
import type { Account } from '../../core/amount.ts';
import type { ChainRequest, ChainRequests } from '../../ports/chain-requests.ts';
import { NotOnThisVenue } from '../../ports/venue.ts';
import { derivedKey, queryIdFor } from './derived-key.ts';
import { firstKindNumberFor, isFirstKind, numberFor, TRIES, walletIdOf } from './wallet-number.ts';

const MOST_KNOWN = 10_000;

/** The exchange has no key: only users with their own wallets can trade on it. */
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
  readonly #requests: Pick<ChainRequests, 'walletOf' | 'takeWallet'>;
  /** The key of the mnemonic, in a private field so that no log or error shows it. */
  readonly #words: KeyPair | null;
  readonly #network: NetworkId;
  readonly #known = new Map<Account, WalletV5>();
  readonly #keys = new WeakMap<WalletV5, KeyPair>();

  constructor(requests: Pick<ChainRequests, 'walletOf' | 'takeWallet'>, words: KeyPair | null, network: NetworkId) {
    this.#requests = requests;
    this.#words = words;
    this.#network = network;
  }

  /** The wallet of an account, assigned for good on the first call. */
  async of(account: Account): Promise<WalletV5> {
    const known = this.#known.get(account);
    if (known) return known;
    const words = this.#held();
    const number = (await this.#requests.walletOf(account)) ?? (await this.#take(account));
    const { wallet, key } = walletNumbered(number, words, this.#network, account);
    this.#keys.set(wallet, key);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(account, wallet);
    return wallet;
  }

  /** Marks the messages of a request: with an idempotency key always with the same number, so that a repeat is recognised on the chain. */
  queryId({ account, key, fingerprint }: Pick<ChainRequest, 'account' | 'key' | 'fingerprint'>): bigint {
    return key === null || fingerprint === null
      ? randomQueryId()
      : queryIdFor(this.#held(), this.#network, { account, key, fingerprint });
  }

  /** Signs for a wallet that `of` has returned. */
  sign(
    wallet: WalletV5,
    { deploys, ...signing }: Omit<Signing, 'secretKey'> & { readonly deploys: boolean },
  ): { readonly body: Cell; readonly boc: Buffer } {
    const key = this.#keys.get(wallet);
    if (!key) throw new Error('only wallets of this exchange are signed for');
    const body = signedBody(wallet, { ...signing, secretKey: key.secretKey });
    return { body, boc: externalBoc(wallet, body, { deploys }) };
  }

  #held(): KeyPair {
    if (this.#words === null) throw new NoKey();
    return this.#words;
  }

  async #take(account: Account): Promise<number> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const number = await this.#requests.takeWallet(account, numberFor(account, attempt));
      if (number !== undefined) return number;
    }
    throw new Error(`no wallet is free for ${account}`);
  }
}

export const randomQueryId = (): bigint => randomBytes(8).readBigUInt64BE();

function walletNumbered(number: number, words: KeyPair, network: NetworkId, account: Account) {
  const key = isFirstKind(number) ? words : derivedKey(words, 'account', network, account);
  return { key, wallet: walletV5(key.publicKey, walletIdOf(network, number)) };
}

/**
 * All wallets that an account may have: the one with a derived key, and those with the mnemonic's key (the first kind),
 * likeliest first. Only the store knows which it is: another account may have taken a number, and then owns that wallet.
 */
export const possibleWallets = (words: KeyPair, network: NetworkId, account: Account) => ({
  derived: walletNumbered(numberFor(account, 0), words, network, account).wallet,
  firstKind: Array.from({ length: TRIES }, (_, attempt) => {
    const number = firstKindNumberFor(account, attempt);
    return { number, ...walletNumbered(number, words, network, account) };
  }),
});
