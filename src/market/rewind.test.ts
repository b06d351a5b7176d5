// A failover rolls the journal back: readers see that together with the new head, and webhooks get the new transactions.
import { expect, test } from 'vitest';
import { useFailover } from '../../test/failover.ts';
import { ann, swap } from '../../test/paper-orders.ts';
import { MARKET, post } from '../../test/store-contract/site.ts';
import { hookOf } from '../../test/webhooks/paper-hooks.ts';
import { Delivery } from '../webhooks/delivery.ts';
import { Observer } from './observer.ts';
import { eventsAfter, readEvents } from './queries/events.ts';

const HOOK = hookOf({ account: ann, cursor: MARKET.length, isOperator: true });
const on = useFailover(MARKET, (projection) => projection.addHook(HOOK));

test('until the observer has followed a rollback a reader sees the old head, and then the new head and the rollback', async () => {
  await on.failOver();
  const { observer } = on;
  const after = MARKET.length;
  const seen: object[] = [];
  const meanwhile = async () => {
    const { head, rewinds } = await readEvents(observer, { after, limit: 9, filter: {} });
    seen.push({ head, rewinds });
  };
  on.meanwhile = meanwhile;
  await observer.catchUp();
  await meanwhile();
  expect(seen[0]).toEqual({ head: after + 3, rewinds: 0 });
  expect(seen.at(-1)).toEqual({ head: after + 4, rewinds: 1 });
});

test('after a rollback nothing is delivered until the observer has followed it, and then the new events are', async () => {
  await on.failOver();
  const { observer } = on;
  const { look, sent, troubles } = deliver();
  await look();
  expect(sent).toEqual([]);
  await observer.catchUp();
  await look();
  expect(sent).toEqual([{ after: MARKET.length, amounts: ['221', '222', '223', '224'] }]);
  expect(await observer.projection.hook(HOOK.id)).toMatchObject({ cursor: MARKET.length + 4, pendingTo: null });
  expect(troubles).toEqual([]);
});

test('a webhook that got lost events gets the new ones, with the sequence after which the histories differ', async () => {
  const { observer } = on;
  await on.failOver();
  on.takeOver('primary');
  const before = deliver();
  await before.look();
  expect(before.sent).toEqual([{ after: MARKET.length, amounts: ['111', '112', '113'] }]);
  await post(on.primary, swap(114n));
  await observer.catchUp();
  await before.look();
  expect(before.sent.at(-1)).toEqual({ after: MARKET.length + 3, amounts: ['114'] });
  on.takeOver();
  await observer.catchUp();
  const after = deliver();
  await after.look();
  await after.look();
  expect(after.sent).toEqual([{ after: MARKET.length, amounts: ['221', '222', '223', '224'] }]);
  expect([...before.troubles, ...after.troubles]).toEqual([]);
});

/** A delivery from whichever store answers at the time; `sent` has the events of each request. */
function deliver() {
  const { observer } = on;
  const sent: { after: number; amounts: string[] }[] = [];
  const troubles: unknown[] = [];
  let nowMs = 0;
  const delivery = new Delivery({
    store: observer.projection,
    holder: 'one',
    needsKeys: false,
    now: () => nowMs,
    events: {
      readEvents: (filter, after, limit, upTo = Number.POSITIVE_INFINITY) =>
        eventsAfter(observer, { filter, after, limit: Math.min(limit, upTo - after) }),
    },
    post: async ({ body }) => {
      const { after, events } = JSON.parse(body).data as { after: number; events: { amountA: string }[] };
      sent.push({ after, amounts: events.map(({ amountA }) => amountA) });
      return { kind: 'delivered', status: 204 };
    },
    onTrouble: (error) => troubles.push(error),
  });
  const look = async () => {
    nowMs += 60_000;
    delivery.wake(observer.head);
    await delivery.look();
    await delivery.settled();
  };
  return { look, sent, troubles };
}

const forks = async () => (await readEvents(on.observer, { after: 0, limit: 1, filter: {} })).forks;
const FORK = MARKET.length;

test('an observer that has followed everything since the fork finds the exact sequence after which the histories differ', async () => {
  expect(await forks()).toEqual({ last: 0, lowest: 0 });
  await post(on.standby, ...Array.from({ length: 40 }, () => swap(7n)));
  for (let round = 0; round < 5; round += 1) {
    await post(on.primary, ...Array.from({ length: 20 }, () => swap(9n)));
    await on.observer.catchUp();
  }
  on.takeOver();
  await on.observer.catchUp();
  expect(await forks()).toEqual({ last: FORK, lowest: FORK });
});

test('an observer that was opened after the fork takes the nearest mark before it that was loaded when it opened', async () => {
  // The observer opens 5 transactions after the fork, and loads the marks 1, 2, 4, 8 … before the end of the journal.
  await post(on.primary, ...Array.from({ length: 5 }, () => swap(9n)));
  await on.observer.catchUp();
  await post(on.standby, ...Array.from({ length: 200 }, () => swap(7n)));
  on.takeOver();
  await on.observer.catchUp();
  expect(await forks()).toEqual({ last: FORK + 5 - 8, lowest: FORK + 5 - 8 });
});

test('an observer that is far behind reads the state of the exchange again, which does not count as a rollback', async () => {
  const observer = new Observer(on.observer.tail, on.observer.projection, { page: 4, wait: 8 });
  await observer.catchUp();
  await post(on.primary, swap(111n), swap(112n));
  await observer.catchUp();
  on.takeOver();
  await observer.catchUp();
  expect(observer.rewinds).toBe(1);
  await post(on.standby, ...Array.from({ length: 30 }, () => swap(7n)));
  await observer.catchUp().catch(() => {});
  expect([observer.head, observer.rewinds]).toEqual([FORK + 30, 1]);
});
