// Which price a token's screen shows: its pool's with the quote token, or the average, and the change of the same price.
import { expect, test } from 'vitest';
import { priceShown } from './price.ts';

const CASH = { address: 'cash', symbol: 'CASH', decimals: 6 };
const GOLD = { address: 'gold', symbol: 'GOLD', decimals: 6 };
const gold = { address: 'gold', price: '395.93', change24h: '-0.01' };
const pool = { jetton0: 'gold', jetton1: 'cash', price: '392.13', thin: false, change24h: '-0.2' };

test.each([
  ['the pool with the quote token', gold, CASH, pool, ['392.13', '-0.2', false]],
  ['a thin pool', gold, CASH, { ...pool, thin: true }, ['395.93', '-0.01', true]],
  ['a pool with another token', gold, CASH, { ...pool, jetton1: 'oak' }, ['395.93', '-0.01', true]],
  ['no pool', gold, CASH, undefined, ['395.93', '-0.01', true]],
  ['no price', { ...gold, price: null }, CASH, pool, [null, '-0.01', false]],
  ['the quote token', { address: 'cash', price: '1', change24h: '0' }, CASH, pool, ['1', '0', false]],
  [
    'a chosen quote token',
    { address: 'cash', price: '0.002', change24h: '0.1' },
    GOLD,
    pool,
    [expect.stringMatching(/^0\.00255017/), '0.25', false],
  ],
  ['a pool of today', gold, CASH, { ...pool, change24h: null }, ['392.13', null, false]],
] as const)('with %s', (_, token, quote, at, shown) => {
  const { price, change, isAverage } = priceShown(token, quote, at);
  expect([price, change, isAverage]).toEqual(shown);
});
