// Prices of all tokens in one quote token, from the replayed pools: a tree that always grows by the deepest pool.
import { cut18, type ReplayedPool, type State, unitsOf } from './pool.ts';

const MEAN_MS = 300_000;
const HOPS = 3;
/** More decimals than a price of 18 significant digits ever has. */
const FINE = 80;

type Reached = { readonly price: string; readonly decimals: number; readonly hops: number };

/** The price of every reachable token, cut to 18 digits at every step. */
export function pricesIn(
  quote: { readonly address: string; readonly decimals: number },
  pools: readonly ReplayedPool[],
  minuteMs: number,
): ReadonlyMap<string, Reached> {
  const reached = new Map<string, Reached>([[quote.address, { price: '1', decimals: quote.decimals, hops: 0 }]]);
  for (;;) {
    const steps = pools.flatMap((pool) => stepsOf(pool, reached, minuteMs));
    const deepest = steps.reduce<Step | undefined>(
      (best, step) => (!best || step.depth > best.depth ? step : best),
      undefined,
    );
    if (!deepest) return reached;
    reached.set(deepest.token, deepest.reached);
  }
}

type Step = { readonly token: string; readonly depth: bigint; readonly reached: Reached };

function stepsOf(pool: ReplayedPool, reached: ReadonlyMap<string, Reached>, minuteMs: number): readonly Step[] {
  const held = stateAt(pool, minuteMs);
  const sides = [
    { token: pool.token0, decimals: pool.decimals0, near: pool.token1, holds: held?.reserve1, of0: true },
    { token: pool.token1, decimals: pool.decimals1, near: pool.token0, holds: held?.reserve0, of0: false },
  ];
  return sides.flatMap(({ token, decimals, near, holds, of0 }) => {
    const from = reached.get(near);
    if (!from || reached.has(token) || from.hops === HOPS || holds === undefined) return [];
    const depth = (holds * unitsOf(from.price, FINE)) / 10n ** BigInt(from.decimals);
    const mean = of0 ? pool.mean(minuteMs - MEAN_MS, minuteMs) : pool.meanOther(minuteMs - MEAN_MS, minuteMs);
    const price = cut18(unitsOf(mean, FINE) * unitsOf(from.price, FINE), 10n ** BigInt(2 * FINE));
    return [{ token, depth, reached: { price, decimals, hops: from.hops + 1 } }];
  });
}

export const stateAt = (pool: ReplayedPool, ms: number): State | undefined =>
  pool.states.findLast((state) => state.ms < ms);

/** The value in base units of the quote token, cut. */
export const valuedIn = (units: bigint, { price, decimals }: Reached, quoteDecimals: number): bigint =>
  (units * unitsOf(price, FINE) * 10n ** BigInt(quoteDecimals)) / 10n ** BigInt(FINE + decimals);
