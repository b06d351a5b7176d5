// What the honest pools held at every moment, and averages computed from it independently of the exchange's own code.
import type { Amount } from '../../src/core/amount.ts';
import { curveOf } from '../../src/core/curves/curves.ts';
import type { Pool } from '../../src/core/pool.ts';
import { DECIMALS, type Name } from './scenario.ts';

type Point = { readonly ms: number; readonly held: readonly [number, number]; readonly price: number };

/** One honest pool: its points in time, with the price of the first token of `pair` in the second. */
export class PoolLog {
  readonly pair: readonly [Name, Name];
  readonly record: Pool;
  readonly points: Point[] = [];
  readonly kept: number;
  readonly #isInOrder: boolean;

  constructor(pair: readonly [Name, Name], record: Pool) {
    this.pair = pair;
    this.record = record;
    this.kept = (1 - Number(record.lpFeePpm) / 1e6) * (1 - Number(record.protocolFeePpm) / 1e6);
    this.#isInOrder = pair[0] === (record.token0 as string);
  }

  note(ms: number, reserve0: bigint, reserve1: bigint): void {
    const [first, second] = this.#isInOrder ? [reserve0, reserve1] : [reserve1, reserve0];
    const last = this.points.at(-1);
    const held = [Number(first), Number(second)] as const;
    if (last && last.held[0] === held[0] && last.held[1] === held[1]) return;
    if (last?.ms === ms) this.points.pop();
    this.points.push({ ms, held, price: priceOf(this.record, this.pair, [first, second]) });
  }

  get now(): Point {
    return this.points.at(-1) as Point;
  }

  /** The state at each time from `fromMs` on, with how long it lasted. */
  *spans(fromMs: number, toMs: number): Generator<Point & { readonly lasted: number }> {
    for (let at = this.points.length - 1, endMs = toMs; at >= 0 && endMs > fromMs; at--) {
      const point = this.points[at] as Point;
      if (point.ms >= endMs) continue;
      const startMs = Math.max(fromMs, point.ms);
      yield { ...point, lasted: endMs - startMs };
      endMs = startMs;
    }
  }

  /** The share of a window in which the price differs from `price` by more than `part`. */
  displaced(fromMs: number, toMs: number, price: number, part: number): number {
    let ms = 0;
    for (const span of this.spans(fromMs, toMs)) if (Math.abs(span.price / price - 1) > part) ms += span.lasted;
    return toMs > fromMs ? ms / (toMs - fromMs) : 0;
  }
}

function priceOf(
  record: Pool,
  [first, second]: readonly [Name, Name],
  [one, other]: readonly [bigint, bigint],
): number {
  if (one === 0n || other === 0n) return 0;
  const reserves = { reserveIn: one as Amount, reserveOut: other as Amount };
  const { numerator, denominator } = curveOf(record, DECIMALS[first], DECIMALS[second]).spot(reserves);
  return Number(numerator) / Number(denominator);
}

/** A pool of a way, and whether the way passes it from the first token of its pair to the second. */
type Step = { readonly log: PoolLog; readonly isForward: boolean };
export type HonestWay = readonly Step[];

/** All ways of up to three honest pools. */
export function waysBetween(logs: readonly PoolLog[], sold: Name, bought: Name): readonly HonestWay[] {
  const ways: HonestWay[] = [];
  const go = (at: Name, seen: readonly Name[], way: HonestWay): void => {
    if (at === bought) {
      ways.push(way);
      return;
    }
    if (way.length === 3) return;
    for (const log of logs) {
      const [first, second] = log.pair;
      if (at !== first && at !== second) continue;
      const next = at === first ? second : first;
      if (!seen.includes(next)) go(next, [...seen, next], [...way, { log, isForward: at === first }]);
    }
  };
  go(sold, [sold], []);
  return ways;
}

/** Price before fees, the sold token's reserve of the single pool that would trade like the way, and what fees leave. */
export type View = { readonly price: number; readonly reserve: number; readonly kept: number };

/** A stable pool trades like a much larger one, but only near its parity. */
const FLATNESS = 50;
const PARITY = 0.01;
const flatnessOf = ({ record, now }: PoolLog): number =>
  record.curve === 'stable' && Math.abs(now.price - 1) < PARITY ? FLATNESS : 1;

function combine(
  pools: readonly {
    readonly price: number;
    readonly heldIn: number;
    readonly heldOut: number;
    readonly kept: number;
  }[],
): View {
  let [price, kept, reserve, out] = [1, 1, 0, 0];
  for (const pool of pools) {
    price *= pool.price;
    kept *= pool.kept;
    if (reserve === 0) [reserve, out] = [pool.heldIn, pool.heldOut];
    else {
      const both = out + pool.heldIn;
      [reserve, out] = [(reserve * pool.heldIn) / both, (out * pool.heldOut) / both];
    }
  }
  return { price, reserve, kept };
}

export const nowOf = (way: HonestWay): View =>
  combine(
    way.map(({ log, isForward }) => {
      const { held, price } = log.now;
      const flat = flatnessOf(log);
      const [heldIn, heldOut] = isForward ? held : [held[1], held[0]];
      return { price: isForward ? price : 1 / price, heldIn: heldIn * flat, heldOut: heldOut * flat, kept: log.kept };
    }),
  );

/**
 * The averages over a window in several honest ways of counting: every moment alike, or weighted by the lesser of the depth then and
 * now; means of the price, or the inverse of the mean of the inverse. A verdict uses the one that is best for the exchange.
 */
export function averagesOf(way: HonestWay, fromMs: number, toMs: number): readonly View[] {
  const now = nowOf(way);
  return ([0, 1, 2] as const).flatMap((power) =>
    [false, true].map((isHarmonic) => {
      const view = combine(
        way.map(({ log, isForward }) => {
          const depthNow = log.now.held[0] * log.now.held[1];
          let [sum, weights, heldIn, heldOut, ms] = [0, 0, 0, 0, 0];
          for (const { held, price, lasted } of log.spans(fromMs, toMs)) {
            if (price === 0) continue;
            const depth = Math.min(held[0] * held[1], depthNow) / depthNow;
            const weight = lasted * depth ** (power / 2);
            const directed = isForward ? price : 1 / price;
            sum += weight * (isHarmonic ? 1 / directed : directed);
            weights += weight;
            ms += lasted;
            heldIn += lasted * (isForward ? held[0] : held[1]);
            heldOut += lasted * (isForward ? held[1] : held[0]);
          }
          const flat = flatnessOf(log);
          const price = isHarmonic ? weights / sum : sum / weights;
          return { price, heldIn: (heldIn * flat) / ms, heldOut: (heldOut * flat) / ms, kept: log.kept };
        }),
      );
      return { ...view, reserve: Math.min(view.reserve, now.reserve) };
    }),
  );
}

/** What a constant-product pool at this price would pay, after fees and its own impact. */
export const paidBy = ({ price, reserve, kept }: View, units: number): number =>
  (price * units * kept) / (1 + units / reserve);
