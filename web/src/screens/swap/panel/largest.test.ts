// The largest amount within a limit: it is within, slightly more is not, and few quotes are needed.
import { expect, test } from 'vitest';
import { textOf } from '../../../exact/amount.ts';
import { largestWithin } from './largest.ts';

const ONE = 10n ** 18n;
/** The impact in a constant-product pool with this reserve, as a fraction, rounded up as the exchange does. */
const effectOf = (units: bigint, reserve: bigint) =>
  textOf((units * ONE + (reserve + units) - 1n) / (reserve + units), 18);

async function search(over: bigint, reserve: bigint, limit: string) {
  const asked: bigint[] = [];
  const ask = async (units: bigint) => {
    asked.push(units);
    return effectOf(units, reserve);
  };
  return { found: await largestWithin({ over, overEffect: effectOf(over, reserve), limit, ask }), asked };
}

test.each([
  [1_000_000n, 1_000_000n, '0.15'],
  [5_000_000_000n, 123_456_789n, '0.15'],
  [400_000n, 1_000_000n, '0.01'],
])('below %s, with a reserve of %s, the largest within %s takes at most 16 quotes', async (over, reserve, limit) => {
  const { found, asked } = await search(over, reserve, limit);
  const most = found as bigint;
  expect(Number(effectOf(most, reserve))).toBeLessThanOrEqual(Number(limit));
  expect(Number(effectOf(most + most / 500n + 1n, reserve))).toBeGreaterThan(Number(limit));
  expect(asked).toContain(most);
  expect(asked.length).toBeLessThanOrEqual(16);
});

test('an amount exactly at the limit is within it', async () => {
  // A payment as large as the reserve moves the price by half.
  const { found } = await search(3_000n, 1_000n, '0.5');
  expect(found).toBe(1_000n);
});

test('the result is null if even a small amount is over the limit', async () => {
  const found = await largestWithin({ over: 1000n, overEffect: '0.9', limit: '0.1', ask: async () => '0.9' });
  expect(found).toBeNull();
});
