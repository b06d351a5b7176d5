// A journal that goes back: told in one step with where it is now, and nothing delivered of what it has not.
import { copyFile, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, useExchangeFile } from '../../../test/exchange-file.ts';
import { ann, swap } from '../../../test/paper-orders.ts';
import { MARKET, post } from '../../../test/store-contract/site.ts';
import { hookOf } from '../../../test/webhooks/paper-hooks.ts';
import { openProjection } from '../projection.ts';
import type { Store } from '../store.ts';
import { openTail } from '../tail.ts';
import { Delivery } from '../webhooks/delivery.ts';
import { eventsAfter, readEvents } from './events.ts';
import { Observer } from './observer.ts';

const path = useExchangeFile(MARKET);
const HOOK = hookOf({ account: ann, cursor: MARKET.length, isOperator: true });

let [primary, standby, now]: [Store, Store, 'primary' | 'standby'] = [] as never;
let observer: Observer;
/** Asked while the standby tells everything. */
let meanwhile: () => Promise<void>;

beforeEach(async () => {
  for (const remains of ['', '-wal', '-shm']) await rm(`${path()}-standby${remains}`, { force: true });
  await copyFile(path(), `${path()}-standby`);
  [primary, standby] = [await openStore(path()), await openStore(`${path()}-standby`)];
  [now, meanwhile] = ['primary', async () => {}];
  const tails = { primary: await openTail(primary.tail), standby: await openTail(standby.tail) };
  const { everything } = tails.standby;
  tails.standby.everything = async () => {
    await meanwhile();
    return everything.call(tails.standby);
  };
  const kept = { primary: await openProjection(primary.projection), standby: await openProjection(standby.projection) };
  for (const projection of Object.values(kept)) await projection.addHook(HOOK);
  observer = new Observer(switched(tails), switched(kept));
});
afterEach(async () => {
  for (now of ['primary', 'standby'] as const) await observer.close();
  await primary.close();
  await standby.close();
});

/** The one of the two that answers by now. */
const switched = <Each extends object>(each: Record<typeof now, Each>): Each =>
  new Proxy(each.primary, {
    get:
      (_, name) =>
      (...asked: unknown[]) =>
        (Reflect.get(each[now], name) as (...asked: unknown[]) => unknown).apply(each[now], asked),
  });

async function failOver(): Promise<void> {
  await observer.catchUp();
  await post(primary, swap(111n), swap(112n), swap(113n));
  await observer.catchUp();
  await post(standby, swap(221n), swap(222n), swap(223n), swap(224n));
  now = 'standby';
}

test('whoever sees that it went back sees where it is now', async () => {
  await failOver();
  const after = MARKET.length;
  const seen: object[] = [];
  meanwhile = async () => {
    const { head, rewinds } = await readEvents(observer, { after, limit: 9, filter: {} });
    seen.push({ head, rewinds });
  };
  await observer.catchUp();
  await meanwhile();
  expect(seen[0]).toEqual({ head: after + 3, rewinds: 0 });
  expect(seen.at(-1)).toEqual({ head: after + 4, rewinds: 1 });
});

test('a delivery that has read what is lost is not noted, and what took its place is delivered', async () => {
  await failOver();
  const sent: { id: string | undefined; amounts: string[] }[] = [];
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
    post: async ({ headers, body }) => {
      const { events } = JSON.parse(body).data as { events: { amountA: string }[] };
      sent.push({ id: headers['webhook-id'], amounts: events.map(({ amountA }) => amountA) });
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
  await look();
  expect(sent).toEqual([]);
  await observer.catchUp();
  await look();
  expect(sent.flatMap(({ amounts }) => amounts)).toEqual(['221', '222', '223', '224']);
  expect(await observer.projection.hook(HOOK.id)).toMatchObject({ cursor: MARKET.length + 4, pendingTo: null });
  expect(troubles).toEqual([]);
});
