// The wallets of the exchange: each account has one, with its own key, and the account's tokens are in it.
import { randomBytes } from 'node:crypto';
import type { Cell } from '@ton/core';
import type { KeyPair } from '@ton/crypto';
import {
  externalBoc,
  firstWalletId,
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

const MOST_KNOWN = 10_000;

/** The exchange has no key: only users with their own wallets can trade on it. */
class NoKey extends NotOnThisVenue {
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
  readonly #requests: Pick<ChainRequests, 'hasWallet' | 'addWallet'>;
  /** The key of the mnemonic, in a private field so that no log or error shows it. */
  readonly #words: KeyPair | null;
  readonly #network: NetworkId;
  readonly #known = new Map<Account, WalletV5>();
  readonly #keys = new WeakMap<WalletV5, KeyPair>();

  constructor(requests: Pick<ChainRequests, 'hasWallet' | 'addWallet'>, words: KeyPair | null, network: NetworkId) {
    this.#requests = requests;
    this.#words = words;
    this.#network = network;
  }

  /** The wallet of an account. The store records that the account uses it. */
  async of(account: Account): Promise<WalletV5> {
    const known = this.#known.get(account);
    if (known) return known;
    const words = this.#held();
    if (!(await this.#requests.hasWallet(account))) await this.#requests.addWallet(account);
    const { wallet, key } = derivedWallet(words, this.#network, account);
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
}

export const randomQueryId = (): bigint => randomBytes(8).readBigUInt64BE();

/** The only wallet of an account on a network. */
export function derivedWallet(words: KeyPair, network: NetworkId, account: Account) {
  const key = derivedKey(words, 'account', network, account);
  return { key, wallet: walletV5(key.publicKey, firstWalletId(network)) };
}
