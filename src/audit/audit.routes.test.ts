// The audit of a swap over several pools: any change of one hop is reported, even if everything else is made to fit.
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { auditFile, proveAll, useExchangeFile } from '../../test/exchange-file.ts';
import { APPLE, BREAD, CORN, MAKER } from '../../test/paper-exchange.ts';
import { bob, createPool, deposit, pairOf, provide, swap } from '../../test/paper-orders.ts';
import { MARKET } from '../../test/store-contract/site.ts';
import { ppm } from '../core/amount.ts';
import { WHOLE_SHARE } from '../core/route/shape.ts';

const BREAD_CORN = pairOf(BREAD, CORN);
const hop = (tokenIn: typeof APPLE, tokenOut: typeof APPLE) => ({
  tokenIn: tokenIn.address,
  tokenOut: tokenOut.address,
  share: WHOLE_SHARE,
});

/** Transaction 12 swaps apples for corn over bread; the second pool has no LP fee, so that k falls if it pays a unit more. */
const file = useExchangeFile([
  ...MARKET,
  deposit(MAKER, BREAD, 1_000_000n),
  deposit(MAKER, CORN, 10n ** 9n),
  createPool({ ...BREAD_CORN, lpFeePpm: ppm(0n) }),
  provide(1_000_000n, 10n ** 9n, { ...BREAD_CORN, account: MAKER }),
  swap(10_000n, { ...pairOf(APPLE, CORN), route: [hop(APPLE, BREAD), hop(BREAD, CORN)], referrer: bob }),
]);

type Fees = { lp: number; protocol: number; ref: number };
type HopEntry = { pool: string; tokenIn: string; tokenOut: string; amountIn: number; amountOut: number; fees: Fees };
type Entry = { receipt: { amountA: number; amountB: number; hops: [HopEntry, HopEntry, ...HopEntry[]] } };

/** Changes the stored swap, corrects its checksum, and moves balances as given. */
function rewrite(change: (entry: Entry) => unknown, ...moved: [account: string, token: string, by: number][]): void {
  const db = new DatabaseSync(file());
  const row = db.prepare('SELECT receipt FROM journal WHERE sequence = 12').get() as Record<string, string>;
  const entry = { receipt: JSON.parse(row.receipt ?? '') };
  change(entry);
  db.prepare('UPDATE journal SET receipt = ? WHERE sequence = 12').run(JSON.stringify(entry.receipt));
  proveAll(db);
  const move = db.prepare(
    'UPDATE balances SET balance = CAST(CAST(balance AS INTEGER) + CAST(? AS INTEGER) AS TEXT) WHERE account = ? AND token = ?',
  );
  for (const [account, token, by] of moved) move.run(by, account.replace('SECOND', entry.receipt.hops[1].pool), token);
  db.close();
}

const auditNow = () => auditFile(file());

test('the audit passes a swap over two pools that was not changed', async () => {
  expect(await auditNow()).toMatchObject({ transactions: 12 });
});

/** One unit more for the swapper: out of the second pool, or out of its fees. */
function payMore({ receipt }: Entry, fees = 0): void {
  add(receipt, 'amountB', 1);
  add(receipt.hops[1], 'amountOut', 1);
  add(receipt.hops[1].fees, 'protocol', fees);
}

const add = <Field extends string>(to: Record<Field, number>, field: Field, units: number): void => {
  to[field] += units;
};

test('the audit reports a hop that pays one unit too much', async () => {
  rewrite(payMore, ['ann', 'corn', 1], ['pool SECOND', 'corn', -1]);
  await expect(auditNow()).rejects.toThrow(/^transaction 12: k fell through a swap in the pool EQ/);
});

test('the audit reports a hop that takes one unit less of protocol fee', async () => {
  rewrite((entry) => payMore(entry, -1), ['ann', 'corn', 1], ['pool SECOND fees', 'corn', -1]);
  await expect(auditNow()).rejects.toThrow('transaction 12 took other fees than its pool charges');
});

const NOT_WHOLE = 'transaction 12 has hops that do not add up to its swap';

test.each<[string, (entry: Entry) => unknown, string | RegExp]>([
  ['a hop that pays less than the next one takes', ({ receipt }) => add(receipt.hops[0], 'amountOut', -1), NOT_WHOLE],
  ['a hop that takes less than was paid', ({ receipt }) => add(receipt.hops[0], 'amountIn', -1), NOT_WHOLE],
  ['more received than the last hop pays', ({ receipt }) => add(receipt, 'amountB', 1), NOT_WHOLE],
  [
    'a pool that is passed twice, even if both parts add up',
    ({ receipt: { hops } }) => {
      const [{ amountIn, amountOut }] = hops;
      const rest = { ...hops[0], amountIn: amountIn - 1, amountOut: amountOut - 1 };
      hops.splice(0, 1, { ...rest, amountIn: 1, amountOut: 1 }, rest);
    },
    NOT_WHOLE,
  ],
  ['a swap without its first hop', ({ receipt }) => receipt.hops.splice(0, 1), NOT_WHOLE],
  [
    'another LP fee of a hop',
    ({ receipt }) => add(receipt.hops[0].fees, 'lp', 1),
    'transaction 12 took other fees than its pool charges',
  ],
  [
    'a referral fee that the first hop paid',
    ({ receipt }) => add(receipt.hops[0].fees, 'ref', 1),
    /^pool EQ\S+ holds 3960475 of bread, but the journal adds up to 3960474$/,
  ],
  [
    'hops with exchanged pools',
    ({ receipt: { hops } }) => {
      [hops[0].pool, hops[1].pool] = [hops[1].pool, hops[0].pool];
    },
    /^transaction 12 names tokens that are not those of the pool EQ/,
  ],
])('the audit reports %s', async (_, change, offence) => {
  rewrite(change);
  await expect(auditNow()).rejects.toThrow(offence);
});
