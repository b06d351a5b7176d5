// Reading a history: page by page, with the senders of transfers as far as the bounds reach.
import { describe, expect, test } from 'vitest';
import { APPLE, BREAD, PaperExchange } from '../../../test/paper-exchange.ts';
import { ann, bob, deposit, placeOrder, swap, transfer } from '../../../test/paper-orders.ts';
import type { Account } from '../../core/amount.ts';
import { partiesOf } from '../../core/commands/command.ts';
import type { GainEntry } from '../../core/gains/books.ts';
import { Mark } from '../../core/gains/lots.ts';
import { RefusedError } from '../../ports/venue.ts';
import { type Bounds, GainsWalk } from './walk.ts';

const carl = 'carl' as Account;

/** Reads an exchange a few transactions at a time; apples are worth two bread a unit on every day. */
function readerOf({ journal }: PaperExchange, page = 3) {
  const read = new Map<Account, number>();
  const of = (account: Account) =>
    journal.filter((posted) => posted.actor === account || partiesOf(posted).includes(account));
  const venue = {
    async history(account: Account, after: number) {
      const rows = of(account)
        .filter(({ sequence }) => sequence > after)
        .slice(0, page);
      read.set(account, (read.get(account) ?? 0) + rows.length);
      return rows;
    },
    poolsNamed: async () => [],
  };
  const market = {
    async candles({ tokenA, fromMs }: { tokenA: string; fromMs: number }) {
      if (tokenA !== 'apple') throw new RefusedError({ code: 'unknown_pool', tokenA, tokenB: 'bread' });
      const days = Array.from({ length: 32 }, (_, day) => fromMs + day * 86_400_000);
      return { candles: days.map((startMs) => ({ startMs, volume0: 100n, volume1: 200n })), sequence: 1 };
    },
  };
  const walkOf = (account: Account, bounds?: Bounds) =>
    new GainsWalk(
      { venue, market } as never,
      { account, valuing: { own: BREAD.address, unit: BREAD.address } },
      bounds,
    );
  return { walkOf, read };
}

async function run(walk: GainsWalk, to = Number.MAX_SAFE_INTEGER) {
  const entries: GainEntry[] = [];
  let rows = 0;
  for await (const slice of walk.slices(to)) {
    entries.push(...slice.entries);
    rows += slice.rows;
  }
  return { entries, rows };
}

const apples = ({ own }: GainsWalk) => {
  const { units, cost } = own.lots(APPLE.address);
  const lots = units === 0n ? undefined : own.dispose(APPLE.address, units);
  return { units, cost, marks: (lots?.known.marks ?? 0) | (lots?.unknown.marks ?? 0) };
};

/** Ann buys 100 apples for less than they are worth. */
const market = () => {
  const exchange = PaperExchange.open({ apple: 1_000_000n, bread: 1_000_000n }).fund(ann, BREAD, 1000n);
  exchange.run(swap(100n, { tokenA: BREAD.address, tokenB: APPLE.address }));
  return exchange;
};
const bought = 98n;

test('an account without transactions has nothing, and one is read up to the given transaction', async () => {
  const exchange = market();
  const { walkOf } = readerOf(exchange);
  expect(await run(walkOf(carl))).toEqual({ entries: [], rows: 0 });
  const walk = walkOf(ann);
  await run(walk, exchange.journal.length - 1);
  expect(apples(walk).units).toBe(0n);
  await run(walk);
  expect(apples(walk)).toEqual({ units: bought, cost: 100n, marks: 0 });
});

describe('the sender of a transfer', () => {
  const BOUNDS = { ofSender: 100, ofSenders: 1000 };

  test('is followed through any number of accounts, and around in a circle', async () => {
    const exchange = market();
    exchange.run(transfer(APPLE, 90n), transfer(APPLE, 80n, { account: bob, to: carl }));
    exchange.run(
      transfer(APPLE, 70n, { account: carl, to: ann }),
      transfer(APPLE, 60n),
      transfer(APPLE, 5n, { account: bob, to: carl }),
    );
    const { walkOf } = readerOf(exchange);
    // Each time the cost is rounded down, and the remainder stays where the rest is.
    const walks = [ann, bob, carl].map((account) => walkOf(account, BOUNDS));
    for (const walk of walks) await run(walk);
    const held = walks.map(apples);
    expect(held.map(({ units }) => units)).toEqual([18n, 65n, 15n]);
    expect(held.reduce((sum, { cost }) => sum + cost, 0n)).toBe(100n);
    expect(held.map(({ marks }) => marks)).toEqual([Mark.received, Mark.received, Mark.received]);
  });

  test.each<[string, Bounds, boolean]>([
    ['of as many transactions as the bound is followed', { ofSender: 24, ofSenders: 1000 }, true],
    ['of one more is not', { ofSender: 23, ofSenders: 1000 }, false],
    ['is followed within the bound of all', { ofSender: 100, ofSenders: 44 }, true],
    ['is not beyond it', { ofSender: 100, ofSenders: 43 }, false],
  ])('%s', async (_, bounds, isFollowed) => {
    const exchange = market();
    for (let at = 0; at < 21; at += 1) exchange.run(deposit(ann, BREAD, 1n));
    exchange.run(transfer(APPLE, 9n));
    // What the sender does afterwards is not read.
    for (let at = 0; at < 50; at += 1) exchange.run(deposit(ann, BREAD, 1n));
    const { walkOf, read } = readerOf(exchange);
    const walk = walkOf(bob, bounds);
    await run(walk);
    expect(apples(walk)).toEqual(
      isFollowed ? { units: 9n, cost: 9n, marks: Mark.received } : { units: 9n, cost: 18n, marks: Mark.unfollowed },
    );
    expect(read.get(ann)).toBeLessThan(30);
  });

  test('that sends dust from many busy accounts costs the recipient no more than the bound', async () => {
    const exchange = market();
    for (let number = 0; number < 12; number += 1) {
      const busy = `busy-${number}` as Account;
      for (let at = 0; at < 20; at += 1) exchange.run(deposit(busy, APPLE, 1n));
      exchange.run(transfer(APPLE, 1n, { account: busy, to: bob }));
    }
    exchange.run(transfer(APPLE, 9n));
    const { walkOf } = readerOf(exchange);
    const walk = walkOf(bob, { ofSender: 100, ofSenders: 100 });
    // Its own 13 transactions, up to 100 of others with 20 for the first look at each of five, and their pages and months of averages.
    expect((await run(walk)).rows).toBeLessThan(13 + 100 + 5 * (3 + 10) + 10);
    expect(apples(walk)).toMatchObject({ units: 21n });
  });
});

test('what an open order holds still belongs to the account', async () => {
  const exchange = market();
  exchange.fund(ann, APPLE, 2000n).run(placeOrder(1500n, 1000n));
  const walk = readerOf(exchange).walkOf(ann);
  await run(walk);
  expect(apples(walk)).toMatchObject({ units: 2000n + bought, cost: 4100n });
});
