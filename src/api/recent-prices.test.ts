// Prices for the daily limit are read once a second, and never kept when one was missing or the reading failed.
import { expect, test } from 'vitest';
import type { TokenAddress } from '../core/amount.ts';
import { recentPrices } from './recent-prices.ts';

/** A market that counts how often its prices are read; `price` is undefined if reading fails. */
function countedMarket(price: string | null | undefined) {
  const state = { price, reads: 0 };
  const market = {
    async overview() {
      state.reads++;
      if (state.price === undefined) throw new Error('catching up');
      return { quoteToken: null, tokens: [{ address: 'apple', price: state.price }] };
    },
  };
  const ask = (nowMs: number, token = 'apple') =>
    recentPrices([token as TokenAddress], { market, venue: {} } as never, nowMs).catch(() => undefined);
  return { state, ask };
}

test.each([
  ['at once', [0, 0, 0], 1],
  ['just before the second ends', [0, 999], 1],
  ['when it ends', [0, 1000], 2],
  ['after the clock was set back', [5000, 4001, 4000], 2],
])('asked again %s', async (_, times, reads) => {
  const { state, ask } = countedMarket('2');
  for (const nowMs of times) await ask(nowMs);
  expect(state.reads).toBe(reads);
});

test('other tokens are read for themselves, and requests at the same moment share a reading', async () => {
  const { state, ask } = countedMarket('2');
  await Promise.all([ask(0), ask(0), ask(0, 'bread'), ask(0, 'bread')]);
  expect(state.reads).toBe(2);
});

test.each([['has no price', null] as const, ['cannot be priced now', undefined] as const])(
  'a token that %s is asked for again',
  async (_, price) => {
    const { state, ask } = countedMarket(price);
    await ask(0);
    state.price = '2';
    expect((await ask(0))?.tokens[0]?.price).toBe('2');
    await ask(0);
    expect(state.reads).toBe(2);
  },
);
