// The listed pools, as they are on the chain.
import { setTimeout as delay } from 'node:timers/promises';
import { Address } from '@ton/core';
import { tonAddress } from '../../../address.ts';
import { amount, type PoolAddress, type TokenAddress } from '../../../core/amount.ts';
import { type ListedToken, type ListingStatus, pairKey } from '../../../core/pool.ts';
import type { Page } from '../../../ports/page.ts';
import type { ListRequest, PoolEntry, PoolView } from '../../../ports/venue/listing.ts';
import { NotOnThisVenue, RefusedError, refused, type Venue } from '../../../ports/venue.ts';
import { GetterFailed } from '../../dialect/getters.ts';
import type { ChainPool, Dex, ShownPool } from '../dex.ts';
import { listedPair, type Registry } from '../state.ts';
import { AnswerCache } from './answer-cache.ts';

type Options = {
  readonly dex: Dex;
  readonly registry: Registry & Pick<Venue, 'pools'>;
  /** How long a pool's state is cached. */
  readonly keepMs: number;
  /** How long a page waits for further pools once it has the first. */
  readonly pageMs?: number;
};

type Pair = readonly [TokenAddress, TokenAddress];

/** Pools in lists are cached for these multiples of `keepMs`: many pools cannot all be read every second. */
const [FRESH_TIMES, MOST_TIMES] = [10, 60];
const [AT_ONCE, PAGE_MS, MOST_PAIRS] = [4, 3000, 10_000];
const LATE = Symbol('late');

export class Pools {
  readonly #options: Options;
  readonly #shown: AnswerCache<ShownPool | undefined>;
  readonly #found: AnswerCache<Pair | undefined>;
  /** Pairs of the pools that were shown, by the pool's address. */
  readonly #pairs = new Map<PoolAddress, Pair>();

  constructor(options: Options) {
    this.#options = options;
    const { keepMs } = options;
    const ages = { freshMs: keepMs * FRESH_TIMES, mostMs: keepMs * MOST_TIMES, atOnce: AT_ONCE };
    this.#shown = new AnswerCache(ages);
    this.#found = new AnswerCache(ages);
  }

  has(address: string): boolean {
    return this.#pairs.has(address as PoolAddress);
  }

  async pool(a: TokenAddress, b: TokenAddress): Promise<PoolView> {
    const { dex, registry } = this.#options;
    const { tokens, status } = await listedPair(registry, { tokenA: a, tokenB: b });
    const found = await dex.pool(a, b);
    return found ? this.#view(found, [tokens.tokenA, tokens.tokenB], status) : unknownPool(registry, a, b);
  }

  /**
   * The listed pools as they are on the chain; a page is short if a pair has no pool there, and ends early if the
   * endpoint is slow.
   */
  async list(request: ListRequest): Promise<Page<PoolEntry>> {
    const { registry, pageMs = PAGE_MS } = this.#options;
    const { items, nextCursor } = await registry.pools(request);
    const pools = items.map(({ token0, token1 }) => this.#look(token0.address, token1.address));
    // Reads that this page does not wait for go on, and are cached for the next page.
    for (const one of pools) one.catch(() => {});
    const over = new AbortController();
    const late = delay(pageMs, LATE, { signal: over.signal, ref: false }).catch(() => LATE);
    const views: PoolEntry[] = [];
    for (const [at, { token0, token1, status }] of items.entries()) {
      const one = pools[at] as Promise<ShownPool | undefined>;
      const found = await (at === 0 ? one : Promise.race([one, late]).catch(() => LATE));
      if (typeof found === 'symbol') return { items: views, nextCursor: await this.#cursorAfter(at, request) };
      if (found) views.push(this.#entry(found, [token0, token1], status));
    }
    over.abort();
    return { items: views, nextCursor };
  }

  async named(addresses: readonly PoolAddress[]): Promise<readonly PoolEntry[]> {
    const views = await Promise.all([...new Set(addresses)].map((address) => this.#named(address)));
    return views.filter((view) => view !== undefined);
  }

  async #named(address: PoolAddress): Promise<PoolEntry | undefined> {
    const [a, b] = this.#pairs.get(address) ?? (await this.#pairAt(address)) ?? [];
    if (a === undefined || b === undefined) return undefined;
    const listed = await listedPair(this.#options.registry, { tokenA: a, tokenB: b }).catch(asUnlisted);
    const found = listed && (await this.#look(a, b));
    return found && this.#entry(found, [listed.tokens.tokenA, listed.tokens.tokenB], listed.status);
  }

  async #pairAt(address: PoolAddress): Promise<Pair | undefined> {
    const canonical = tonAddress(address);
    if (canonical === null) return undefined;
    return this.#found.get(canonical, () => this.#options.dex.pairAt(Address.parse(canonical)));
  }

  /** Undefined for a pair that cannot have a pool, so that a list still shows the others. */
  #look(a: TokenAddress, b: TokenAddress): Promise<ShownPool | undefined> {
    return this.#shown.get(pairKey(a, b), () =>
      this.#options.dex.shownPool(a, b).catch((error: unknown) => {
        if (error instanceof NotOnThisVenue || error instanceof GetterFailed) return undefined;
        throw error;
      }),
    );
  }

  /** The cursor after the first `count` pairs of this page. */
  async #cursorAfter(count: number, request: ListRequest): Promise<string | null> {
    return (await this.#options.registry.pools({ ...request, limit: count })).nextCursor;
  }

  /** Contracts of version 1 tell their supply only by a further request, and none tells when it was created. */
  #entry(found: ShownPool, tokens: readonly ListedToken[], status: ListingStatus): PoolEntry {
    const { supply } = found.data;
    return { ...this.#view(found, tokens, status), supply: supply === null ? null : amount(supply), createdAtMs: null };
  }

  #view({ pool, data }: ShownPool, tokens: readonly ListedToken[], status: ListingStatus): PoolView {
    const { number, ...terms } = pool;
    const [token0, token1] = [pool.token0, pool.token1].map((token) => tokens.find(({ address }) => address === token));
    if (!token0 || !token1) throw new Error(`the pool ${pool.address} is of other tokens than were asked for`);
    if (this.#pairs.size >= MOST_PAIRS) this.#pairs.clear();
    this.#pairs.set(pool.address, [pool.token0, pool.token1]);
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

/** Hides pools of tokens that are not listed. */
function asUnlisted(error: unknown): undefined {
  if (error instanceof RefusedError) return undefined;
  throw error;
}

export const reservesOf = ({ data }: ChainPool): readonly [bigint, bigint] => [data.reserve0, data.reserve1];

export async function unknownPool(registry: Pick<Registry, 'pair'>, a: TokenAddress, b: TokenAddress): Promise<never> {
  const { tokenA, tokenB } = await registry.pair(a, b);
  return refused({ code: 'unknown_pool', tokenA: tokenA.symbol, tokenB: tokenB.symbol });
}
