// The audit of purchases: what each has received is counted from the journal, and everything that does not add up is reported.
import { expect, test } from 'vitest';
import { auditFile, type Rewritten, rewriteReceipts, useExchangeFile } from '../../test/exchange-file.ts';
import { APPLE, CORN } from '../../test/paper-exchange.ts';
import {
  ann,
  bob,
  deposit,
  fillPurchase,
  matchOrders,
  pairOf,
  placeOrder,
  placePurchase,
} from '../../test/paper-orders.ts';
import { MARKET } from '../../test/store-contract/site.ts';
import { amount } from '../core/amount.ts';

const CORN_IN = pairOf(CORN, APPLE);

/** Order 8 is filled in two parts; 12 and 13, without a pool, are matched halfway between their limits. */
const file = useExchangeFile([
  ...MARKET,
  placePurchase(30_000n, 10_000n),
  fillPurchase(8, 20_000n, 10_000n),
  fillPurchase(8, 10_000n, 4959n, { lastFill: 9 }),
  deposit(bob, CORN, 10_000n),
  placePurchase(4000n, 1100n, pairOf(APPLE, CORN)),
  placeOrder(8000n, 1800n, { account: bob, ...CORN_IN }),
  matchOrders(1000n, [12, 1100n], [13, 8000n], { ...pairOf(APPLE, CORN), amountB: amount(4000n) }),
  placePurchase(10_000n, 1000n, { placedAs: 'postOnly', account: ann }),
]);

const auditNow = () => auditFile(file());

test('the audit passes purchases that were not changed', async () => {
  expect(await auditNow()).toMatchObject({ transactions: 15 });
});

test.each<[string, readonly Rewritten[], string | RegExp]>([
  ['one without a limit', [[8, 'amountA', 999]], /^transaction 8 places an order without a limit/],
  ['another amount received', [[9, 'fill.receivedB', 20_001]], /says that the order 8 has received 20001, but it has/],
  ['none told', [[9, 'fill.receivedB', 0]], /says that the order 8 has received 0, but it has received 20000/],
  ['more than was wanted', [[8, 'minReceived', 29_999]], 'transaction 10 buys more than the order 8 wanted'],
  [
    'an order closed before it has everything',
    [[8, 'minReceived', 30_001]],
    /transaction 10 gives \d+ of the order 8 back/,
  ],
  ['a fill above its limit', [[8, 'minReceived', 39_900]], /fills the order 8 below its limit/],
  ['a sale that is filled as a purchase', [[8, 'isPurchase', "json('null')"]], /as if it were a purchase/],
  ['a part of one that allows none', [[8, 'inParts', "json('false')"]], /transaction 9 fills a part of the order 8/],
  [
    'a match for a unit more',
    [
      [14, 'amountA', 1001],
      [14, 'maker.returned', 99],
    ],
    /matches two orders at another price/,
  ],
  [
    'a match for a unit less',
    [
      [14, 'amountA', 999],
      [14, 'maker.returned', 101],
    ],
    /matches two orders at another price/,
  ],
  ['a rest that is kept', [[14, 'maker.returned', 99]], /^transaction 14/],
  ['a rest returned of a sale', [[14, 'taker.returned', 1]], /^transaction 14/],
  [
    'a postOnly purchase that the pool would have filled',
    [[15, 'minReceived', 2000]],
    /although the pool of its pair would fill it/,
  ],
])('the audit reports %s', async (_, changes, offence) => {
  rewriteReceipts(file(), ...changes);
  await expect(auditNow()).rejects.toThrow(offence);
});
