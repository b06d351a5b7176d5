// Average prices over windows of a busy pool: equal to a sum over all states, at a cost that does not grow with the traffic.
import { afterEach, expect, test, vi } from 'vitest';
import { Random } from '../../bench/router/random.ts';
import { type Averages, averagesOf } from '../core/market/average.ts';
import { liquidityOf } from '../core/orders/link.ts';
import type { Posted } from '../core/settle/instruction.ts';
import { AveragesCheck } from './averages.ts';

const MINUTE = 60_000;
const START = 1_000_000 * MINUTE;
const POOL = {
  address: 'pool',
  token0: 'a',
  token1: 'b',
  curve: 'constant_product',
  amplification: null,
  decimals0: 0,
  decimals1: 0,
} as never;

type State = { readonly sequence: number; readonly atMs: number; readonly reserve0: bigint; readonly reserve1: bigint };
type Window = { readonly fromMs: number; readonly toMs: number; readonly asOf: number };

const add = (check: AveragesCheck, { sequence, atMs, ...held }: State) =>
  check.add(POOL, held, { lpFee: 0n, protocolFee: 0n }, {
    sequence,
    createdAtMs: atMs,
    receipt: { kind: 'swap' },
  } as Posted);

/** The mean price of token a in token b over a window, in units of 2^-192, added up step by step and state by state. */
function meanOf(states: readonly State[], { fromMs, toMs, asOf }: Window): bigint {
  const known = states.filter(({ sequence }) => sequence <= asOf);
  const priceOf = ({ reserve0, reserve1 }: State) => (reserve1 << 192n) / reserve0;
  const depthOf = ({ reserve0, reserve1 }: State) => liquidityOf(reserve0, reserve1);
  const last = known.at(-1) as State;
  if (fromMs === toMs) return priceOf(last);
  const gridMs = toMs - fromMs > 61_000 ? MINUTE : 1000;
  const spans = Array.from({ length: Math.ceil((toMs - fromMs) / gridMs) }, (_, at) => {
    const startMs = fromMs + at * gridMs;
    return { startMs, endMs: Math.min(toMs, startMs + gridMs), price: 0n, depth: 0n };
  });
  for (const [at, state] of known.entries()) {
    const endMs = known[at + 1]?.atMs ?? toMs;
    const first = Math.max(0, Math.floor((state.atMs - fromMs) / gridMs));
    for (const span of spans.slice(first, Math.max(0, Math.ceil((endMs - fromMs) / gridMs)))) {
      const ms = Math.min(endMs, span.endMs) - Math.max(state.atMs, span.startMs);
      if (ms <= 0) continue;
      span.price += priceOf(state) * BigInt(ms);
      span.depth += depthOf(state) * BigInt(ms);
    }
  }
  const sums = spans.map(({ startMs, endMs, price, depth }) => ({
    ms: endMs - startMs,
    sums: { price0: price, price1: price, liquidity: depth },
  }));
  return (averagesOf(sums, depthOf(last)) as Averages).price0;
}

const faultOf = (check: AveragesCheck, window: Window, numerator: bigint) => {
  const average = { numerator, denominator: 1n << 192n };
  const evidence = { ...window, via: [], average };
  return check.fault({ did: 'fills it', tokenA: 'a', tokenB: 'b', evidence, when: 'below', units: 1n } as never);
};

test.each([
  [1, 'never'],
  [2, 'never'],
  [3, 'often'],
  [4, 'often'],
])(
  'averages over up to an hour equal a sum over all states (history %d), %s continued from a saved point',
  (seed, saved) => {
    const random = new Random(seed);
    let check = new AveragesCheck();
    const states: State[] = [];
    let atMs = START;
    for (let sequence = 1; sequence <= 12_000; sequence++) {
      // Mostly milliseconds apart, sometimes seconds, rarely an hour, and once forty days.
      const pace = random.next();
      atMs += Math.floor(
        pace < 0.9 ? random.between(0, 4) : pace < 0.9995 ? random.between(0, 3000) : random.between(0, 5e6),
      );
      if (sequence === 6000) atMs += 40 * 1440 * MINUTE;
      const held = {
        reserve0: BigInt(Math.floor(random.between(1, 1e6))),
        reserve1: BigInt(Math.floor(random.between(1, 1e6))),
      };
      const state = { sequence, atMs, ...held };
      states.push(state);
      add(check, state);
      if (saved === 'often' && random.next() < 0.01) {
        const point = check.save(atMs);
        expect(point.averages[0]?.states.length).toBeLessThanOrEqual(4000);
        check = new AveragesCheck();
        check.restore(point, () => POOL);
      }
      if (sequence % 400 !== 0) continue;
      // The window ended up to a minute ago, and the keeper had not read up to five seconds before its end.
      const toMs = atMs - Math.floor(random.between(0, MINUTE));
      const readUntilMs = toMs - Math.floor(random.between(0, 5000));
      const asOf = states.findLast((each) => each.atMs <= readUntilMs)?.sequence ?? 0;
      const [{ atMs: firstMs }] = states as [State];
      for (const overMs of [0, 1000, 60_000, 5 * MINUTE, 60 * MINUTE]) {
        const grid = overMs > MINUTE ? MINUTE : 1000;
        const fromMs = overMs === 0 ? toMs : Math.floor((toMs - overMs) / grid) * grid;
        if (fromMs < firstMs || asOf === 0) continue;
        const window = { fromMs, toMs, asOf };
        const mean = meanOf(states, window);
        expect(faultOf(check, window, mean)).toBeUndefined();
        expect(faultOf(check, window, mean + 1n)).toMatch(/does not come to/);
      }
    }
  },
);

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([5, 500])('at %d transactions a second, each copies fewer than ten states on average', (perSecond) => {
  const { slice, transfer } = ArrayBuffer.prototype;
  let copied = 0;
  const counted = (copy: ArrayBuffer) => {
    copied += copy.byteLength / 48;
    return copy;
  };
  vi.spyOn(ArrayBuffer.prototype, 'slice').mockImplementation(function (this: ArrayBuffer, ...range) {
    return counted(slice.apply(this, range));
  });
  vi.spyOn(ArrayBuffer.prototype, 'transfer').mockImplementation(function (this: ArrayBuffer, ...size) {
    return counted(transfer.apply(this, size));
  });
  const check = new AveragesCheck();
  const count = 120_000;
  for (let sequence = 1; sequence <= count; sequence++) {
    const held = { reserve0: 1_000_000n + BigInt(sequence), reserve1: 1_000_000n };
    add(check, { sequence, atMs: START + Math.floor((sequence * 1000) / perSecond), ...held });
  }
  expect(copied).toBeGreaterThan(0);
  expect(copied / count).toBeLessThan(10);
});
