import { expect, test } from 'vitest';
import { type ActivityEntry, KINDS, sentenceOf, textOf } from './sentence.ts';

const symbolOf = (token: string) => token.toUpperCase();
const PAIR = { tokenA: 'ton', tokenB: 'usdt', amountA: '1250', amountB: '3985.524511' };
const USDT = { token: 'usdt', amount: '100.5' };
const FEES = { lpFee: '0.002', protocolFee: '0.001' };

const CASES: readonly (readonly [ActivityEntry['kind'], object, string])[] = [
  ['swap', PAIR, 'Swapped 1,250 TON for 3,985.524511 USDT'],
  ['referral', USDT, 'Earned 100.5 USDT in referral fees'],
  ['provide', PAIR, 'Added 1,250 TON and 3,985.524511 USDT to TON/USDT'],
  ['refund', PAIR, 'Withdrew 1,250 TON and 3,985.524511 USDT from TON/USDT'],
  ['provide', { ...PAIR, swapped: { ...PAIR, amountA: '1251.5' } }, 'Added 2,501.5 TON to TON/USDT'],
  ['refund', { ...PAIR, swapped: { ...PAIR, amountB: '14.475489' } }, 'Withdrew 4,000 USDT from TON/USDT'],
  [
    'refund',
    { ...PAIR, swapped: { tokenA: 'usdt', tokenB: 'ton', amountA: PAIR.amountB, amountB: '1240' } },
    'Withdrew 2,490 TON from TON/USDT',
  ],
  ['refund', { ...PAIR, amountA: '0' }, 'Withdrew 3,985.524511 USDT from TON/USDT'],
  ['refund', { ...PAIR, amountB: '0' }, 'Withdrew 1,250 TON from TON/USDT'],
  ['deposit', USDT, 'Deposited 100.5 USDT'],
  ['withdraw', USDT, 'Withdrew 100.5 USDT'],
  ['transfer', { ...USDT, account: 'ann', to: 'bob' }, 'Sent 100.5 USDT to bob'],
  ['transfer', { ...USDT, account: 'bob', to: 'ann' }, 'Received 100.5 USDT from bob'],
  ['transfer', { token: 'EQ', poolAddress: 'EQ', amount: '2', account: 'ann', to: 'bob' }, 'Sent 2 LP to bob'],
  [
    'placeOrder',
    { ...PAIR, amountB: undefined, minReceived: '4000' },
    'Placed an order: sell 1,250 TON for 4,000 USDT',
  ],
  ['placeOrder', { ...PAIR, amountB: undefined }, 'Placed an order: sell 1,250 TON for USDT'],
  ['placeOrder', PAIR, 'Placed an order: buy 3,985.524511 USDT for 1,250 TON or less'],
  ['matchOrders', PAIR, 'Order filled: 1,250 TON for 3,985.524511 USDT'],
  ['triggerOrder', { ...PAIR, amountB: undefined }, 'Stop triggered: 1,250 TON'],
  ['closeOrder', { ...PAIR, status: 'expired' }, 'Order closed, 1,250 TON returned'],
  ['collectFees', PAIR, 'Collected 1,250 TON and 3,985.524511 USDT in protocol fees from TON/USDT'],
  ['createPool', { ...PAIR, ...FEES }, 'Created pool TON/USDT: LP fee 0.20%, protocol fee 0.10%'],
  ['createPool', { tokenA: 'usdt', tokenB: 'ton', ...FEES }, 'Created pool TON/USDT: LP fee 0.20%, protocol fee 0.10%'],
  ['registerToken', USDT, 'Registered token USDT'],
  ['setPoolFees', { ...PAIR, ...FEES }, 'Set fees of pool TON/USDT: LP fee 0.20%, protocol fee 0.10%'],
  ['setPoolStatus', { ...PAIR, status: 'paused' }, 'Paused pool TON/USDT'],
  ['setPoolStatus', { ...PAIR, status: 'listed' }, 'Listed pool TON/USDT'],
  ['updateToken', { token: 'usdt', status: 'hidden' }, 'Hid token USDT'],
  [
    'updateToken',
    { token: 'usdt', name: '<b>Tether</b>', logo: '', status: 'paused' },
    'Updated token USDT: name “<b>Tether</b>”, new logo and paused',
  ],
  ['updateToken', { token: 'usdt' }, 'Updated token USDT'],
  ['liabilities', { asOf: 41 }, 'Published total liabilities (no. 41)'],
  ['audited', { asOf: 41 }, 'Audit passed up to #41'],
  ['forked', { log: 2, checkpoint: 'a\n66\n', shared: 60 }, 'Public log 2 begins: up to 6 transactions were lost'],
  ['forked', { log: 2, checkpoint: 'a\n61\n', shared: 60 }, 'Public log 2 begins: 1 transaction was lost'],
  ['forked', { log: 2, checkpoint: 'a\n60\n', shared: 60 }, 'Public log 2 begins: no signed transaction was lost'],
];

/** USDT is the quote token. */
const tokens = {
  get: (address: string) => ({ address, symbol: '', decimals: 6, place: address === 'usdt' ? null : 2 }),
};

test.each(CASES)('a %s of %j reads: %s', (kind, fields, text) => {
  expect(textOf(sentenceOf({ kind, ...fields } as ActivityEntry, symbolOf, tokens, 'ann'))).toBe(text);
});

test('every kind of activity has a case above, and every case is of a known kind', () => {
  const told = new Set(CASES.map(([kind]) => kind));
  expect(KINDS.filter((kind) => !told.has(kind))).toEqual([]);
  expect([...told].filter((kind) => !KINDS.includes(kind))).toEqual([]);
});
