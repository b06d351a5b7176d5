// Averages of a pool's price and liquidity over the last hour, exact to the unit, from a limited number of stored points.
import { describe, expect, test } from 'vitest';
import type { PoolAddress } from '../core/amount.ts';
import { averagesOf, type Span } from '../core/market/average.ts';
import { heightsOf, type PriceTerms, spotOf } from '../core/market/figures.ts';
import { linkOf, liquidityOf, roughOf } from '../core/orders/link.ts';
import { windowStart } from '../core/orders/trigger.ts';
import { PoolWindow } from './pool-window.ts';

const COUNTED: PriceTerms = { curve: 'constant-product', amplification: null, decimals0: 6, decimals1: 9 };
const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
/** Not on the boundary of a second or a minute. */
const START_MS = 1_700_000_012_345;
const START = { atMs: START_MS, reserve0: 10n ** 12n, reserve1: 3n * 10n ** 15n };

/** The same averages, added up from every state of the pool. */
class Reference {
  readonly #states = [{ ...START }];

  change(atMs: number, delta0: bigint, delta1: bigint): void {
    const { reserve0, reserve1 } = this.#states.at(-1) as typeof START;
    this.#states.push({ atMs, reserve0: reserve0 + delta0, reserve1: reserve1 + delta1 });
  }

  over(fromMs: number, toMs: number, gridMs: number) {
    const spans: Span[] = [];
    for (let startMs = fromMs; startMs < toMs; startMs += gridMs) {
      const endMs = Math.min(startMs + gridMs, toMs);
      spans.push({ ms: endMs - startMs, sums: this.#sums(startMs, endMs) });
    }
    const { reserve0, reserve1 } = this.#states.at(-1) as typeof START;
    return averagesOf(spans, liquidityOf(reserve0, reserve1));
  }

  #sums(fromMs: number, toMs: number) {
    const sums = { price0: 0n, price1: 0n, liquidity: 0n };
    for (let at = this.#states.length - 1; at >= 0; at--) {
      const state = this.#states[at] as typeof START;
      const ms = Math.min(this.#states[at + 1]?.atMs ?? toMs, toMs) - Math.max(state.atMs, fromMs);
      if (ms > 0) {
        const { height0, height1 } = heightsOf(spotOf(state as never, COUNTED) as never);
        sums.price0 += height0 * BigInt(ms);
        sums.price1 += height1 * BigInt(ms);
        sums.liquidity += liquidityOf(state.reserve0, state.reserve1) * BigInt(ms);
      }
      if (state.atMs <= fromMs) break;
    }
    return sums;
  }
}

const gridOf = (overMs: number) => (overMs <= MINUTE ? SECOND : MINUTE);
const over = (window: PoolWindow, overMs: number, toMs: number) =>
  window.averages(windowStart(overMs, toMs), toMs, gridOf(overMs));

const opened = (longestMs: number) => new PoolWindow('pool' as PoolAddress, COUNTED, { ...START, longestMs });

const FEES = { lpFeePpm: 0n, protocolFeePpm: 0n };
/** No average is a lower price, a higher one, or more liquidity than what is known roughly. */
function isWithinRough(window: PoolWindow, overMs: number, toMs: number): void {
  const averages = over(window, overMs, toMs);
  const { of0, of1 } = window.rough(windowStart(overMs, toMs), FEES);
  for (const [rough, price] of [
    [of0, averages?.price0 ?? 0n],
    [of1, averages?.price1 ?? 0n],
  ] as const) {
    const { heldIn, heldOut, lowest } = roughOf(linkOf(price, averages?.liquidity ?? 0n, FEES));
    expect(rough.lowest).toBeLessThanOrEqual(lowest * (1 + 1e-9));
    expect(rough.heldOut).toBeGreaterThanOrEqual(heldOut * (1 - 1e-9));
    expect(rough.heldOut / rough.heldIn).toBeGreaterThanOrEqual((heldOut / heldIn) * (1 - 1e-9));
    if (rough.isClose) expect(rough.heldOut / heldOut + rough.heldIn / heldIn).toBeCloseTo(2, 9);
  }
}

describe.each([
  ['every second', 0, 1],
  ['several times a second', 0, 5],
  ['every second but for gaps of half a minute', 29, 1],
  ['once in seven seconds', 6, 1],
  ['once in 150 seconds', 149, 1],
])('a pool that trades %s', (_, quiet, each) => {
  test('has exact averages over every window from a second to an hour, and stores at most 61 points per second and per minute grid', () => {
    const [window, reference] = [opened(HOUR), new Reference()];
    let most = 0;
    let compared = 0;
    for (let second = 0; second < 2 * 3600; second++) {
      const isQuiet = quiet === 29 ? Math.floor(second / 30) % 2 === 1 : second % (quiet + 1) !== 0;
      for (let at = 0; at < each && !isQuiet; at++) {
        const atMs = START_MS + second * SECOND + 37 * at;
        const [delta0, delta1] = [BigInt(second + 1) * 1000n, -BigInt(second + at) * 2_000_000n];
        window.change(atMs, delta0, delta1);
        reference.change(atMs, delta0, delta1);
      }
      most = Math.max(most, window.points);
      if (second < 3661 || second % 613 !== 0) continue;
      // Right after the change and shortly before the next, when the oldest point of a window is about to be dropped.
      for (const later of [200, 654, 655, 999]) {
        const toMs = START_MS + second * SECOND + later;
        for (const overMs of [SECOND, 59 * SECOND, MINUTE, 2 * MINUTE, 59 * MINUTE, HOUR]) {
          expect(over(window, overMs, toMs)).toEqual(reference.over(windowStart(overMs, toMs), toMs, gridOf(overMs)));
          isWithinRough(window, overMs, toMs);
          compared += 1;
        }
      }
    }
    expect(most).toBeLessThanOrEqual(2 * 61);
    expect(compared).toBeGreaterThan(100);
  });
});

test('if the longest window is a minute, only 61 seconds are stored and no minutes', () => {
  const window = opened(MINUTE);
  for (let second = 0; second < 3600; second++) window.change(START_MS + second * SECOND, 1n, -1n);
  expect(window.points).toBe(61);
});

test('two minutes after the longest window without trades, no points are stored', () => {
  const window = opened(HOUR);
  for (let second = 0; second < 3600; second++) window.change(START_MS + second * SECOND, 1n, -1n);
  const lastMs = START_MS + 3599 * SECOND;
  window.forget(lastMs + HOUR);
  expect(window.points).toBeGreaterThan(0);
  window.forget(lastMs + HOUR + 2 * MINUTE);
  expect(window.points).toBe(0);
});
