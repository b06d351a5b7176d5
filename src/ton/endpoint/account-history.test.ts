// A search through an account's history in steps: it misses nothing, whatever arrives meanwhile, and it ends.
import type { Transaction } from '@ton/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AccountHistory, Histories, type Limit, type Position } from './account-history.ts';

/** An account whose transactions have the logical times 10, 20, 30 and so on, one a second. */
class Busy {
  count = 0;
  pages = 0;
  readonly page = async (from: Position, toLt: bigint): Promise<readonly Transaction[]> => {
    this.pages += 1;
    const first = Number(from.lt / 10n);
    expect(from.hash).toEqual(hashOf(first));
    const found = Array.from({ length: Math.min(3, first) }, (_, at) => transactionOf(first - at));
    return found.filter(({ lt }) => lt > toLt);
  };

  get newest(): Position | null {
    return this.count === 0 ? null : { lt: BigInt(this.count) * 10n, hash: hashOf(this.count) };
  }

  readonly history = (): AccountHistory => new AccountHistory({ page: this.page, namesOf: ({ lt }) => [`at ${lt}`] });
}

const hashOf = (number: number): Buffer => Buffer.alloc(32, number);
const transactionOf = (number: number): Transaction =>
  ({
    ...{ lt: BigInt(number) * 10n, now: number, hash: () => hashOf(number) },
    ...{
      prevTransactionLt: BigInt(number - 1) * 10n,
      prevTransactionHash: BigInt(`0x${hashOf(number - 1).toString('hex')}`),
    },
  }) as never;

const steps = fc.array(
  fc.record({ more: fc.nat(12), pages: fc.integer({ min: 1, max: 4 }), wanted: fc.nat(60), down: fc.nat(60) }),
  { minLength: 1, maxLength: 20 },
);

test('a search finds the transaction that a full read would find, or says that it is incomplete', () =>
  fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const account = new Busy();
      const history = account.history();
      for (const { more, pages, wanted, down } of all) {
        account.count += more;
        const limit: Limit = { lt: BigInt(down) * 10n };
        const before = account.pages;
        const { at, transaction, isWhole } = await history.find(`at ${wanted * 10}`, account.newest, limit, pages);
        expect(account.pages - before).toBeLessThanOrEqual(pages);
        const isThere = wanted > 0 && wanted <= account.count;
        if (at) expect([isThere, at]).toEqual([true, { lt: BigInt(wanted) * 10n, hash: hashOf(wanted) }]);
        if (transaction) expect(transaction.lt).toBe(at?.lt);
        if (isWhole && !at) expect(isThere && wanted > down).toBe(false);
      }
    }),
    { numRuns: 300 },
  ));

test('a search ends although more transactions arrive between two calls than one call reads', async () => {
  const account = new Busy();
  account.count = 100;
  const history = account.history();
  const found = [];
  for (let call = 0; call < 40 && found.at(-1) === undefined; call++) {
    account.count += 10;
    found.push((await history.find('at 20', account.newest, { lt: 10n }, 3)).at);
  }
  expect(found.at(-1)).toEqual({ lt: 20n, hash: hashOf(2) });
  expect(found).toHaveLength(13);
});

test.each([
  [10, true],
  [11, false],
])('with a time limit of %i s, a transaction of second 9 on the next page is found: %s', async (timeS, isFound) => {
  const account = new Busy();
  account.count = 30;
  // The pages are 30 to 28, …, 12 to 10, 9 to 7: the last one is read only if it may have more of second 10.
  const { at, isWhole } = await account.history().find('at 90', account.newest, { timeS }, 100);
  expect([at !== undefined, isWhole]).toEqual([isFound, true]);
});

test('a repeated search reads only new transactions', async () => {
  const account = new Busy();
  account.count = 30;
  const history = account.history();
  await history.find('nothing', account.newest, {}, 100);
  expect(account.pages).toBe(10);
  await history.find('nothing', account.newest, {}, 100);
  expect(account.pages).toBe(10);
  account.count += 2;
  await history.find('nothing', account.newest, {}, 100);
  expect(account.pages).toBe(11);
});

test('the histories of the most recently searched accounts stay cached; another one is opened anew', async () => {
  const account = new Busy();
  account.count = 50;
  const opened: string[] = [];
  const histories = new Histories((name) => {
    opened.push(name);
    return account.history();
  }, 320);
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await histories.of(name).find('nothing', account.newest, {}, 100);
  expect(opened).toEqual(['a', 'b', 'c', 'b']);
});
