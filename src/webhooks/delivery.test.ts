// Deliveries to a real receiver, with a clock that the test moves.
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hookOf, PaperEvents, PaperHooks } from '../../test/webhooks/paper-hooks.ts';
import { type Received, type Receiver, startReceiver, status } from '../../test/webhooks/receiver.ts';
import { noticesOf } from '../observer/hooks.ts';
import { AddressGuard } from './address-guard.ts';
import { type Attempted, Delivery, type DeliveryOptions } from './delivery.ts';
import { post } from './post.ts';
import { newSecret } from './signature.ts';

const guard = new AddressGuard({ allow: ['127.0.0.0/8'] });
const HOUR = 3_600_000;

let receiver: Receiver;
let store: PaperHooks;
let events: PaperEvents;
let nowMs: number;
let attempts: Attempted[];
let troubles: unknown[];
beforeEach(async () => {
  receiver = await startReceiver();
  [store, events, attempts, troubles] = [new PaperHooks(), new PaperEvents(), [], []];
  nowMs = Date.now();
});
afterEach(() => receiver.close());

const deliveryOf = (options: Partial<DeliveryOptions> = {}) =>
  new Delivery({
    store,
    events,
    post: (asked) => post(asked, guard),
    holder: 'one',
    now: () => nowMs,
    chance: () => 0.5,
    onAttempt: (attempt) => attempts.push(attempt),
    onTrouble: (error) => troubles.push(error),
    ...options,
  });
const look = async (delivery: Delivery) => {
  delivery.wake(events.head);
  await delivery.look();
  await delivery.settled();
};
const add = async (fields: Parameters<typeof hookOf>[0] = {}) => {
  const hook = hookOf({ url: receiver.url, ...fields });
  await store.addHook(hook);
  return hook;
};
const sequencesIn = ({ body }: Received): number[] =>
  JSON.parse(body).data.events.map(({ sequence }: { sequence: number }) => sequence);
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('deliveries', () => {
  test('come in order, in batches of a hundred, signed, with an id that names their range', async () => {
    const { id, secret } = await add();
    events.head = 250;
    await look(deliveryOf());
    expect(receiver.received.map(sequencesIn)).toEqual([upTo(1, 100), upTo(101, 200), upTo(201, 250)]);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
      ['1-100', '101-200', '201-250'].map((range) => expect.stringMatching(`^${id}-${range}-[0-9a-f]{8}$`)),
    );
    for (const { headers, body } of receiver.received) {
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'events', data: { hook: id } });
    }
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ timestamp: '1970-01-01T00:01:40.000Z' });
    expect(await store.hook(id)).toMatchObject({
      cursor: 250,
      pendingTo: null,
      attempt: 0,
      lastStatus: 204,
      reason: '',
    });
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(troubles).toEqual([]);
  });

  test('hold at most 256 KiB, but always at least one event', async () => {
    await add();
    events.head = 5;
    events.bytes = 100_000;
    await look(deliveryOf());
    expect(receiver.received.map(sequencesIn)).toEqual([[1, 2], [3, 4], [5]]);
    events.bytes = 300_000;
    events.head = 7;
    await look(deliveryOf());
    expect(receiver.received.slice(3).map(sequencesIn)).toEqual([[6], [7]]);
  });

  test('are repeated after a failure with the same id and body, although there are more events by now', async () => {
    const { id, secret } = await add({ cursor: 2 });
    events.head = 5;
    receiver.answers.push(status(500), status(302), status(500));
    await look(deliveryOf());
    expect(await store.hook(id)).toMatchObject({
      cursor: 2,
      pendingTo: 5,
      attempt: 1,
      nextMs: nowMs + 5000,
      lastStatus: 500,
      reason: 'the response had status 500',
    });
    events.head = 200;
    await look(deliveryOf());
    expect(receiver.received).toHaveLength(1);
    for (const waitMs of [5000, 5 * 60_000]) {
      nowMs += waitMs;
      await look(deliveryOf({ holder: `after ${waitMs}` }));
    }
    nowMs += 30 * 60_000;
    await look(deliveryOf());
    expect(receiver.received.map(sequencesIn)).toEqual([...Array(4).fill([3, 4, 5]), upTo(6, 105), upTo(106, 200)]);
    const [first, ...repeated] = receiver.received.slice(0, 4);
    for (const { headers, body } of repeated) {
      expect([headers['webhook-id'], body]).toEqual([first?.headers['webhook-id'], first?.body]);
    }
    expect(new Set(receiver.received.slice(0, 4).map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4);
    expect(() => new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).not.toThrow();
  });

  test('are tried ten times at the scheduled delays, and then the hook is paused with the reason', async () => {
    const { id } = await add();
    events.head = 1;
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt++) {
      receiver.answers.push(status(503, { 'retry-after': '1' }));
      await look(deliveryOf());
      const hook = await store.hook(id);
      if (hook?.state !== 'active') break;
      waits.push((hook.nextMs - nowMs) / 1000);
      nowMs = hook.nextMs;
    }
    // The first wait is a minute instead of five seconds, since the receiver says that it is overloaded.
    expect(waits).toEqual([60, 300, 1800, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3600)]);
    expect(await store.hook(id)).toMatchObject({
      state: 'paused',
      cursor: 0,
      pendingTo: 1,
      attempt: 10,
      reason: 'gave up after 10 attempts; the last error: the response had status 503',
    });
    expect(attempts.map(({ after }) => after.state)).toEqual([...Array(9).fill('active'), 'paused']);
    nowMs += 1000 * HOUR;
    await look(deliveryOf());
    expect(receiver.received).toHaveLength(10);
    await store.changeHook(id, { state: 'active', attempt: 0, nextMs: 0, reason: '' });
    await look(deliveryOf());
    expect(receiver.received[10]?.body).toBe(receiver.received[0]?.body);
    expect(await store.hook(id)).toMatchObject({ state: 'active', cursor: 1, attempt: 0 });
  });

  test('are retried after a delay with a jitter of a tenth', async () => {
    const { id } = await add();
    events.head = 1;
    for (const [chance, waitMs] of [
      [0, 4500],
      [1, 5500],
    ] as const) {
      await store.changeHook(id, { attempt: 0, nextMs: 0 });
      receiver.answers.push(status(500));
      await look(deliveryOf({ chance: () => chance }));
      expect((await store.hook(id))?.nextMs).toBe(nowMs + waitMs);
    }
  });

  test('stop at once when the receiver answers 410', async () => {
    const { id } = await add();
    events.head = 1;
    receiver.answers.push(status(410));
    await look(deliveryOf());
    expect(await store.hook(id)).toMatchObject({
      state: 'paused',
      reason: 'the receiver answered that it is gone (status 410)',
      lastStatus: 410,
    });
  });

  test('leave a hook paused or deleted if that happened during the request, and do not affect other hooks', async () => {
    const [paused, deleted, other] = ['a', 'b', 'c'].map((letter) => `hook_${letter.repeat(24)}`) as [
      string,
      string,
      string,
    ];
    for (const id of [paused, deleted, other]) await add({ id });
    events.head = 1;
    receiver.answers.push(
      ...[paused, deleted].map((id) => async (response: Parameters<ReturnType<typeof status>>[0]) => {
        if (id === paused) await store.changeHook(paused, { state: 'paused', reason: 'by its owner' });
        else await store.deleteHook(deleted);
        response.writeHead(204).end();
      }),
    );
    const delivery = deliveryOf();
    await look(delivery);
    expect(await store.hook(paused)).toMatchObject({ state: 'paused', reason: 'by its owner' });
    expect(await store.hook(deleted)).toBeUndefined();
    expect(await store.hook(other)).toMatchObject({ cursor: 1 });
    events.head = 2;
    await look(delivery);
    expect(await store.hook(other)).toMatchObject({ cursor: 2 });
  });

  test('stop within seconds after the last key of the account is revoked, and continue with a new one', async () => {
    const ids = { trader: `hook_${'a'.repeat(24)}`, operator: `hook_${'b'.repeat(24)}` };
    store.keys.operators.add('ann');
    await add({ id: ids.trader });
    await add({ id: ids.operator, isOperator: true });
    events.head = 1;
    const delivery = deliveryOf();
    await look(delivery);
    expect(receiver.received).toHaveLength(2);
    store.keys.operators.clear();
    nowMs += 5000;
    events.head = 2;
    await look(delivery);
    expect(receiver.received.slice(2).map(({ headers }) => headers['webhook-id'])).toEqual([
      expect.stringContaining(`${ids.trader}-2-2`),
    ]);
    expect(await store.hook(ids.operator)).toMatchObject({
      state: 'paused',
      cursor: 1,
      reason: "it gets everything, and its account ann has no operator's key any more",
    });
    store.keys.any.delete('ann');
    nowMs += 5000;
    events.head = 3;
    await look(delivery);
    expect(await store.hook(ids.trader)).toMatchObject({
      state: 'paused',
      cursor: 2,
      attempt: 0,
      reason: 'its account ann has no key any more',
    });
    expect(receiver.received).toHaveLength(3);
    expect(attempts.slice(2).map(({ outcome, after }) => [outcome, after.state])).toEqual([
      ['none', 'paused'],
      ['delivered', 'active'],
      ['none', 'paused'],
    ]);
    store.keys.any.add('ann');
    await store.changeHook(ids.trader, { state: 'active', reason: '' });
    await look(delivery);
    expect(receiver.received.slice(3).map(sequencesIn)).toEqual([[3]]);
    await store.changeHook(ids.operator, { state: 'active', reason: '' });
    await look(deliveryOf({ needsKeys: false, holder: 'where there are no keys' }));
    expect(receiver.received.slice(4).map(sequencesIn)).toEqual([[2, 3]]);
  });

  test('are signed with both secrets while one is rotated', async () => {
    const [secret, previousSecret] = [newSecret(), newSecret()];
    await add({ secret, previousSecret, previousUntilMs: nowMs + HOUR });
    events.head = 1;
    await look(deliveryOf());
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    for (const one of [secret, previousSecret]) expect(() => new Webhook(one).verify(body, headers)).not.toThrow();
  });
});

describe('a filter', () => {
  test('leaves events out, and a batch continues after them', async () => {
    const { id } = await add({ kinds: ['swap'] });
    events.head = 301;
    const delivery = deliveryOf();
    await look(delivery);
    expect(receiver.received.map(sequencesIn).map((all) => [all.length, all[0], all.at(-1)])).toEqual([
      [100, 2, 200],
      [50, 202, 300],
    ]);
    receiver.answers.push(status(500));
    events.head = 303;
    await look(delivery);
    nowMs += 5000;
    await look(delivery);
    expect(receiver.received.slice(2).map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill(receiver.received.at(-1)?.headers['webhook-id']),
    );
    expect(receiver.received.at(-1)?.headers['webhook-id']).toMatch(`${id}-302-302-`);
  });

  test('is applied again to events that it left out if the journal was rolled back meanwhile', async () => {
    const { id } = await add({ kinds: ['refund'] });
    const delivery = deliveryOf();
    events.head = 150;
    await look(delivery);
    const { readEvents } = events;
    events.readEvents = (filter, ...asked) => readEvents.call(events, { ...filter, kinds: ['swap'] }, ...asked);
    [events.rewinds, events.head] = [1, 160];
    await look(delivery);
    expect(receiver.received.flatMap(sequencesIn)).toEqual(upTo(1, 80).map((half) => 2 * half));
    expect(await store.hook(id)).toMatchObject({ cursor: 160 });
  });

  test('that no event passes causes no request, and at most one write per 1,000 events or per minute', async () => {
    const { id } = await add({ kinds: ['createPool'] });
    const delivery = deliveryOf();
    for (events.head = 1; events.head < 1000; events.head++) await look(delivery);
    expect([store.notes, receiver.received.length]).toEqual([0, 0]);
    expect(events.looked).toBe(999);
    await look(delivery);
    expect([store.notes, (await store.hook(id))?.cursor]).toEqual([1, 1000]);
    events.head = 1001;
    await look(delivery);
    nowMs += 60_000;
    await look(delivery);
    expect([store.notes, (await store.hook(id))?.cursor]).toEqual([2, 1001]);
    events.head = 12_001;
    await look(delivery);
    expect([store.notes, (await store.hook(id))?.cursor]).toEqual([5, 12_001]);
  });
});

describe('a lease', () => {
  test('that is lost aborts running requests without recording them, and the next holder repeats them', async () => {
    const { id } = await add();
    events.head = 3;
    const one = deliveryOf();
    const asked = Promise.withResolvers<void>();
    receiver.answers.push(() => asked.resolve());
    await one.look();
    await asked.promise;
    expect(await store.hook(id)).toMatchObject({ cursor: 0, pendingTo: 3 });
    events.head = 5;
    await look(deliveryOf({ holder: 'two' }));
    expect(await store.hook(id)).toMatchObject({ cursor: 5, pendingTo: null });
    nowMs += 3000;
    store.takeLease = async () => undefined as never;
    await one.look();
    await one.settled();
    expect(await store.hook(id)).toMatchObject({ cursor: 5, pendingTo: null });
    expect(receiver.received.map(sequencesIn)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [4, 5],
    ]);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
    expect(troubles).toEqual([]);
  });

  test('that another process has taken unnoticed keeps the first from recording its result', async () => {
    const { id } = await add();
    events.head = 3;
    const one = deliveryOf();
    receiver.answers.push(async (response) => {
      await look(deliveryOf({ holder: 'two' }));
      response.writeHead(204).end();
    });
    await look(one);
    expect(await store.hook(id)).toMatchObject({ cursor: 3, pendingTo: null });
    expect(attempts.map(({ hook }) => hook.pendingTo)).toEqual([3]);
    events.head = 4;
    await look(one);
    expect((await store.hook(id))?.cursor).toBe(3);
  });

  test('is not taken without hooks, is renewed every three seconds with some, and is released on close', async () => {
    const taken: number[] = [];
    let released = 0;
    store.takeLease = async () => {
      taken.push(nowMs);
      return 0;
    };
    store.releaseLease = async () => {
      released++;
    };
    const delivery = deliveryOf();
    await look(delivery);
    expect(taken).toEqual([]);
    await add();
    const start = nowMs;
    for (let step = 0; step < 7; step++) {
      await look(delivery);
      nowMs += 1000;
    }
    expect(taken).toEqual([start, start + 3000, start + 6000]);
    await delivery.close();
    expect(released).toBe(1);
  });
});

describe('many hooks', () => {
  test('a receiver that hangs does not delay others, and an account has at most four requests at once', async () => {
    const silent = await startReceiver();
    silent.answers.push(...Array(4).fill(() => {}));
    const ids = Array.from({ length: 8 }, (_, index) => `hook_${index}`);
    for (const id of ids) await add({ id, url: silent.url });
    const { id } = await add({ id: 'hook_z', account: 'bob' as never });
    events.head = 1;
    const delivery = deliveryOf();
    delivery.wake(1);
    await delivery.look();
    while ((await store.hook(id))?.cursor !== 1 || silent.received.length < 4) await new Promise(setImmediate);
    await delivery.look();
    expect(silent.received).toHaveLength(4);
    await delivery.close();
    expect((await store.hook('hook_0'))?.attempt).toBe(0);
    await silent.close();
  });

  test('errors of the store are reported, and the next look tries again', async () => {
    const { id } = await add();
    events.head = 1;
    const { dueHooks, noteDelivery } = store;
    store.dueHooks = () => Promise.reject(new Error('gone for a moment'));
    const delivery = deliveryOf();
    await look(delivery);
    store.dueHooks = dueHooks;
    store.noteDelivery = () => Promise.reject(new Error('gone as well'));
    await look(delivery);
    expect(receiver.received).toHaveLength(0);
    store.noteDelivery = noteDelivery;
    await look(delivery);
    expect([(await store.hook(id))?.cursor, receiver.received.length]).toEqual([1, 1]);
    expect(troubles.map((error) => (error as Error).message)).toEqual(['gone for a moment', 'gone as well']);
  });

  test('are delivered without calls of `look` once started', async () => {
    const { id } = await add();
    events.head = 1;
    const delivery = deliveryOf();
    delivery.start();
    for (const head of [1, 2, 3]) {
      events.head = head;
      delivery.wake(head);
      while ((await store.hook(id))?.cursor !== head) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await delivery.close();
    expect(receiver.received.map(sequencesIn)).toEqual([[1], [2], [3]]);
  });
});

test('a failing batch is reported at its first failure and when it is delivered, not at every attempt', async () => {
  const { id, account } = await add();
  events.head = 3;
  receiver.answers.push(status(500), status(500), status(500));
  const delivery = deliveryOf();
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await look(delivery);
    expect(await store.hook(id)).toMatchObject({ attempt });
    nowMs += HOUR;
  }
  await look(delivery);
  const { host } = new URL(receiver.url);
  const named = { hook: id, account, host };
  const nextAt = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(attempts.flatMap(noticesOf).filter((notice) => !('attempt' in notice || 'sent' in notice))).toEqual([
    { failing: { ...named, status: 500, reason: expect.stringContaining('500'), nextAt } },
    { recovered: named },
  ]);
});
