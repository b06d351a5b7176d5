// Measures the router alone: the time of a search relative to one exact swap, and how far its result is below the bound of any route.
import { constantProduct } from '../../src/core/curves/constant-product.ts';
import { swapExactIn } from '../../src/core/maths/fill.ts';
import { WHOLE_SHARE } from '../../src/core/route/shape.ts';
import { Router } from '../../src/router/router.ts';
import { Bound } from '../../test/router/bound.ts';
import { bestOf, execute } from '../../test/router/execute.ts';
import { answerLines } from '../lines.ts';
import {
  type MadeMarket,
  type MadePool,
  powerLaw,
  reservesOf,
  SIZES,
  type Size,
  snapshotOf,
  type Trade,
  tradeOf,
} from './markets.ts';
import { Random } from './random.ts';

export type MarketSize = { readonly tokens: number; readonly pools: number };
export type RouteQuestion = {
  readonly what: 'times' | 'gaps';
  readonly market: MarketSize;
  readonly trades: number;
  readonly seed: number;
};
export type Times = { readonly searchesMs: readonly number[]; readonly swapMs: number };
/** By trade size, sorted: how far results are below the bound, and which share of the possible gain over the best path they reach. */
export type Gaps = Readonly<Record<Size, { readonly gaps: readonly number[]; readonly captured: readonly number[] }>>;

const LIMITS = { maxPools: 32, minGain: 5e-6 };
/** The sizes of a hundred typical trades. */
const MIX = [...'S'.repeat(60), ...'M'.repeat(30), ...'L'.repeat(9), 'W'] as Size[];
const SEED_OF_MARKETS = 1;
const SWAPS = 2000;
const RUNS = 5;

const markets = new Map<number, { readonly made: MadeMarket; readonly router: Router }>();

await answerLines(async ({ what, market, trades, seed }: RouteQuestion): Promise<Times | Gaps> => {
  const { made, router } = marketOf(market);
  const random = new Random(seed);
  return what === 'times' ? times(made, router, random, trades) : gaps(made, router, random, trades);
});

function marketOf({ tokens, pools }: MarketSize) {
  let found = markets.get(pools);
  if (!found) {
    const made = powerLaw(SEED_OF_MARKETS, tokens, pools);
    found = { made, router: new Router(snapshotOf(made), LIMITS) };
    markets.set(pools, found);
  }
  return found;
}

function search(router: Router, { from, to, amount }: Trade) {
  return router.findIn(from, to, Number(amount));
}

function times(made: MadeMarket, router: Router, random: Random, trades: number): Times {
  const asked = Array.from({ length: trades }, () => tradeOf(random, made, random.oneOf(MIX)));
  const pool = made.pools[0] as MadePool;
  const { amount } = asked[0] as Trade;
  const swaps = leastMs(() => {
    for (let swap = 0; swap < SWAPS; swap++) swapExactIn(constantProduct, reservesOf(pool, true), pool.rates, amount);
  });
  return { searchesMs: asked.map((trade) => leastMs(() => search(router, trade))), swapMs: swaps / SWAPS };
}

/** Identical work takes as long as its shortest run; anything longer is due to other load on the machine. */
function leastMs(work: () => unknown): number {
  let least = Infinity;
  for (let run = 0; run < RUNS; run++) {
    const startMs = performance.now();
    work();
    least = Math.min(least, performance.now() - startMs);
  }
  return least;
}

function gaps(made: MadeMarket, router: Router, random: Random, trades: number): Gaps {
  const bound = new Bound(made);
  const of = (size: Size) => {
    const found = Array.from({ length: trades }, () => {
      const trade = tradeOf(random, made, size);
      const routes = search(router, trade);
      const single = routes.filter((route) => route.every(({ share }) => share === WHOLE_SHARE));
      const [best, path] = [Number(bestOf(made, trade, routes)), Number(execute(made, trade, single[0] ?? []))];
      const highest = bound.of(trade);
      // If even the bound is less than twice `minGain` above the best path, there is nothing to capture.
      const captured = highest > path * (1 + 2 * LIMITS.minGain) ? (best - path) / (highest - path) : 1;
      return { gap: 1 - best / highest, captured };
    });
    const sorted = (part: 'gap' | 'captured') => found.map((each) => each[part]).sort((one, other) => one - other);
    return [size, { gaps: sorted('gap'), captured: sorted('captured') }];
  };
  return Object.fromEntries((Object.keys(SIZES) as Size[]).map(of));
}
