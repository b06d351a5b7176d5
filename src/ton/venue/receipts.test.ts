// The receipt of a settled request has the amounts that arrived, whether less or more than expected.
import { expect, test } from 'vitest';
import { type Account, amount, type PoolAddress, ppm, type TokenAddress } from '../../core/amount.ts';
import { type Arrived, type ChainReceipt, settledReceipt } from './receipts.ts';

const named = {
  account: 'ann' as Account,
  tokenA: 'a' as TokenAddress,
  tokenB: 'b' as TokenAddress,
  pool: 'p' as PoolAddress,
};
const fees = { lp: amount(2n), protocol: amount(1n), ref: amount(0n) };
const swap: ChainReceipt = { kind: 'swap', ...named, amountA: amount(1000n), amountB: amount(996n), fees };
const provide: ChainReceipt = {
  kind: 'provide',
  ...named,
  amountA: amount(100n),
  amountB: amount(400n),
  lpTokens: amount(200n),
  locked: amount(0n),
};
const refund: ChainReceipt = {
  kind: 'refund',
  ...named,
  amountA: amount(100n),
  amountB: amount(400n),
  lpTokens: amount(200n),
};

const arrived = (a: bigint, b: bigint, lp = 0n, refFee = 0n): Arrived => ({ sides: [a, b], lp, refFee });

test.each<[string, ChainReceipt, Arrived, object]>([
  ['a swap that paid as expected', swap, arrived(0n, 996n), { amountB: 996n, fees: { lp: 2n, protocol: 1n, ref: 0n } }],
  ['a swap that paid less', swap, arrived(0n, 900n), { amountB: 900n, fees: { lp: 2n, protocol: 1n, ref: 0n } }],
  [
    'a swap with a referrer',
    swap,
    arrived(0n, 1998n, 0n, 2n),
    { amountB: 1998n, fees: { lp: 2n, protocol: 3n, ref: 2n } },
  ],
  ['liquidity added as expected', provide, arrived(0n, 0n, 200n), { amountA: 100n, amountB: 400n, lpTokens: 200n }],
  ['liquidity partly returned', provide, arrived(1n, 4n, 198n), { amountA: 99n, amountB: 396n, lpTokens: 198n }],
  [
    'liquidity of which more was returned than sent',
    provide,
    arrived(101n, 0n, 198n),
    { amountA: 0n, amountB: 400n, lpTokens: 198n },
  ],
  ['a withdrawal', refund, arrived(99n, 401n), { amountA: 99n, amountB: 401n, lpTokens: 200n }],
])('the receipt of %s is computed from what arrived', (_, expected, what, receipt) => {
  expect(settledReceipt(expected, what, ppm(1000n))).toMatchObject(receipt);
});
