import { expect, test } from 'vitest';
import { type Done, KINDS, sentenceOf, textOf } from './sentence.ts';

const symbolOf = (token: string) => token.toUpperCase();
const PAIR = { tokenA: 'ton', tokenB: 'usdt', amountA: '1250', amountB: '3985.524511' };
const USDT = { token: 'usdt', amount: '100.5' };
const FEES = { lpFee: '0.002', protocolFee: '0.001' };

const CASES: readonly (readonly [Done['kind'], object, string])[] = [
  ['swap', PAIR, 'Swapped 1,250 TON for 3,985.524511 USDT'],
  ['referral', USDT, 'Earned 100.5 USDT as the referrer of a swap'],
  ['provide', PAIR, 'Added 1,250 TON and 3,985.524511 USDT to TON/USDT'],
  ['refund', PAIR, 'Withdrew 1,250 TON and 3,985.524511 USDT from TON/USDT'],
  ['deposit', USDT, 'Deposited 100.5 USDT'],
  ['withdraw', USDT, 'Paid out 100.5 USDT'],
  ['collectFees', PAIR, 'Collected 1,250 TON and 3,985.524511 USDT of protocol fees from TON/USDT'],
  ['createPool', { ...PAIR, ...FEES }, 'Created the pool TON/USDT, 0.20 % to providers, 0.10 % to the protocol'],
  ['registerToken', USDT, 'Registered the token USDT'],
  ['setPoolFees', { ...PAIR, ...FEES }, 'Set the fees of TON/USDT: 0.20 % to providers, 0.10 % to the protocol'],
  ['setPoolStatus', { ...PAIR, status: 'paused' }, 'Paused the pool TON/USDT'],
  ['setPoolStatus', { ...PAIR, status: 'listed' }, 'Listed the pool TON/USDT'],
  ['updateToken', { token: 'usdt', status: 'hidden' }, 'Hid the token USDT'],
  [
    'updateToken',
    { token: 'usdt', name: '<b>Tether</b>', logo: '', status: 'paused' },
    'Changed the token USDT: its name is now “<b>Tether</b>”, it has another logo, it is paused',
  ],
  ['updateToken', { token: 'usdt' }, 'Changed the token USDT'],
];

test.each(CASES)('%s', (kind, fields, text) => {
  expect(textOf(sentenceOf({ kind, ...fields } as Done, symbolOf))).toBe(text);
});

test('every kind has a sentence and a name', () => {
  const told = new Set(CASES.map(([kind]) => kind));
  expect(KINDS.map(([kind]) => kind).filter((kind) => !told.has(kind))).toEqual([]);
  expect([...told].filter((kind) => !KINDS.some(([known]) => known === kind))).toEqual([]);
});
