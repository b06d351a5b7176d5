// Rebuilds every candle, average and position from /events with independent code: equal to the digit.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TokenAddress } from '../../src/core/amount.ts';
import { exact, send } from '../http/client.ts';
import { type Server, startServer } from '../http/server.ts';
import { Random } from '../simulation/random.ts';
import { POLICY } from '../store-contract/site.ts';
import { ACCOUNTS, writeHistory } from './history.ts';
import { type ReplayedPool, type State, wholeText } from './pool.ts';
import { pricesIn, stateAt, valuedIn } from './quoted.ts';
import { compared, Replay, worth } from './replay.ts';
import { readEvents } from './stream.ts';

const INTERVALS = { '1m': 60_000, '5m': 300_000, '15m': 900_000, '1h': 3_600_000, '4h': 14_400_000, '1d': 86_400_000 };
const HISTORY = { seed: 11, days: 40, commands: 700 };

let folder: string;
let server: Server;
const replay = new Replay();

const ask = async (path: string) => exact(await send(server, { path })).data;
const file = async (path: string) =>
  (await send(server, { path })).text
    .split('\n')
    .filter((line) => line !== '')
    .map((text) => exact({ status: 200, text } as never));
const queryOf = ({ token0, token1 }: ReplayedPool) => `jetton0=${token0}&jetton1=${token1}`;
const eachPool = async (check: (pool: ReplayedPool, address: string) => Promise<void>) => {
  for (const [address, pool] of replay.pools) await check(pool, address);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millpond-replay-'));
  const path = join(folder, 'exchange.db');
  writeHistory(path, HISTORY);
  server = await startServer({
    path,
    policy: POLICY,
    market: { quote: { token: 'rust' as TokenAddress, orFirst: false } },
  });
  const head = await server.store.head();
  for (const event of await readEvents(server.url, { after: 0, upTo: head })) replay.take(event);
  expect(replay.sequence).toBe(head);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function changeText(pool: ReplayedPool, then: State): string {
  const [[now, nowBelow], [was, wasBelow]] = [pool.spot(pool.now), pool.spot(then)];
  return wholeText(((now * wasBelow - was * nowBelow) * 10n ** 12n) / (was * nowBelow), 12);
}

describe('a replay of /events gives', () => {
  test('the reserves of the pools', () =>
    eachPool(async (pool) => {
      const { reserve0, reserve1 } = exact(await send(server, { path: `/getPoolData?${queryOf(pool)}` }));
      const { now, decimals0, decimals1 } = pool;
      expect([reserve0, reserve1]).toEqual([wholeText(now.reserve0, decimals0), wholeText(now.reserve1, decimals1)]);
    }));

  test.each(Object.entries(INTERVALS))('every candle of %s', (interval, ms) =>
    eachPool(async (pool) => {
      const told = await file(`/getCandles?${queryOf(pool)}&interval=${interval}&format=ndjson`);
      expect(told.length).toBeGreaterThan(10);
      expect(told).toEqual(pool.candles(ms));
      const last = told[told.length - 3];
      const asked = `/getCandles?${queryOf(pool)}&interval=${interval}`;
      expect((await ask(`${asked}&limit=3`)).candles).toEqual(told.slice(-3));
      expect((await ask(`${asked}&limit=5&to=${last.time}`)).candles).toEqual(told.slice(-8, -3));
      expect((await ask(`${asked}&limit=1000&from=${last.time}`)).candles).toEqual(told.slice(-3));
      expect((await ask(`${asked}&limit=1000`)).candles).toEqual(told.slice(-1000));
    }),
  );

  test.each(Object.entries(INTERVALS))('the candles of %s that begin in a random range, each whole', (interval, ms) =>
    eachPool(async (pool) => {
      const [random, all] = [new Random(ms), pool.candles(ms)];
      for (let round = 0; round < 8; round += 1) {
        // At a swap, within its candle, or at the start of that.
        const some = () => {
          const at = random.pick(pool.swaps).ms;
          return random.pick([at, at + 1, at + random.below(ms), at - (at % ms), at - (at % ms) + 1]);
        };
        const [one, other] = [some(), some()];
        const [fromMs, toMs] = [Math.min(one, other), Math.max(one, other) + 1];
        const [from, to] = [fromMs, toMs].map((at) => new Date(at).toISOString());
        const inside = all.filter(({ time = '' }) => Date.parse(time) >= fromMs && Date.parse(time) < toMs);
        const asked = `/getCandles?${queryOf(pool)}&interval=${interval}&to=${to}`;
        expect(await file(`${asked}&from=${from}&format=ndjson`), `${from} to ${to}`).toEqual(inside);
        const last = 1 + random.below(5);
        expect((await ask(`${asked}&from=${from}&limit=${last}`)).candles).toEqual(inside.slice(-last));
        const before = all.filter(({ time = '' }) => Date.parse(time) < toMs);
        expect((await ask(`${asked}&limit=${last}`)).candles).toEqual(before.slice(-last));
        const usual = before.filter(({ time = '' }) => Date.parse(time) >= toMs - 300 * ms);
        expect((await ask(asked)).candles).toEqual(usual);
      }
    }),
  );

  test('the lowest and highest reserves, for either order of the tokens', () =>
    eachPool(async (pool) => {
      const { levels, windows } = await ask(`/getPoolStats?${queryOf(pool)}`);
      expect(levels.from).toBe(windows['30d'].from);
      const fromMs = Date.parse(levels.from);
      const hourOf = (state: State | undefined) => Math.floor((state?.ms ?? 0) / 3_600_000);
      const ends = pool.states.filter((state, at) => hourOf(pool.states[at + 1]) !== hourOf(state));
      const all = [
        stateAt(pool, fromMs) as State,
        ...ends.filter((state) => hourOf(state) >= hourOf({ ms: fromMs } as State)),
      ];
      const ofSide = (side: 'reserve0' | 'reserve1', decimals: number) => {
        const sorted = all.map((state) => state[side]).sort((one, other) => (one < other ? -1 : 1));
        return [sorted[0], sorted.at(-1)].map((units) => wholeText(units as bigint, decimals));
      };
      const [both0, both1] = [ofSide('reserve0', pool.decimals0), ofSide('reserve1', pool.decimals1)];
      expect([levels.low0, levels.high0, levels.low1, levels.high1]).toEqual([...both0, ...both1]);
      const turned = (await ask(`/getPoolStats?jetton0=${pool.token1}&jetton1=${pool.token0}`)).levels;
      expect([turned.low0, turned.high0, turned.low1, turned.high1]).toEqual([...both1, ...both0]);
    }));

  test('the state of its pools before and after every transaction', async () => {
    const [head, seen] = [replay.sequence, new Set<string>()];
    for (let sequence = 1; sequence <= head; sequence += 1) {
      const { kind, pools } = await ask(`/getTransaction?sequence=${sequence}`);
      const moved = [...replay.pools].filter(([, { states }]) => states.some((state) => state.sequence === sequence));
      expect(pools.length).toBe(moved.length);
      for (const { poolAddress, jetton0, jetton1, before, after } of pools) {
        const pool = replay.pools.get(poolAddress) as ReplayedPool;
        const at = pool.states.findIndex((state) => state.sequence === sequence);
        const told = (state: State | undefined) => ({
          reserve0: wholeText(state?.reserve0 ?? 0n, pool.decimals0),
          reserve1: wholeText(state?.reserve1 ?? 0n, pool.decimals1),
          price: state ? pool.price(state) : null,
        });
        expect([jetton0, jetton1]).toEqual([pool.token0, pool.token1]);
        expect([before, after], `${sequence}`).toEqual([told(pool.states[at - 1]), told(pool.states[at])]);
        seen.add(kind);
      }
    }
    expect(seen).toEqual(new Set(['provide', 'swap', 'refund']));
  });

  test('the sequence number of every trade, newest first', () =>
    eachPool(async (pool) => {
      const told = await file(`/getTrades?${queryOf(pool)}&format=ndjson`);
      expect(told.map(({ sequence }) => Number(sequence))).toEqual(
        pool.swaps.map(({ sequence }) => sequence).reverse(),
      );
    }));

  test.each(['1m', '5m', '3h', '7d', '30d'])('the price and its average over %s', (window) =>
    eachPool(async (pool) => {
      const { price, mean, from, to, swaps } = await ask(`/getPrice?${queryOf(pool)}&window=${window}`);
      const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
      expect(price).toBe(pool.price(pool.now));
      expect(mean).toBe(pool.mean(fromMs, toMs));
      expect(Number(swaps)).toBe(pool.swaps.filter(({ ms }) => ms >= fromMs && ms < toMs).length);
    }),
  );

  test('the figures of the last day, and their values in the quote token', async () => {
    const { pools, from, quoteToken } = await ask('/getMarket');
    expect([quoteToken.symbol, pools.length]).toEqual(['RUST', replay.pools.size]);
    const [fromMs, quote] = [Date.parse(from), Number(quoteToken.decimals)];
    const prices = pricesIn({ address: 'rust', decimals: quote }, [...replay.pools.values()], fromMs + 86_400_000);
    for (const told of pools) {
      const pool = replay.pools.get(told.poolAddress) as ReplayedPool;
      const inside = pool.swaps.filter(({ ms }) => ms >= fromMs);
      const sum = (name: 'volume0' | 'volume1' | 'fees0' | 'fees1') =>
        inside.reduce((all, swap) => all + swap[name], 0n);
      const worth = (units0: bigint, units1: bigint) =>
        valuedIn(units0, prices.get(pool.token0) as never, quote) +
        valuedIn(units1, prices.get(pool.token1) as never, quote);
      const whole = (units0: bigint, units1: bigint, value: bigint) => ({
        amount0: wholeText(units0, pool.decimals0),
        amount1: wholeText(units1, pool.decimals1),
        quote: wholeText(value, quote),
      });
      const [volume0, volume1, fees0, fees1] = [sum('volume0'), sum('volume1'), sum('fees0'), sum('fees1')];
      const [fees, tvl] = [worth(fees0, fees1), worth(pool.now.reserve0, pool.now.reserve1)];
      expect(told.volume24h).toEqual(whole(volume0, volume1, worth(volume0, volume1) / 2n));
      expect(told.fees24h).toEqual(whole(fees0, fees1, fees));
      expect([told.swaps24h, told.price]).toEqual([String(inside.length), pool.price(pool.now)]);
      expect(told.tvl).toBe(wholeText(tvl, quote));
      expect(told.apr).toBe(wholeText((fees * 365n * 10n ** 12n) / tvl, 12));
      expect(told.change24h).toBe(changeText(pool, stateAt(pool, fromMs) as State));
    }
  });

  test('every position, for either order of the tokens', () =>
    eachPool(async (pool, address) => {
      for (const account of ACCOUNTS) {
        const position = replay.position(account, address);
        const [now0, now1] = worth(position, pool) as [readonly [bigint, bigint], readonly [bigint, bigint]];
        const whole = ([units0, units1]: readonly bigint[]) => [
          wholeText(units0 as bigint, pool.decimals0),
          wholeText(units1 as bigint, pool.decimals1),
        ];
        const told = await ask(`/getLPPosition?${queryOf(pool)}&account=${account}`);
        const both = (name: string) => [told[`${name}0`], told[`${name}1`]];
        expect(told.lpTokens).toBe(wholeText(position.lp, 9));
        expect(both('provided')).toEqual(whole(position.putIn));
        expect(both('withdrawn')).toEqual(whole(position.takenOut));
        expect(both('cost')).toEqual(whole(position.cost));
        expect(both('returns')).toEqual(whole([now0[0], now1[0]]));
        expect(both('fees')).toEqual(whole([now0[1], now1[1]]));
        expect(both('realisedFees')).toEqual(whole(position.realisedFees));
        expect(both('releasedCost')).toEqual(whole(position.released));
        const turned = await ask(`/getLPPosition?jetton0=${pool.token1}&jetton1=${pool.token0}&account=${account}`);
        for (const [answer, isInverse] of [
          [told, false],
          [turned, true],
        ] as const) {
          const decimals = isInverse ? pool.decimals0 : pool.decimals1;
          expect([answer.feesValue, answer.impermanentLoss, answer.againstHolding]).toEqual(
            compared(position, pool, isInverse).map((units) => wholeText(units, decimals)),
          );
        }
      }
    }));
});
