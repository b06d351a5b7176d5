// The value shown next to an amount: both sides of each boundary between none, no price, dust and a value.
import { expect, test } from 'vitest';
import { type PoolPrice, priceAt, type WorthShown, worthOf, worthShown } from './worth.ts';

const USDT = { address: 'usdt', symbol: 'USDT', decimals: 6 };
const WHOLE = { address: 'share', symbol: 'SHARE', decimals: 0 };
const NOTHING: WorthShown = { kind: 'nothing' };
const worth = (value: string, symbol = 'USDT', isLess = false): WorthShown => ({
  kind: 'worth',
  value,
  symbol,
  isLess,
  isCurrent: false,
});

test.each<[string, string | null, Parameters<typeof worthShown>[2], WorthShown]>([
  // The amount or the price is not loaded yet.
  ['ton', null, { price: '2.5', quote: USDT }, NOTHING],
  ['ton', '12', null, NOTHING],
  ['ton', '12', { price: null, quote: null }, NOTHING],
  // A zero amount, and the quote token itself.
  ['ton', '0', { price: '2.5', quote: USDT }, NOTHING],
  ['ton', '0.000', { price: null, quote: USDT }, NOTHING],
  ['usdt', '12', { price: '1', quote: USDT }, NOTHING],
  // A missing price is shown as such, neither as zero nor blank.
  ['dust', '12', { price: null, quote: USDT }, { kind: 'no-price' }],
  ['ton', '12', { price: '2.5', quote: USDT }, worth('30')],
  // Cut at the quote token's decimals.
  ['ton', '1', { price: '2.5193010946', quote: USDT }, worth('2.519301')],
  ['ton', '1', { price: '2.5193010946', quote: WHOLE }, worth('2', 'SHARE')],
  // The smallest unit is shown as it is; a smaller value is shown as less than it.
  ['ton', '0.0000004', { price: '2.5', quote: USDT }, worth('0.000001')],
  ['ton', '0.000000399', { price: '2.5', quote: USDT }, worth('0.000001', 'USDT', true)],
  ['ton', '0.3', { price: '2.5', quote: WHOLE }, worth('1', 'SHARE', true)],
  // More digits than a float holds.
  [
    'ton',
    '1329227995784915872903807060280344575',
    { price: '1.00000000000000001', quote: USDT },
    worth('1329227995784915886196087018129503304.03807'),
  ],
])('next to an amount in %s of %s, priced %j, the page shows %j', (address, amount, priced, told) => {
  expect(worthShown(address, amount, priced)).toEqual(told);
});

const average = { gold: '395.93', oak: '4', elm: '2', cash: '1' };
const market = (prices: Readonly<Record<string, string | null>>) => (address: string) => ({
  price: prices[address] ?? null,
  quote: { address: 'cash', symbol: 'CASH', decimals: 6 },
});
const pool = (jetton0: string, jetton1: string, price: string | null, thin = false): PoolPrice => ({
  ...{ jetton0, jetton1, price, thin },
});

test.each<[string, PoolPrice | null, string, string | null, boolean]>([
  ['with the quote token', pool('gold', 'cash', '392.13'), 'gold', '392.13', true],
  ['with the quote token, turned round', pool('cash', 'gold', '0.004'), 'gold', '250', true],
  ['between two others, one of which keeps the average', pool('elm', 'oak', '0.55'), 'elm', '2', false],
  ['between two others, the other half', pool('elm', 'oak', '0.5'), 'oak', '4', false],
  ['of the quote token', pool('gold', 'cash', '392.13'), 'cash', '1', true],
  ['that is thin', pool('gold', 'cash', '1', true), 'gold', '395.93', false],
  ['without a price', pool('gold', 'cash', null), 'gold', '395.93', false],
  ['that does not exist', null, 'gold', '395.93', false],
  // A price that the market does not rely on is not told by the pool either.
  ['of a token without a price', pool('ash', 'cash', '9'), 'ash', null, false],
  ['with a token without a price', pool('ash', 'oak', '9'), 'oak', '4', false],
])('a pool %s', (_, at, address, price, isCurrent) => {
  const told = priceAt(address, at, market(average));
  expect([told?.price, told?.isCurrent ?? false]).toEqual([price, isCurrent]);
});

test('the halves of a position are worth the same, in both orders of its pool', () => {
  for (const at of [pool('elm', 'oak', '0.55'), pool('oak', 'elm', '1.818181818181818181')]) {
    const worth = (address: string, amount: string) =>
      worthOf(amount, priceAt(address, at, market(average))?.price ?? '', 6);
    expect(worth('elm', '100')).toBe('200');
    expect(worth('oak', '55')).toMatch(/^(200|199\.999999)$/);
  }
});

test('while the price of the market is loading, the pool tells none', () => {
  expect(priceAt('gold', pool('gold', 'cash', '392.13'), () => null)).toBeNull();
});
