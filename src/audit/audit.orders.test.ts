// The audit of orders: any change of an order, a fill or a closing is reported, even if the row's checksum fits.
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { auditFile, proveAll, type Rewritten, rewriteReceipts, useExchangeFile } from '../../test/exchange-file.ts';
import { APPLE, BREAD } from '../../test/paper-exchange.ts';
import { bob, closeOrder, deposit, fillOrder, matchOrders, pairOf, placeOrder } from '../../test/paper-orders.ts';
import { MARKET } from '../../test/store-contract/site.ts';
import { amount } from '../core/amount.ts';

const DAY_MS = 86_400_000;

/** Orders 8 to 10: one filled twice, one closed, and a recurring one with one part filled; 16 is matched with 8. */
const file = useExchangeFile([
  ...MARKET,
  placeOrder(10_000n, 30_000n),
  placeOrder(5000n, 30_000n, { inParts: false }),
  placeOrder(3000n, 0n, { schedule: { times: 3, everyMs: DAY_MS } }),
  fillOrder(8, 4000n, 10_000n),
  fillOrder(8, 2000n, 6000n),
  closeOrder(9),
  fillOrder(10, 1000n, 3000n),
  deposit(bob, BREAD, 9000n),
  placeOrder(9000n, 2200n, { account: bob, ...pairOf(BREAD, APPLE) }),
  matchOrders(1000n, [8, 4000n], [16, 9000n]),
  placeOrder(1000n, 2200n, { placedAs: 'immediate', fill: { amountA: amount(600n) } }),
  placeOrder(1000n, 200_000n, { placedAs: 'immediate' }),
]);

/** The match as if the newer order had paid another amount. */
const matched = (paid: number): readonly Rewritten[] => [
  [17, 'amountB', paid],
  [17, 'taker.left', 9000 - paid],
];

const rewrite = (...changes: readonly Rewritten[]) => rewriteReceipts(file(), ...changes);

const auditNow = () => auditFile(file());

test('the audit passes orders that were not changed', async () => {
  expect(await auditNow()).toMatchObject({ transactions: 22 });
});

test.each<[string, readonly Rewritten[], string | RegExp]>([
  ['another order number', [[8, 'order', 7]], 'transaction 8 places the order 7, which is not its own number'],
  ['an order placed after its expiry', [[8, 'expiresAtMs', 1]], 'transaction 8 places an order that is over'],
  [
    'a postOnly order that pools would have filled',
    [[8, 'placedAs', "'postOnly'"]],
    'transaction 8 places the order 8 as postOnly, although the pool of its pair would fill it',
  ],
  [
    'a postOnly order that is recurring',
    [[10, 'placedAs', "'postOnly'"]],
    'transaction 10 places the order 10 as postOnly, which is no limit order',
  ],
  ['an immediate order that lasts', [[18, 'expiresAtMs', 8e15]], 'transaction 18 places an order that is over'],
  [
    'an order that lasts as an immediate one',
    [[8, 'placedAs', "'immediate'"]],
    'transaction 8 places an order that is over',
  ],
  [
    'an immediate order that is cancelled',
    [[22, 'reason', "'cancelled'"]],
    'transaction 22 closes the immediate order 21 later than it was placed',
  ],
  ['an immediate order that stays open', [[22, 'order', 8]], /^transaction 22 (closes|gives)|order 21/],
  ['an order without a limit', [[8, 'minReceived', 999]], 'transaction 8 places an order without a limit'],
  ['parts too small', [[10, 'schedule.times', 3001]], 'transaction 10 places an order in parts that are too small'],
  ['a fill below its limit', [[8, 'minReceived', 39_850]], 'transaction 11 fills the order 8 below its limit'],
  ['another owner', [[8, 'account', "'maker'"]], /^transaction (8|11) /],
  ['a fill of order 9', [[11, 'fill.order', 9]], /^transaction 11 (fills the order 9, which|says that 6000 is left)/],
  ['a fill of no order', [[11, 'fill.order', 3]], /^transaction 11 leaves order 3 with -4000$/],
  ['a wrong rest', [[11, 'fill.left', 6001]], 'transaction 11 says that 6001 is left of the order 8, but it is 6000'],
  ['a forbidden partial fill', [[8, 'inParts', "json('false')"]], /^transaction 11 fills a part of the order 8, which/],
  ['a fill before it was due', [[10, 'schedule.times', 4]], 'transaction 14 fills more of the order 10 than was due'],
  [
    'a fill that is too small',
    [[8, 'amountA', 10_000_000]],
    /^transaction 8 leaves ann with -|^transaction 11 fills too little of the order 8/,
  ],
  [
    'a clientId that is in use',
    [
      [8, 'clientId', "'bid'"],
      [10, 'clientId', "'bid'"],
    ],
    'transaction 10 places an order under the clientId of the open order 8',
  ],
  ['too much returned', [[13, 'amountA', 5001]], /^transaction 13 leaves order 9 with -1$/],
  ['too little returned', [[13, 'amountA', 4999]], 'transaction 13 gives 4999 of the order 9 back, but 5000 is left'],
  ['an early expiry', [[13, 'reason', "'expired'"]], 'transaction 13 closes the order 9 before it expired'],
  [
    'a closing with the tokens of another order',
    [[13, 'tokenB', "'corn'"]],
    /^transaction 13 closes the order 9, which is not open or not of/,
  ],
  ['a fill of a closed order', [[14, 'fill.order', 9]], /^transaction 14 leaves order 9 with -1000$/],
  ['a match above the mid price', matched(3945), 'transaction 17 matches two orders at another price than that of the'],
  ['a match below the mid', matched(3943), 'transaction 17 matches two orders at another price than that of the pools'],
  ['a match below what the pools pay', matched(3900), 'transaction 17 matches the order 8 below what the pools pay'],
  ['a match above what the pools ask', matched(4020), 'transaction 17 matches the order 16 below what the pools pay'],
  ['a match below the older’s limit', matched(2999), 'transaction 17 fills the order 8 below its limit'],
  ['a match of fewer apples', [[17, 'amountA', 833]], /^transaction 17 (says that 3000 is left|pays the order 8 more)/],
  ['a match below the newer’s limit', [[16, 'minReceived', 3001]], 'transaction 17 fills the order 16 below its limit'],
  ['a match of an order without a limit', [[16, 'minReceived', 0]], /^transaction 16 places an order without a limit/],
  ['a match of a closed order', [[17, 'maker.order', 9]], /^transaction 17 leaves order 9 with -1000$/],
  ['a match with no order', [[17, 'taker.order', 7]], /^transaction 17 leaves order 7 with -3944$/],
])('the audit reports %s', async (_, changes, offence) => {
  rewrite(...changes);
  await expect(auditNow()).rejects.toThrow(offence);
});

test.each<[string, string, RegExp]>([
  [
    'that does not match its rate',
    '{"ppm":500,"amount":2,"pool":"POOL"}',
    /another fee of a match than the 500 millionths/,
  ],
  ['of an unlisted pool', '{"ppm":500,"amount":1,"pool":"x"}', /^transaction 17 names the pool x, which is not listed/],
])('the audit reports a match fee %s', async (_, fee, offence) => {
  const db = new DatabaseSync(file());
  const { address } = db.prepare('SELECT address FROM pools').get() as { address: string };
  db.exec(`UPDATE journal SET receipt = json_set(receipt, '$.fee', json('${fee.replace('POOL', address)}'))
    WHERE sequence = 17`);
  proveAll(db);
  db.close();
  await expect(auditNow()).rejects.toThrow(offence);
});

test('the audit reports a match that names no pools', async () => {
  const db = new DatabaseSync(file());
  db.exec("UPDATE journal SET receipt = json_remove(receipt, '$.pools') WHERE sequence = 17");
  proveAll(db);
  db.close();
  await expect(auditNow()).rejects.toThrow('transaction 17 names no pools that the match was compared with');
});

test('the audit reports an order account with a wrong balance', async () => {
  const db = new DatabaseSync(file());
  db.exec("UPDATE balances SET balance = '4001' WHERE account = 'order 8'");
  db.close();
  await expect(auditNow()).rejects.toThrow('order 8 holds 4001 of apple, but the journal adds up to 3000');
});

test('the audit reports a fill of an order that had expired', async () => {
  const db = new DatabaseSync(file());
  db.exec(`UPDATE journal SET created_at_ms = created_at_ms + 5 WHERE sequence >= 11;
    UPDATE journal SET receipt = json_set(receipt, '$.expiresAtMs', created_at_ms + 5) WHERE sequence = 8`);
  proveAll(db);
  db.close();
  await expect(auditNow()).rejects.toThrow('transaction 11 fills the order 8 after it expired');
});
