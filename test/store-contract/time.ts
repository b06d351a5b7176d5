// Time: a later transaction never has an earlier time, whatever the clock says.
import { expect, test } from 'vitest';
import type { Command } from '../../src/core/commands/command.ts';
import { timeOf, transactionId } from '../../src/core/settle/transaction-id.ts';
import { APPLE } from '../paper-exchange.ts';
import { bob, deposit, swap } from '../paper-orders.ts';
import { give, MARKET, order, post, postedOf, type Site } from './site.ts';

const HOUR_MS = 3_600_000;

export function time(site: Site): void {
  test('while the clock is behind the last transaction, new transactions and deadlines use the time of the last one', async () => {
    const before = await site.openMarket();
    const futureMs = Date.now() + HOUR_MS;
    const id = transactionId(futureMs, 7, 5);
    await site.place.execute(`
      UPDATE journal SET id = '${id}', created_at_ms = ${futureMs} WHERE sequence = 7;
      UPDATE head SET last_transaction = '${id}'`);
    const store = await site.reopen(before);
    const [next, last] = await post(store, swap(10n), deposit(bob, APPLE, 1n));
    expect([next?.createdAtMs, last?.createdAtMs]).toEqual([futureMs, futureMs]);
    expect(timeOf(next?.id as string)).toBe(futureMs);
    const late = order(swap(10n, { deadlineMs: futureMs - 1 }));
    expect(await give(store, late)).toMatchObject({ refusal: { code: 'deadline_passed', nowMs: futureMs } });
    expect((await post(store, swap(10n, { deadlineMs: futureMs })))[0]?.createdAtMs).toBe(futureMs);
  });

  test('the first batch of a journal keeps the times it is given, which never decrease; a later batch gets the current time', async () => {
    const store = await site.open();
    const nowMs = Date.now();
    /** Commits the commands as of this many hours ago; returns how many hours ago each was recorded. */
    const tell = async (commands: readonly Command[], ...hoursAgo: readonly number[]) => {
      const dated = commands.map((command, at) => ({
        ...order(command),
        atMs: nowMs - (hoursAgo[at] as number) * HOUR_MS,
      }));
      const posted = (await store.commit(dated)).map(postedOf);
      expect(posted.map(({ id }) => timeOf(id))).toEqual(posted.map(({ createdAtMs }) => createdAtMs));
      return posted.map(({ createdAtMs }) => Math.abs(Math.round((nowMs - createdAtMs) / HOUR_MS)));
    };
    expect(await tell(MARKET.slice(0, 3), 50, 30, 40)).toEqual([50, 30, 30]);
    expect((await store.posted(2))?.createdAtMs).toBe(nowMs - 30 * HOUR_MS);
    expect(await tell(MARKET.slice(3, 5), 20, 10)).toEqual([0, 0]);
  });

  test('a transaction has the time at which it was written, in its record and in its id', async () => {
    const beforeMs = Date.now();
    const store = await site.openMarket();
    const posted = await store.posted(7);
    expect(posted?.createdAtMs).toBe(timeOf(posted?.id as string));
    // Within an hour, since the store may read the time from another clock than this process.
    expect(Math.abs((posted?.createdAtMs as number) - beforeMs)).toBeLessThan(HOUR_MS);
  });
}
