// Concurrent readers and writers: every read is consistent, and all writers share one order.
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { type Account, amount, ppm } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import type { Outcome } from '../../src/core/settle/instruction.ts';
import type { Store } from '../../src/ports/store.ts';
import { APPLE, BREAD, MAKER } from '../paper-exchange.ts';
import { ann, bob, deposit, provide, refund, registerToken, swap } from '../paper-orders.ts';
import { balance, collect, headOf, order, post, postedOf, type Site } from './site.ts';

const ROUNDS = 40;

export function concurrency(site: Site): void {
  test('two stores that open an empty database at once, and a reopened one, have the same factory', async () => {
    const [one, two] = await Promise.all([site.open(), site.open()]);
    expect(one.factory).toMatch(/^[0-9a-f]{64}$/);
    expect(two.factory).toBe(one.factory);
    const { factory } = one;
    expect((await site.reopen(one)).factory).toBe(factory);
    await two.check();
  });

  test('an open journal is a stable snapshot during commits', async () => {
    const store = await site.openMarket();
    const journal = await store.openJournal();
    await post(store, swap(10n), deposit(bob, APPLE, 5n));
    const [before] = await collect(journal.transactions());
    await post(store, deposit(bob, APPLE, 5n));
    expect(journal.head).toBe(7);
    expect(journal.pools.map(({ number }) => number)).toEqual([6]);
    expect(before).toEqual({
      ...(await store.posted(1)),
      kind: 'registerToken',
      text: expect.stringMatching(/^\{"kind":"registerToken"/),
    });
    const transactions = await collect(journal.transactions());
    expect(transactions.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(transactions[6]?.receipt).toMatchObject({ account: 'ann', token: 'apple', amount: 100_000n });
    const balances = await collect(journal.balances());
    expect(balances.filter(({ account }) => account === 'ann' || account === 'bob')).toEqual([
      { account: 'ann', token: 'apple', balance: 100_000n },
    ]);
    await journal.close();
    const later = await store.openJournal();
    expect(later.head).toBe(10);
    await later.close();
  });

  // Few and many balances, since a store may read them in different ways.
  test.each([0, 9])('during commits, a read of two balances, %i more and the sequence is consistent', async (more) => {
    const [reader, writer] = [await site.openMarket(), await site.open()];
    // Each commit gives ann and bob one apple, so both balances follow from the sequence.
    const commits = Array.from({ length: ROUNDS }, () => [deposit(ann, APPLE, 1n), deposit(bob, APPLE, 1n)]);
    let finished = false;
    const writing = (async () => {
      for (const commands of commits) await post(writer, ...commands);
      finished = true;
    })();
    const others = Array.from({ length: more }, (_, index) => `other-${index}` as Account);
    const keys = [ann, ...others, bob].map((account) => ({ account, token: APPLE.address }));
    do {
      const { sequence, balances } = await reader.read(keys);
      const commitsSeen = BigInt(sequence - 7) / 2n;
      expect(balances).toEqual([100_000n + commitsSeen, ...others.map(() => 0n), commitsSeen]);
      await new Promise((resolve) => setImmediate(resolve));
    } while (!finished);
    await writing;
    expect(await headOf(reader)).toBe(7 + 2 * ROUNDS);
  });

  test('overlapping commits each get their own answers', async () => {
    const store = await site.open();
    const [one, two] = [store.commit([order(registerToken(APPLE))]), store.commit([order(registerToken(BREAD))])];
    expect(await two).toMatchObject([{ posted: { receipt: { token: 'bread' } } }]);
    expect(await one).toMatchObject([{ posted: { receipt: { token: 'apple' } } }]);
  });

  test('close() waits for commits under way, which succeed', async () => {
    const store = await site.open();
    const begun = [store.commit([order(registerToken(APPLE))]), store.commit([order(registerToken(BREAD))])];
    await site.close(store);
    expect(await Promise.all(begun)).toMatchObject([[{ posted: { sequence: 1 } }], [{ posted: { sequence: 2 } }]]);
  });

  describe('two stores on one database', () => {
    const work = (): readonly Command[] => [
      swap(100n),
      deposit(bob, APPLE, 3n),
      swap(50n, { tokenA: BREAD.address, tokenB: APPLE.address }),
      provide(7n, 1000n, { maxPriceImpactPpm: ppm(1_000_000n) }),
      refund({ account: MAKER, lpTokens: amount(50n) }),
    ];
    const run = async (store: Store): Promise<Outcome[]> => {
      const outcomes: Outcome[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        outcomes.push(...(await store.commit(work().map((command) => order(command)))));
      }
      return outcomes;
    };

    test('commit concurrently: no number is missing or used twice, nothing is lost, and the audit passes', async () => {
      const [one, two] = [await site.openMarket(), await site.open()];
      const outcomes = (await Promise.all([run(one), run(two)])).flat();
      const posted = outcomes.flatMap((outcome) => ('posted' in outcome ? [postedOf(outcome)] : []));
      const sequences = posted.map(({ sequence }) => sequence).sort((a, b) => a - b);
      expect(sequences).toEqual(Array.from({ length: 2 * ROUNDS * work().length }, (_, index) => index + 8));
      for (const each of posted) expect(await two.posted(each.sequence)).toEqual(each);
      expect(await balance(one, bob, APPLE)).toBe(BigInt(2 * ROUNDS * 3));
      expect(await audit(one, () => {})).toMatchObject({ transactions: 7 + 2 * ROUNDS * work().length });
    });

    test('share idempotency keys: two concurrent identical requests are executed once and get the same answer', async () => {
      const [one, two] = [await site.openMarket(), await site.open()];
      const orders = Array.from({ length: ROUNDS }, (_, index) =>
        order(deposit(bob, APPLE, 1n), bob, { key: `${index}`, fingerprint: 'same' }),
      );
      for (const each of orders) {
        const [first, second] = await Promise.all([one.commit([each]), two.commit([each])]);
        expect(second).toEqual(first);
      }
      expect(await headOf(one)).toBe(7 + ROUNDS);
    });
  });
}
