// The DEX as the venue reads it: addresses of wallets and pools, and their current balances.
import { Address } from '@ton/core';
import {
  type Account,
  type Amount,
  amount,
  type PoolAddress,
  type Ppm,
  ppm,
  type TokenAddress,
} from '../../core/amount.ts';
import { CONSTANT_PRODUCT } from '../../core/curves/curves.ts';
import type { SwapRates } from '../../core/maths/fill.ts';
import { type Pool, pairKey } from '../../core/pool.ts';
import { NotOnThisVenue } from '../../ports/venue.ts';
import type { Chain } from '../chain.ts';
import type { Dialect, PoolData } from '../dialect/dialect.ts';
import { jettonBalance, lpAccountAddress, minterOf, orNull, poolAddress, walletOf } from '../dialect/getters.ts';
import { AnswerCache } from './reads/answer-cache.ts';

/** The address that stands for TON itself, which the contracts handle as pTON. */
export const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c' as TokenAddress;

export type DexOptions = {
  readonly chain: Chain;
  readonly dialect: Dialect;
  readonly router: Address;
  readonly pton: Address;
  /** How long a pool's state is cached; 0, as for planning changes, reads it every time. */
  readonly keepMs?: number;
};

/** An existing pool with its reserves. */
export type ShownPool = { readonly at: Address; readonly pool: Pool; readonly data: PoolData };
export type ChainPool = ShownPool & { readonly supply: Amount };

/** In version 2 each swap sets its referral fee; this is the default of STON.fi's SDK. */
const REF_FEE_BPS = 10n;

const MOST_KNOWN = 10_000;

/** Cache of values that never change; bounded, since there can be any number of tokens and owners. */
class Known<Found> {
  readonly #found = new Map<string, Found>();

  async get(key: string, look: () => Promise<Found>): Promise<Found> {
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = await look();
    if (this.#found.size >= MOST_KNOWN) this.#found.clear();
    this.#found.set(key, found);
    return found;
  }
}

/** A listed token is not a jetton, so it cannot be used here. */
class NoJetton extends NotOnThisVenue {
  override name = 'NoJetton';
}

export class Dex {
  readonly chain: Chain;
  readonly dialect: Dialect;
  readonly router: Address;
  readonly #pton: Address;
  readonly #wallets = new Known<Address>();
  readonly #pools = new Known<Address>();
  readonly #held: AnswerCache<ChainPool | undefined>;

  constructor({ chain, dialect, router, pton, keepMs = 0 }: DexOptions) {
    this.chain = chain;
    this.dialect = dialect;
    this.router = router;
    this.#pton = pton;
    this.#held = new AnswerCache({ freshMs: keepMs, mostMs: keepMs });
  }

  /** The router's wallet of a token, as the token's own minter names it: a pool of any other wallet is a forgery. */
  routerWallet(token: TokenAddress): Promise<Address> {
    return this.wallet(token, this.router);
  }

  wallet(token: TokenAddress, owner: Address): Promise<Address> {
    return this.#walletOf(this.#minterOf(token), owner);
  }

  lpWallet({ at }: Pick<ChainPool, 'at'>, owner: Address): Promise<Address> {
    return this.#walletOf(at, owner);
  }

  async lpAccount(pool: Address, owner: Address): Promise<Address | null> {
    return lpAccountAddress(this.chain, pool, owner);
  }

  /** True if the router returns everything sent to it. */
  async isLocked(): Promise<boolean> {
    return (await this.dialect.routerData(this.chain, this.router))?.isLocked === true;
  }

  /** The address that the pool of two tokens has or would have. */
  poolAddress(a: TokenAddress, b: TokenAddress): Promise<Address> {
    return this.#pools.get(pairKey(a, b), async () => {
      const [walletA, walletB] = await Promise.all([this.routerWallet(a), this.routerWallet(b)]);
      const address = await poolAddress(this.chain, this.router, walletA, walletB);
      if (address === null) throw new NoJetton(`There is no router at ${this.router}.`);
      return address;
    });
  }

  /** Undefined if the pool does not exist yet. */
  pool(a: TokenAddress, b: TokenAddress): Promise<ChainPool | undefined> {
    return this.#held.get(pairKey(a, b), () => this.#readPool(a, b));
  }

  async #readPool(a: TokenAddress, b: TokenAddress): Promise<ChainPool | undefined> {
    const at = await this.poolAddress(a, b);
    const shown = this.shownPool(a, b);
    const data = async () => (await shown)?.data ?? null;
    const [found, supply] = await Promise.all([shown, this.dialect.supply(this.chain, at, data)]);
    return found && supply !== null ? { ...found, supply: amount(supply) } : undefined;
  }

  /** A pool without its supply of LP tokens, as lists show it: takes one request if its addresses are cached. */
  async shownPool(a: TokenAddress, b: TokenAddress): Promise<ShownPool | undefined> {
    const at = await this.poolAddress(a, b);
    const [data, walletA] = await Promise.all([this.dialect.poolData(this.chain, at), this.routerWallet(a)]);
    if (data === null) return undefined;
    const [token0, token1] = data.wallet0.equals(walletA) ? [a, b] : [b, a];
    return { at, data, pool: poolOf(at, data, token0, token1) };
  }

  /** The tokens of a pool, found by its wallets; undefined if it is not a pool of the router. */
  async pairAt(at: Address): Promise<readonly [TokenAddress, TokenAddress] | undefined> {
    const data = await orNull(this.dialect.poolData(this.chain, at));
    if (data === null) return undefined;
    const [token0, token1] = await Promise.all([this.#tokenOf(data.wallet0), this.#tokenOf(data.wallet1)]);
    if (token0 === undefined || token1 === undefined) return undefined;
    // Anybody can deploy a contract that claims to be a pool; only the minters and the router prove that it is one.
    const isIt = await this.poolAddress(token0, token1).then(
      (address) => address.equals(at),
      (error: unknown) => {
        if (error instanceof NoJetton) return false;
        throw error;
      },
    );
    return isIt ? [token0, token1] : undefined;
  }

  async #tokenOf(wallet: Address): Promise<TokenAddress | undefined> {
    if (wallet.equals(await this.routerWallet(TON))) return TON;
    const minter = await orNull(minterOf(this.chain, wallet));
    return minter === null ? undefined : (minter.toString() as TokenAddress);
  }

  async balance(token: TokenAddress, owner: Address): Promise<bigint> {
    if (token === TON) return (await this.chain.account(owner)).balance;
    return jettonBalance(this.chain, await this.wallet(token, owner));
  }

  async lpBalance(pool: ChainPool, owner: Address): Promise<bigint> {
    return jettonBalance(this.chain, await this.lpWallet(pool, owner));
  }

  #minterOf(token: TokenAddress): Address {
    if (token === TON) return this.#pton;
    try {
      return Address.parse(token);
    } catch {
      throw new NoJetton(`${token} is not the address of a jetton.`);
    }
  }

  #walletOf(minter: Address, owner: Address): Promise<Address> {
    return this.#wallets.get(`${minter} ${owner}`, async () => {
      const wallet = await orNull(walletOf(this.chain, minter, owner));
      if (wallet === null) throw new NoJetton(`There is no jetton at ${minter}.`);
      return wallet;
    });
  }
}

function poolOf(at: Address, data: PoolData, token0: TokenAddress, token1: TokenAddress): Pool {
  return {
    ...CONSTANT_PRODUCT,
    number: 0,
    address: at.toString() as PoolAddress,
    token0,
    token1,
    status: data.isLocked ? 'paused' : 'listed',
    ...ratesOf(data, data.refFeeBps ?? REF_FEE_BPS),
    protocolFeeAddress: data.feeAddress === null ? null : (data.feeAddress.toString() as Account),
  };
}

/** The core's fees are in millionths, those of the contracts in 1/10000. */
export const ratesOf = (pool: PoolData, refFeeBps: bigint): SwapRates => ({
  lpFeePpm: inPpm(pool.lpFeeBps),
  protocolFeePpm: inPpm(pool.protocolFeeBps),
  refFeePpm: inPpm(refFeeBps),
});

const inPpm = (bps: bigint): Ppm => ppm(bps * 100n);
