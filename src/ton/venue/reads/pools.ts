// Pools as the chain has them, of the pairs that are listed.
import { amount, type PoolAddress, type TokenAddress } from '../../../core/amount.ts';
import { type ListRequest, type Page, type PoolView, refused, type Venue } from '../../../ports/venue.ts';
import type { ChainPool, Dex } from '../dex.ts';
import { listedPair, type Registry } from '../state.ts';

type Options = { readonly dex: Dex; readonly registry: Registry & Pick<Venue, 'pools'> };

export class Pools {
  readonly #options: Options;
  /** The pairs of pools that were ever listed, by address. */
  readonly #pairs = new Map<PoolAddress, readonly [TokenAddress, TokenAddress]>();

  constructor(options: Options) {
    this.#options = options;
  }

  has(address: string): boolean {
    return this.#pairs.has(address as PoolAddress);
  }

  async pool(a: TokenAddress, b: TokenAddress): Promise<PoolView> {
    await this.#options.registry.pair(a, b);
    return (await this.#view(a, b)) ?? unknownPool(this.#options.registry, a, b);
  }

  /** Those that are listed, as the chain has them; a page is short where the chain has none of a pair. */
  async list(request: ListRequest): Promise<Page<PoolView>> {
    const { items, nextCursor } = await this.#options.registry.pools(request);
    const views = await Promise.all(items.map(({ token0, token1 }) => this.#view(token0.address, token1.address)));
    return { items: views.filter((view) => view !== undefined), nextCursor };
  }

  async named(addresses: readonly PoolAddress[]): Promise<readonly PoolView[]> {
    if (addresses.some((address) => !this.#pairs.has(address))) await this.list({ limit: 100 });
    const known = [...new Set(addresses)].flatMap((address) => {
      const pair = this.#pairs.get(address);
      return pair ? [pair] : [];
    });
    const views = await Promise.all(known.map(([a, b]) => this.#view(a, b)));
    return views.filter((view) => view !== undefined);
  }

  async #view(a: TokenAddress, b: TokenAddress): Promise<PoolView | undefined> {
    const { tokens, status } = await listedPair(this.#options.registry, { tokenA: a, tokenB: b });
    const found = await this.#options.dex.pool(a, b);
    if (!found) return undefined;
    const { pool, data } = found;
    const [token0, token1] = a === pool.token0 ? [tokens.tokenA, tokens.tokenB] : [tokens.tokenB, tokens.tokenA];
    this.#pairs.set(pool.address, [pool.token0, pool.token1]);
    const { number, ...terms } = pool;
    return {
      ...terms,
      ...(status !== 'listed' && { status }),
      token0,
      token1,
      wallet0: data.wallet0.toString(),
      wallet1: data.wallet1.toString(),
      reserve0: amount(data.reserve0),
      reserve1: amount(data.reserve1),
      collected0: amount(data.collected0),
      collected1: amount(data.collected1),
    };
  }
}

export const reservesOf = ({ data }: ChainPool): readonly [bigint, bigint] => [data.reserve0, data.reserve1];

export async function unknownPool(registry: Pick<Registry, 'pair'>, a: TokenAddress, b: TokenAddress): Promise<never> {
  const { tokenA, tokenB } = await registry.pair(a, b);
  return refused({ code: 'unknown_pool', tokenA: tokenA.symbol, tokenB: tokenB.symbol });
}
