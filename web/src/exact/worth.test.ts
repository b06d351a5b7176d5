// The value shown next to an amount: both sides of each boundary between none, no price, dust and a value.
import { expect, test } from 'vitest';
import { type WorthShown, worthShown } from './worth.ts';

const USDT = { address: 'usdt', symbol: 'USDT', decimals: 6 };
const WHOLE = { address: 'share', symbol: 'SHARE', decimals: 0 };
const NOTHING: WorthShown = { kind: 'nothing' };
const worth = (value: string, symbol = 'USDT', isLess = false): WorthShown => ({
  kind: 'worth',
  value,
  symbol,
  isLess,
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
