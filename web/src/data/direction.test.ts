// Which token of a pair is the base, on every screen.
import { expect, test } from 'vitest';
import { inDirection, isBase, turned } from './direction.ts';

const token = (address: string, place?: number | null) => ({ address, place });

test.each([
  ['GOLD of an exchange that quotes in CASH, registered first', token('GOLD', 2), token('CASH', null)],
  ['TON of an exchange that quotes in USDT, registered later', token('TON', 1), token('USDT', null)],
  ['of two other tokens the one registered first', token('STON', 3), token('DOGS', 4)],
  ['without a quote token, the one registered first', token('b', 1), token('a', 2)],
  ['by address, of two tokens that are not known', token('a'), token('b')],
  ['a known token before an unknown one', token('b', 9), token('a')],
  ['an unknown token before the quote token', token('b'), token('a', null)],
])('the base is %s', (_, base, quote) => {
  expect(inDirection(base, quote)).toEqual([base, quote]);
  expect(inDirection(quote, base)).toEqual([base, quote]);
  expect([isBase(base, quote), isBase(quote, base)]).toEqual([true, false]);
});

test('a turned pool has all fields of its tokens exchanged, and no others', () => {
  const pool = {
    jetton0: 'CASH',
    jetton1: 'GOLD',
    token0WalletAddress: 'c',
    token1WalletAddress: 'g',
    reserve0: '40000',
  };
  expect(turned({ ...pool, reserve1: '100', change24h: '0', collectedToken0ProtocolFee: '7' })).toEqual({
    ...{ jetton0: 'GOLD', jetton1: 'CASH', token0WalletAddress: 'g', token1WalletAddress: 'c' },
    ...{ reserve0: '100', reserve1: '40000', change24h: '0', collectedToken1ProtocolFee: '7' },
  });
});
