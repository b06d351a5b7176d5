// Averages while following and after loading from the journal, compared with summing up every state. Takes 3 s of CPU.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPLE, account, BREAD, CORN, PaperExchange, ratesOf } from '../../test/paper-exchange.ts';
import { ann, createPool, pairOf, provide, refund, setPoolStatus, swap, updateToken } from '../../test/paper-orders.ts';
import { tailOf } from '../../test/paper-tail.ts';
import { untilSeen } from '../../test/until-seen.ts';
import { AveragesCheck } from '../audit/averages.ts';
import { reserveAccount } from '../core/accounts.ts';
import { type PoolAddress, ppm, type TokenAddress } from '../core/amount.ts';
import type { Command } from '../core/commands/command.ts';
import { curveOf } from '../core/curves/curves.ts';
import { changesOf } from '../core/market/figures.ts';
import { type Evidence, type Trigger, windowStart } from '../core/orders/trigger.ts';
import { type ListingStatus, type Pool, pairKey } from '../core/pool.ts';
import { UnreadableTransaction } from '../ports/store.ts';
import type { Tail } from '../ports/tail.ts';
import { Follower } from './follower.ts';
import { PriceWindows } from './price-windows.ts';

const mel = account('mel');
const FREELY = { maxPriceImpactPpm: ppm(1_000_000n) };
const PAIRS = [pairOf(APPLE, BREAD), pairOf(APPLE, CORN), pairOf(CORN, BREAD)] as const;
const DECIMALS = new Map<string, number>([APPLE, BREAD, CORN].map(({ address, decimals }) => [address, decimals]));

/** Three pools, one of them stable, with their reserves recorded after every transaction. */
class Noted {
  readonly exchange = new PaperExchange();
  readonly states: { readonly atMs: number; readonly held: ReadonlyMap<string, readonly [bigint, bigint]> }[] = [];
  readonly shut = new Map<string, number>();

  constructor() {
    this.exchange.run(...[APPLE, BREAD, CORN].map((token) => ({ kind: 'registerToken', token }) as const));
    for (const token of [APPLE, BREAD, CORN]) this.exchange.fund(mel, token, 10n ** 18n).fund(ann, token, 10n ** 15n);
    const rates = ratesOf(2000n, 1000n, 0n);
    for (const pair of PAIRS.slice(0, 2)) this.exchange.run(createPool({ ...pair, ...rates }));
    this.exchange.run(createPool({ ...PAIRS[2], ...rates, curve: 'stable', amplification: 50n }));
    this.run(provide(10n ** 6n, 4n * 10n ** 8n, { ...PAIRS[0], account: mel }));
    this.run(provide(2n * 10n ** 6n, 9n * 10n ** 12n, { ...PAIRS[1], account: mel }));
    this.run(provide(5n * 10n ** 12n, 5n * 10n ** 8n, { ...PAIRS[2], account: mel }));
  }

  run(...commands: readonly Command[]): void {
    for (const command of commands) {
      const [outcome] = this.exchange.answer(command);
      if (!outcome || 'refusal' in outcome) continue;
      const { createdAtMs, receipt } = outcome.posted;
      const held = new Map(
        [...this.exchange.pools.values()].map((pool) => {
          const [one, other] = [pool.token0, pool.token1].map((token) =>
            this.exchange.balanceOf(reserveAccount(pool.address), token),
          );
          return [pool.address as string, [one ?? 0n, other ?? 0n] as const];
        }),
      );
      this.states.push({ atMs: createdAtMs, held });
      if (receipt.kind === 'setPoolStatus') this.shut.set(receipt.pool, createdAtMs);
      if (receipt.kind === 'updateToken' && receipt.status) this.shut.set(receipt.token, createdAtMs);
    }
  }

  /** The average along a way, in units of 2^-192: each second or minute of each pool is added up from the states in it. */
  mean(tokens: readonly string[], fromMs: number, toMs: number): bigint {
    const means = tokens.slice(1).map((to, at) => this.#mean(tokens[at] as string, to, fromMs, toMs));
    return means.reduce((product, mean) => (product * mean) >> 192n);
  }

  #mean(from: string, to: string, fromMs: number, toMs: number): bigint {
    const pool = this.exchange.pools.get(pairKey(from as TokenAddress, to as TokenAddress)) as Pool;
    const at = (held: ReadonlyMap<string, readonly [bigint, bigint]>) => {
      const [one, other] = held.get(pool.address) as readonly [bigint, bigint];
      const spot = curveOf(pool, DECIMALS.get(pool.token0) ?? 0, DECIMALS.get(pool.token1) ?? 0).spot({
        reserveIn: one as never,
        reserveOut: other as never,
      });
      const prices = [(spot.numerator << 192n) / spot.denominator, (spot.denominator << 192n) / spot.numerator];
      return { price: prices[from === pool.token0 ? 0 : 1] as bigint, depth: rootOf((one * other) << 64n) };
    };
    const now = at((this.states.at(-1) as State).held);
    if (fromMs === toMs) return now.price;
    const gridMs = toMs - fromMs > 61_000 ? 60_000 : 1000;
    const parts: { readonly ms: number; readonly price: bigint; readonly depth: bigint }[] = [];
    for (let startMs = fromMs; startMs < toMs; startMs += gridMs) {
      const ms = Math.min(gridMs, toMs - startMs);
      let [price, depth] = [0n, 0n];
      for (const [index, { atMs, held }] of this.states.entries()) {
        const untilMs = Math.min(startMs + ms, this.states[index + 1]?.atMs ?? Infinity);
        const within = untilMs - Math.max(startMs, atMs);
        if (within <= 0) continue;
        const then = at(held);
        price += then.price * BigInt(within);
        depth += then.depth * BigInt(within);
      }
      parts.push({ ms, price, depth: depth / BigInt(ms) });
    }
    const each = parts.flatMap(({ ms, depth }) => Array<bigint>(ms).fill(depth)).sort((a, b) => (a < b ? 1 : -1));
    const most = [now.depth, each[Math.ceil(each.length / 2) - 1] as bigint].reduce((a, b) => (a < b ? a : b));
    let [sum, weights] = [0n, 0n];
    for (const { ms, price, depth } of parts) {
      const weight = depth < most ? depth : most;
      sum += price * weight;
      weights += weight * BigInt(ms);
    }
    return sum / weights;
  }
}
type State = Noted['states'][number];

/** The square root, rounded down, by bisection. */
function rootOf(square: bigint): bigint {
  let [low, high] = [0n, 1n << 200n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle * middle <= square) low = middle;
    else high = middle;
  }
  return low;
}

/** Price windows that follow the journal of an exchange from when they are created. */
class Following {
  readonly windows = new PriceWindows();
  readonly #tail: Tail;
  readonly #follower: Follower;

  constructor(exchange: PaperExchange, tail = tailOf(exchange) as Tail) {
    this.#tail = tail;
    this.#follower = new Follower(this.#tail, [this.windows], { page: 500, most: 5000 });
  }

  async follow(overMs: number, nowMs: number): Promise<PriceWindows> {
    while (!(await this.#follower.follow()));
    while (!(await this.windows.load(this.#tail, { overMs, sequence: this.#follower.sequence, nowMs })));
    return this.windows;
  }
}

type Act =
  | { readonly swap: readonly [pair: number, isBack: boolean, share: number] }
  | { readonly liquidity: readonly [pair: number, percent: number] }
  | { readonly status: readonly [what: number, status: ListingStatus] }
  | { readonly wait: number };
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ swap: fc.tuple(fc.nat(2), fc.boolean(), fc.integer({ min: 1, max: 900 })) }) },
  { weight: 3, arbitrary: fc.record({ liquidity: fc.tuple(fc.nat(2), fc.integer({ min: -90, max: 300 })) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      status: fc.tuple(fc.nat(4), fc.constantFrom<ListingStatus>('listed', 'listed', 'hidden', 'paused')),
    }),
  },
  { weight: 12, arbitrary: fc.record({ wait: fc.oneof(fc.nat(3), fc.nat(3000), fc.nat(90_000)) }) },
);

function act(noted: Noted, step: Act): void {
  const { exchange } = noted;
  if ('wait' in step) exchange.nowMs += step.wait;
  else if ('swap' in step) {
    const [which, isBack, share] = step.swap;
    const { tokenA, tokenB } = PAIRS[which] as (typeof PAIRS)[number];
    const pool = exchange.pool({ tokenA, tokenB }) as Pool;
    const pair = isBack ? { tokenA: tokenB, tokenB: tokenA } : { tokenA, tokenB };
    const units = (exchange.balanceOf(reserveAccount(pool.address), pair.tokenA) * BigInt(share)) / 1000n;
    noted.run(swap(units, { ...pair, account: mel, ...FREELY }));
  } else if ('liquidity' in step) {
    const [which, percent] = step.liquidity;
    const pair = PAIRS[which] as (typeof PAIRS)[number];
    const pool = exchange.pool(pair) as Pool;
    const held = [pair.tokenA, pair.tokenB].map((token) => exchange.balanceOf(reserveAccount(pool.address), token));
    const [a, b] = held.map((units) => (units * BigInt(Math.max(1, percent))) / 100n) as [bigint, bigint];
    noted.run(
      percent > 0
        ? provide(a, b, { ...pair, account: mel })
        : refund({ ...pair, account: mel, portionPpm: ppm(BigInt(Math.max(1, -percent)) * 10_000n) }),
    );
  } else {
    const [what, status] = step.status;
    const pair = PAIRS[what];
    noted.run(pair ? setPoolStatus(status, pair) : updateToken(what === 3 ? CORN : BREAD, { status }));
  }
}

test('averages are the same while following, after loading from the journal, in the audit and added up state by state', async () => {
  const seen = { compared: 0, none: 0, over: new Set<string>() };
  const property = fc.asyncProperty(
    fc.array(fc.array(anyAct, { minLength: 1, maxLength: 8, size: 'max' }), {
      minLength: 2,
      maxLength: 12,
      size: 'max',
    }),
    async (history) => {
      const noted = new Noted();
      const { exchange } = noted;
      const all = new Following(exchange);
      for (const steps of history) {
        for (const step of steps) act(noted, step);
        const followed = await all.follow(3_600_000, exchange.nowMs);
        for (const overMs of [0, 1000, 7000, 60_000, 120_000, 3_600_000]) {
          const anew = await new Following(exchange).follow(overMs, exchange.nowMs);
          for (const [at, pair] of PAIRS.entries()) {
            const when = at === 1 ? ('above' as const) : ('below' as const);
            const units = 10n ** BigInt(1 + ((exchange.journal.length + at + overMs / 1000) % 9));
            const found = followed.average(pair, { when, overMs }, units, exchange.nowMs);
            expect(anew.average(pair, { when, overMs }, units, exchange.nowMs)).toEqual(found);
            if (!found) {
              seen.none += 1;
              continue;
            }
            const tokens = [pair.tokenA, ...found.via, pair.tokenB];
            const mean = noted.mean(
              when === 'below' ? tokens : tokens.toReversed(),
              windowStart(overMs, exchange.nowMs),
              exchange.nowMs,
            );
            const { numerator, denominator } = found.average;
            expect(when === 'below' ? numerator : denominator).toBe(mean);
            expect(audited(exchange, pair, { evidence: found, when, units })).toBeUndefined();
            seen.compared += 1;
            seen.over.add(found.via.join());
          }
        }
      }
    },
  );
  await untilSeen(
    () => fc.assert(property, { numRuns: 25 }),
    () => seen.compared > 500 && seen.none > 100 && ['', 'apple', 'bread', 'corn'].every((via) => seen.over.has(via)),
  );
});

function audited(
  { journal, pools }: PaperExchange,
  pair: (typeof PAIRS)[number],
  { evidence, when, units }: { evidence: Evidence; when: Trigger['when']; units: bigint },
): string | undefined {
  const check = new AveragesCheck();
  const held = new Map<string, { reserve0: bigint; reserve1: bigint }>();
  for (const posted of journal) {
    for (const pool of pools.values()) {
      if (posted.sequence < pool.number) continue;
      const { delta0, delta1 } = changeOf(posted.receipt, pool.address);
      const { reserve0, reserve1 } = held.get(pool.address) ?? { reserve0: 0n, reserve1: 0n };
      held.set(pool.address, { reserve0: reserve0 + delta0, reserve1: reserve1 + delta1 });
      if (delta0 === 0n && !('pool' in posted.receipt && posted.receipt.pool === pool.address)) continue;
      const decimals = { decimals0: DECIMALS.get(pool.token0) ?? 0, decimals1: DECIMALS.get(pool.token1) ?? 0 };
      const fees = { lpFee: pool.lpFeePpm, protocolFee: pool.protocolFeePpm };
      check.add({ ...pool, ...decimals }, held.get(pool.address) as never, fees, posted);
    }
    check.addToken(posted);
  }
  return check.fault({ did: 'fills it', ...pair, evidence, when, units });
}

describe('a journal with an unreadable row', () => {
  test('has averages over windows that begin after that row, and none over longer ones', async () => {
    const noted = new Noted();
    const { exchange } = noted;
    for (let at = 0; at < 5; at++) {
      exchange.nowMs += 20_000;
      noted.run(swap(1000n, { ...PAIRS[0], account: mel }));
    }
    const damaged = exchange.journal.length - 3;
    const whole = tailOf(exchange);
    const page: Tail['page'] = async (after, atMost) => {
      if (after < damaged && after + atMost >= damaged) throw new UnreadableTransaction(damaged, 'damaged');
      return whole.page(after, atMost);
    };
    const windows = await new Following(exchange, { ...whole, page } as Tail).follow(60_000, exchange.nowMs);
    const over = (overMs: number) => windows.average(PAIRS[0], { when: 'below', overMs }, 1000n, exchange.nowMs);
    expect([over(40_000)?.toMs, over(41_000), over(60_000)]).toEqual([exchange.nowMs, undefined, undefined]);
  });
});

function changeOf(receipt: Parameters<typeof changesOf>[0], pool: PoolAddress) {
  const change = changesOf(receipt).find((each) => each.pool === pool);
  return { delta0: change?.delta0 ?? 0n, delta1: change?.delta1 ?? 0n };
}
