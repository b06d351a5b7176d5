// Which averages are remembered, and how often the candles are read.
import { expect, test } from 'vitest';
import type { TokenAddress } from '../../core/amount.ts';
import { RefusedError } from '../../ports/venue.ts';
import { DayAverageCache } from './day-averages.ts';

const [quote, apple, bread, cheese] = ['quote', 'apple', 'bread', 'cheese'] as TokenAddress[];
const DAY_MS = 86_400_000;

/** Every token has one candle a day, but cheese has no pool with the quote token. */
function cacheOf(maxTokens: number) {
  const read: string[] = [];
  const market = {
    async candles({ tokenA, tokenB, fromMs }: { tokenA: TokenAddress; tokenB: TokenAddress; fromMs: number }) {
      read.push(`${tokenA}/${tokenB}`);
      if (tokenA === cheese) throw new RefusedError({ code: 'unknown_pool', tokenA, tokenB });
      return { candles: [{ startMs: fromMs + DAY_MS, volume0: 10n, volume1: 20n }] };
    },
  };
  return { cache: new DayAverageCache(market as never, { own: quote, unit: quote } as never, maxTokens), read };
}

test('tokens of one transaction are all there, even if they do not fit beside those remembered before', async () => {
  const { cache } = cacheOf(2);
  await cache.load([apple as TokenAddress], DAY_MS);
  await cache.load([bread as TokenAddress, apple as TokenAddress], DAY_MS);
  const averages = cache.on(DAY_MS);
  const day = { volume: 10n, quoteVolume: 20n };
  expect([apple, bread].map((token) => averages.of(token as TokenAddress))).toEqual([day, day]);
});

test.each([
  ['remembered while they fit', 2, 1],
  ['read again once they did not', 1, 2],
])('the averages of a month are %s', async (_, maxTokens, times) => {
  const { cache, read } = cacheOf(maxTokens);
  for (const token of [apple, bread, apple]) await cache.load([token as TokenAddress], DAY_MS);
  expect(read.filter((pair) => pair === 'apple/quote')).toHaveLength(times);
});

test('a token without a pool with the quote token has none, and neither has a day of another month', async () => {
  const { cache } = cacheOf(3);
  expect(await cache.load([apple as TokenAddress, cheese as TokenAddress], DAY_MS)).toBe(2);
  expect(cache.on(DAY_MS).of(cheese as TokenAddress)).toBeNull();
  expect(cache.on(40 * DAY_MS).of(apple as TokenAddress)).toBeNull();
});
