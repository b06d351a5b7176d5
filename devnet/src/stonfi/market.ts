// The tokens, pools and balances of a devnet as its contracts tell them, for STON.fi's REST API.
import { Address, beginCell, getMethodId, type TupleItem, TupleReader } from '@ton/core';
import { type Amount, amount, type PoolAddress, ppm, type TokenAddress } from '../../../src/core/amount.ts';
import { CONSTANT_PRODUCT } from '../../../src/core/curves/curves.ts';
import type { ListedToken, Pool } from '../../../src/core/pool.ts';
import type { Chain } from '../chain/chain.ts';
import type { DevnetInfo } from '../info.ts';
import { jettonWallet, tokenData } from '../toncenter/token-data.ts';

/** STON.fi's address of TON, for which the contracts use pTON. */
const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c' as TokenAddress;

export type DevnetToken = ListedToken & { readonly name: string };

export type DevnetPool = {
  readonly pool: Pool;
  readonly tokens: readonly [DevnetToken, DevnetToken];
  readonly wallets: readonly [Address, Address];
  readonly reserves: readonly [Amount, Amount];
  readonly collected: readonly [bigint, bigint];
  readonly feeAddress: string;
  readonly lpSupply: Amount;
};

export class Market {
  readonly #chain: Chain;
  readonly #info: DevnetInfo;
  /** The tokens that the devnet has from the start. */
  readonly #own: ReadonlyMap<string, DevnetToken>;
  /** Other jettons that were asked for. */
  readonly #asked = new Set<string>();
  /** Addresses that never change, by what they belong to. */
  readonly #addresses = new Map<string, Address>();

  constructor(chain: Chain, info: DevnetInfo) {
    this.#chain = chain;
    this.#info = info;
    const ton = { address: TON as string, symbol: 'TON', name: 'Toncoin', decimals: 9 };
    const own = [ton, ...info.tokens].map((token) => ({
      ...token,
      address: token.address as TokenAddress,
      status: 'listed' as const,
    }));
    this.#own = new Map(own.map((token) => [token.address, token]));
  }

  get router(): string {
    return this.#info.router;
  }

  /** The devnet's own tokens, and the jettons that were asked for; one may be gone if the chain was reverted since. */
  async tokens(): Promise<readonly DevnetToken[]> {
    const others = await Promise.all([...this.#asked].map((address) => this.token(address)));
    return [...this.#own.values(), ...others.filter((token) => token !== undefined)];
  }

  /** Undefined if there is no jetton at the address. */
  async token(text: string): Promise<DevnetToken | undefined> {
    const at = parse(text);
    if (!at) return undefined;
    const address = at.toString() as TokenAddress;
    const own = this.#own.get(address);
    if (own) return own;
    const found = (await tokenData(this.#chain, { address: text }).catch(() => undefined)) as TokenData | undefined;
    if (found?.contract_type !== 'jetton_master' || (await this.#isPool(at))) return undefined;
    const { data } = found.jetton_content;
    const { symbol = 'JETTON', name = '', decimals = '9' } = typeof data === 'string' ? {} : data;
    this.#asked.add(address);
    return { address, symbol, name, decimals: Number(decimals), status: 'listed' as const };
  }

  /** The pools of all known tokens. */
  async pools(): Promise<readonly DevnetPool[]> {
    const tokens = await this.tokens();
    const pairs = tokens.flatMap((a, at) => tokens.slice(at + 1).map((b) => [a, b] as const));
    const pools = await Promise.all(pairs.map(([a, b]) => this.poolOf(a, b)));
    return pools.filter((pool) => pool !== undefined);
  }

  async poolOf(a: DevnetToken, b: DevnetToken): Promise<DevnetPool | undefined> {
    const at = await this.#poolAddress(a.address, b.address);
    return at && this.#read(at, [a, b]);
  }

  /** The address that the pool of two tokens has or would have. */
  addressOfPool(a: DevnetToken, b: DevnetToken): Promise<Address | undefined> {
    return this.#poolAddress(a.address, b.address);
  }

  async poolAt(text: string): Promise<DevnetPool | undefined> {
    const at = parse(text);
    return at && this.#read(at);
  }

  async balance(token: DevnetToken, owner: Address): Promise<bigint> {
    if (token.address === TON) return this.#chain.account(owner).balance;
    return this.#balanceIn(await this.wallet(token.address, owner));
  }

  async lpBalance({ pool }: DevnetPool, owner: Address): Promise<bigint> {
    return this.#balanceIn(
      await this.#ask(Address.parse(pool.address), 'get_wallet_address', [slice(owner)], readAddress),
    );
  }

  lpAccount({ pool }: DevnetPool, owner: Address): Promise<Address | undefined> {
    return this.#ask(Address.parse(pool.address), 'get_lp_account_address', [slice(owner)], readAddress);
  }

  /** Undefined if there is no jetton. */
  async wallet(token: string, owner: Address): Promise<Address | undefined> {
    const minter = parse(token === TON ? this.#info.pton : token);
    return minter && this.#ask(minter, 'get_wallet_address', [slice(owner)], readAddress);
  }

  #routerWallet(token: string): Promise<Address | undefined> {
    return this.#lasting(token, () => this.wallet(token, Address.parse(this.#info.router)));
  }

  async #lasting(name: string, find: () => Promise<Address | undefined>): Promise<Address | undefined> {
    const known = this.#addresses.get(name) ?? (await find());
    if (known) this.#addresses.set(name, known);
    return known;
  }

  async #balanceIn(wallet: Address | undefined): Promise<bigint> {
    return (wallet && (await this.#ask(wallet, 'get_wallet_data', [], (answer) => answer.readBigNumber()))) ?? 0n;
  }

  #poolAddress(a: string, b: string): Promise<Address | undefined> {
    return this.#lasting(`${a} ${b}`, async () => {
      const [walletA, walletB] = await Promise.all([this.#routerWallet(a), this.#routerWallet(b)]);
      if (!walletA || !walletB) return undefined;
      const router = Address.parse(this.#info.router);
      return this.#ask(router, 'get_pool_address', [slice(walletA), slice(walletB)], readAddress);
    });
  }

  async #isPool(at: Address): Promise<boolean> {
    return (await this.#ask(at, 'get_pool_data', [], () => true)) ?? false;
  }

  /** Undefined if there is no pool of the router at the address. `pair` are its tokens, if they are known. */
  async #read(at: Address, pair?: readonly [DevnetToken, DevnetToken]): Promise<DevnetPool | undefined> {
    const data = await this.#ask(at, 'get_pool_data', [], (answer) => ({
      reserves: [amount(answer.readBigNumber()), amount(answer.readBigNumber())] as const,
      wallets: [answer.readAddress(), answer.readAddress()] as const,
      bps: [answer.readBigNumber(), answer.readBigNumber(), answer.readBigNumber()] as const,
      feeAddress: answer.readAddress().toString(),
      collected: [answer.readBigNumber(), answer.readBigNumber()] as const,
    }));
    const supply = await this.#ask(at, 'get_jetton_data', [], (answer) => answer.readBigNumber());
    if (!data || supply === undefined) return undefined;
    const { reserves, wallets, bps, feeAddress, collected } = data;
    const [token0, token1] = await Promise.all(wallets.map((wallet) => this.#tokenOf(wallet, pair)));
    if (!token0 || !token1 || !(await this.#poolAddress(token0.address, token1.address))?.equals(at)) return undefined;
    const [lpFeePpm, protocolFeePpm, refFeePpm] = bps.map((rate) => ppm(rate * 100n)) as [Ppm, Ppm, Ppm];
    const pool: Pool = {
      ...CONSTANT_PRODUCT,
      number: 0,
      address: at.toString() as PoolAddress,
      token0: token0.address,
      token1: token1.address,
      status: 'listed',
      ...{ lpFeePpm, protocolFeePpm, refFeePpm },
      protocolFeeAddress: null,
    };
    return { pool, tokens: [token0, token1], wallets, reserves, collected, feeAddress, lpSupply: amount(supply) };
  }

  async #tokenOf(wallet: Address, among: readonly DevnetToken[] = [...this.#own.values()]) {
    for (const token of among) if ((await this.#routerWallet(token.address))?.equals(wallet)) return token;
    const jetton = (await jettonWallet(this.#chain, wallet))?.jetton;
    return jetton === undefined ? undefined : this.token(jetton);
  }

  async #ask<Value>(
    of: Address,
    getter: string,
    stack: readonly TupleItem[],
    read: (answer: TupleReader) => Value,
  ): Promise<Value | undefined> {
    const outcome = await this.#chain.get(of, getMethodId(getter), stack);
    return outcome?.exitCode === 0 ? read(new TupleReader([...outcome.stack])) : undefined;
  }
}

type Ppm = ReturnType<typeof ppm>;

type TokenData = {
  readonly contract_type: string;
  readonly jetton_content: {
    readonly data: string | { readonly symbol?: string; readonly name?: string; readonly decimals?: string };
  };
};

const readAddress = (answer: TupleReader): Address => answer.readAddress();

const slice = (address: Address): TupleItem => ({
  type: 'slice',
  cell: beginCell().storeAddress(address).endCell(),
});

function parse(text: string): Address | undefined {
  try {
    return Address.parse(text);
  } catch {
    return undefined;
  }
}
