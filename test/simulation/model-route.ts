// The model's trades over one pool or several: which routes are valid, and what each pool takes and pays.
import { type Fraction, largest, millionths, whole } from './fraction.ts';
import type { Model, RefusalCode } from './model.ts';
import { type Filled, LARGEST, type ModelPool, type Sides } from './model-pool.ts';

export type ModelHop = { readonly tokenIn: string; readonly tokenOut: string; readonly share: number };
export type ModelTerms = {
  readonly tokenA: string;
  readonly tokenB: string;
  readonly referred: boolean;
  readonly exact: { readonly in: bigint } | { readonly out: bigint };
  /** Absent for the direct pool. */
  readonly route?: readonly ModelHop[];
};
/** A pool of the route, with what it takes and pays. */
export type Passed = {
  readonly pool: ModelPool;
  readonly side: Sides;
  readonly referred: boolean;
  readonly paid: bigint;
  readonly filled: Filled;
};
export type Trade = {
  readonly passed: readonly Passed[];
  readonly paid: bigint;
  readonly received: bigint;
  /** The price before the trade, after fees. */
  readonly before: Fraction;
  /** The amount that rounding has added to the fees in the bought token. */
  readonly rounded: Fraction;
  /** Whether it pays less than the prices before it would, by more than this many millionths. */
  impactExceeds(limit: bigint): boolean;
};

const WHOLE = 2 ** 30;

type Way = Omit<Passed, 'paid' | 'filled'> & { readonly share: number };

/** The effect of a trade on the current pools, or why it is refused. */
export function tradeOf(model: Model, terms: ModelTerms): Trade | RefusalCode {
  const { tokenA, tokenB, referred, exact, route } = terms;
  if (route && !isSound(route, terms)) return 'invalid_route';
  const ways: Way[] = [];
  for (const { tokenIn, tokenOut, share } of route ?? [{ tokenIn: tokenA, tokenOut: tokenB, share: WHOLE }]) {
    const fault = model.pairFault({ tokenA: tokenIn, tokenB: tokenOut });
    if (fault) return fault;
    const pool = model.pool({ tokenA: tokenIn, tokenB: tokenOut });
    if (!pool) return 'unknown_pool';
    // The referrer gets a part of the final output only.
    ways.push({ pool, side: { in: tokenIn, out: tokenOut }, referred: referred && tokenOut === tokenB, share });
  }
  const passed = 'in' in exact ? walk(model, ways, 'in', exact.in) : walk(model, ways.toReversed(), 'out', exact.out);
  if (typeof passed === 'string') return passed;
  if (passed.length === 0) return 'output_zero';
  if ('out' in exact) passed.reverse();
  const [only] = passed as [Passed];
  const trade = {
    passed,
    paid: sum(passed, 'in', tokenA),
    received: sum(passed, 'out', tokenB),
    ...pricesBefore(passed),
  };
  const impactExceeds =
    ways.length === 1
      ? (limit: bigint) => only.pool.impactExceeds(only.side, only.paid, only.filled.base, limit)
      : (limit: bigint) => isWorseThanBefore(trade, limit);
  return { ...trade, impactExceeds };
}

/** One to 64 hops, no pool twice; everything arrives at a token before any of it is passed on, and all of it is. */
function isSound(route: readonly ModelHop[], { tokenA, tokenB, exact }: ModelTerms): boolean {
  if (route.length < 1 || route.length > 64) return false;
  if (route.some(({ share }) => !Number.isInteger(share) || share <= 0 || share > WHOLE)) return false;
  if (new Set(route.map(({ tokenIn, tokenOut }) => [tokenIn, tokenOut].sort().join('\n'))).size < route.length)
    return false;
  const places = (isWanted: (hop: ModelHop) => boolean) => route.flatMap((hop, at) => (isWanted(hop) ? [at] : []));
  return [...new Set([tokenA, tokenB, ...route.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut])])].every(
    (token) => {
      const [into, outOf] = [places((hop) => hop.tokenOut === token), places((hop) => hop.tokenIn === token)];
      const shared = 'in' in exact ? outOf : into;
      const shares = shared.reduce((total, at) => total + (route[at]?.share ?? 0), 0);
      const begins = token === tokenA ? into.length === 0 : into.length > 0;
      const ends = token === tokenB ? outOf.length === 0 : outOf.length > 0;
      const isInOrder = Math.max(-1, ...into) < Math.min(route.length, ...outOf);
      return begins && ends && isInOrder && (shared.length === 0 || shares === WHOLE);
    },
  );
}

/**
 * Walks from the end whose amount is known, pool by pool: each handles its share of a token, rounded down, and the last
 * one at that token the rest. Of several pools, those whose part is zero are skipped.
 */
function walk(model: Model, ways: readonly Way[], known: 'in' | 'out', units: bigint): Passed[] | RefusalCode {
  const found = known === 'in' ? 'out' : 'in';
  const all = new Map([[ways[0]?.side[known], units]]);
  const left = new Map(all);
  const passed: Passed[] = [];
  for (const [at, way] of ways.entries()) {
    const token = way.side[known];
    const [ofAll, ofRest] = [all.get(token) ?? 0n, left.get(token) ?? 0n];
    const isLast = ways.findLastIndex(({ side }) => side[known] === token) === at;
    const part = isLast ? ofRest : largest(ofRest, (some) => some * BigInt(WHOLE) <= ofAll * BigInt(way.share));
    left.set(token, ofRest - part);
    if (part === 0n && ways.length > 1) continue;
    const done = pass(model, way, known, part);
    if (typeof done === 'string') return done;
    passed.push(done);
    const more = (left.get(way.side[found]) ?? 0n) + (found === 'in' ? done.paid : done.filled.out);
    if (more > LARGEST) return 'amount_too_large';
    all.set(way.side[found], more);
    left.set(way.side[found], more);
  }
  return passed;
}

/** One pool by itself, with an exact input or output. */
function pass(model: Model, { pool, side, referred }: Way, known: 'in' | 'out', units: bigint): Passed | RefusalCode {
  const closed = model.pauseOf({ tokenA: side.in, tokenB: side.out });
  if (closed) return closed;
  if (pool.supply === 0n) return 'no_liquidity';
  const paid = known === 'in' ? units : pool.payment(side, units, referred);
  if (paid === null) return 'pool_too_small';
  if (pool.reserve(side.in) + paid > LARGEST) return 'amount_too_large';
  const filled = known === 'in' ? pool.fill(side, paid, referred) : pool.fillFor(paid, units, referred);
  return filled.out > 0n ? { pool, side, referred, paid, filled } : 'output_zero';
}

const sum = (passed: readonly Passed[], end: 'in' | 'out', token: string): bigint =>
  passed.reduce(
    (total, { side, paid, filled }) => total + (side[end] !== token ? 0n : end === 'in' ? paid : filled.out),
    0n,
  );

/** Compares the input at the prices before, less the same fees, with the output plus what rounding added to the fees. */
function isWorseThanBefore({ paid, received, before, rounded }: Omit<Trade, 'impactExceeds'>, limit: bigint): boolean {
  return !whole(received)
    .plus(rounded)
    .isAtLeast(
      whole(paid)
        .times(before)
        .times(millionths(1_000_000n - limit)),
    );
}

function pricesBefore(passed: readonly Passed[]): Pick<Trade, 'before' | 'rounded'> {
  const [first, last] = [passed[0] as Passed, passed.at(-1) as Passed];
  const known = new Map([[last.side.out, { price: whole(1n), each: whole(1n) }]]);
  const before = worthOf(first.side.in, passed, known).price;
  let rounded = whole(0n);
  for (const { pool, side, referred, filled } of passed) {
    if (side.out !== last.side.out) continue;
    const rate = pool.rates.protocol + (referred ? pool.rates.ref : 0n);
    rounded = rounded.plus(whole(filled.protocol + filled.ref).minus(whole(filled.base).times(millionths(rate))));
  }
  return { before, rounded };
}

/** The price of a token before the trade, and the average price achieved. */
type Worth = { readonly price: Fraction; readonly each: Fraction };

/** The highest price among the pools that lead on from a token at or above which a twentieth of its proceeds was obtained. */
function worthOf(token: string, passed: readonly Passed[], known: Map<string, Worth>): Worth {
  const found = known.get(token);
  if (found) return found;
  const ways = passed.filter(({ side }) => side.in === token);
  const priced = ways.map(({ pool, side, referred, filled }) => {
    const next = worthOf(side.out, passed, known);
    const { lp, protocol, ref } = pool.rates;
    const kept = millionths(1_000_000n - lp).times(millionths(1_000_000n - protocol - (referred ? ref : 0n)));
    return { price: kept.times(pool.price(side)).times(next.price), brought: whole(filled.out).times(next.each) };
  });
  const broughtBy = (some: typeof priced) => some.reduce((sum, { brought }) => sum.plus(brought), whole(0n));
  const all = broughtBy(priced);
  const isEnoughAt = (least: Fraction) =>
    whole(20n)
      .times(broughtBy(priced.filter(({ price }) => price.isAtLeast(least))))
      .isAtLeast(all);
  const prices = priced.map(({ price }) => price).filter(isEnoughAt);
  const price = prices.reduce((highest, one) => (one.isAtLeast(highest) ? one : highest));
  const worth = { price, each: all.over(whole(sum(passed, 'in', token))) };
  known.set(token, worth);
  return worth;
}
