// A journal that is rolled back: reported together with its new position, and nothing is delivered that it lost.
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

test('a reader that sees the rollback sees the new position', async () => {
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

test('a delivery of lost events is not recorded, and their replacements are delivered', async () => {
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

test('a webhook is told after which sequence its events are undone', async () => {
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

/** Delivers from the store that answers at the time, and records what was sent. */
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

test('the fork of two histories is found exactly, among everything that was followed', async () => {
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

test('if nothing was followed before the rollback, the fork is found by the marks loaded when it was opened', async () => {
  // Opened 5 after the fork, so that 1, 2, 4 and 8 before its end are known.
  await post(on.primary, ...Array.from({ length: 5 }, () => swap(9n)));
  await on.observer.catchUp();
  await post(on.standby, ...Array.from({ length: 200 }, () => swap(7n)));
  on.takeOver();
  await on.observer.catchUp();
  expect(await forks()).toEqual({ last: FORK + 5 - 8, lowest: FORK + 5 - 8 });
});

test('a journal that is far ahead is read again, which is not a rollback', async () => {
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
