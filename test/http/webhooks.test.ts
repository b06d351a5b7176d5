// Webhooks over HTTP: from their creation to what the receiver gets, verified by the specification's own package.
import pino from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Role } from '../../src/ports/records.ts';
import { type Received, type Receiver, startReceiver, status } from '../webhooks/receiver.ts';
import { type Answer, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
let server: Server;
let receiver: Receiver;
let keys: Record<'local' | 'alice' | 'bob', string>;
const lines: Record<string, unknown>[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });

beforeAll(async () => {
  server = await startServer({ auth: 'keys', logger });
  const make = async (account: string, role: Role) =>
    (await createKey(server.store, { account: account as Account, role }, 0)).key;
  keys = {
    local: await make('local', 'operator'),
    alice: await make('alice', 'trader'),
    bob: await make('bob', 'trader'),
  };
  await openMarket(server, { authorization: `Bearer ${keys.local}` });
  for (const account of ['alice', 'bob']) await deposit(account, 1000);
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const { id } of (await ask('local', '/getWebhooks?all=true')).webhooks)
    await ask('local', '/deleteWebhook', { id });
  await receiver.close();
});

const sent = (who: keyof typeof keys, path: string, body?: object): Promise<Answer> =>
  send(server, { path, ...(body && { body }), headers: { authorization: `Bearer ${keys[who]}` } });
// biome-ignore lint/suspicious/noExplicitAny: its shape is for the test to say
async function ask(who: keyof typeof keys, path: string, body?: object): Promise<any> {
  const { status: code, text } = await sent(who, path, body);
  expect(code, text).toBe(200);
  return JSON.parse(text).data;
}
let wires = 0;
const deposit = (account: string, amount: number) =>
  ask('local', '/deposit', { account, token: 'apple', amount, reference: `wire ${wires++}` });
const swap = (who: 'alice' | 'bob', amount = 10) => ask(who, '/createSwap', { Pair, amount: { tokenA: amount } });
const eventsIn = ({ body }: Received) => JSON.parse(body).data.events;
const hookOf = async (who: keyof typeof keys, id: string) =>
  (await ask('local', `/getWebhooks?account=${who}`)).webhooks.find((hook: { id: string }) => hook.id === id);
async function until<Found>(look: () => Promise<Found> | Found, isIt: (found: Found) => unknown): Promise<Found> {
  for (;;) {
    const found = await look();
    if (isIt(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('a webhook', () => {
  test('gets its account’s events in full, public ones of others, and no private ones', async () => {
    const { id, secret, ...made } = await ask('alice', '/createWebhook', { url: receiver.url });
    expect(made).toMatchObject({ account: 'alice', url: receiver.url, state: 'active', kinds: [], pools: [] });
    const own = await swap('alice');
    await deposit('bob', 5);
    await swap('bob');
    await deposit('alice', 7);
    await until(
      () => hookOf('alice', id),
      ({ deliveredTo }) => deliveredTo === made.deliveredTo + 4,
    );
    for (const { body, headers } of receiver.received) {
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'events', data: { hook: id } });
      const events = JSON.parse(body).data.events;
      expect(headers['webhook-id']).toMatch(`${id}-${events[0].sequence}-${events.at(-1).sequence}-`);
    }
    expect(receiver.received.flatMap(eventsIn)).toEqual([
      expect.objectContaining({ kind: 'swap', account: 'alice', transactionId: own.transactionId, amountA: '10' }),
      expect.not.objectContaining({ account: 'bob' }),
      expect.objectContaining({ kind: 'deposit', account: 'alice', amount: '7' }),
    ]);
    expect(receiver.received.map(({ body }) => body).join()).not.toContain('bob');
  });

  test('of an operator gets everything, from the beginning if requested', async () => {
    const { sequence } = await server.exchange.journal();
    const { id } = await ask('local', '/createWebhook', { url: receiver.url, after: '0' });
    await until(
      () => hookOf('local', id),
      ({ deliveredTo }) => deliveredTo === sequence,
    );
    const events = receiver.received.flatMap(eventsIn);
    expect(events.map((event) => event.sequence)).toEqual(Array.from({ length: sequence }, (_, index) => index + 1));
    expect(events[3]).toMatchObject({ kind: 'deposit', account: 'local', amount: '1010000', reference: 'start' });
  });

  test('gets the kinds and pools that it names', async () => {
    const pools = (await ask('local', '/getPools')).pools.map(
      ({ poolAddress }: { poolAddress: string }) => poolAddress,
    );
    const terms = { url: receiver.url, kinds: ['swap', 'createPool'] };
    const { id, deliveredTo } = await ask('local', '/createWebhook', { ...terms, pools: [pools[0]] });
    await deposit('alice', 1);
    await ask('local', '/createPool', { Pair: { tokenA: 'bread', tokenB: 'corn' } });
    await swap('alice');
    await until(
      () => hookOf('local', id),
      (hook) => hook.deliveredTo === deliveredTo + 3,
    );
    expect(receiver.received.flatMap(eventsIn).map(({ kind }) => kind)).toEqual(['swap']);
  });

  test('can be tested, paused, resumed without losing events, given a new secret and deleted', async () => {
    const { id, secret } = await ask('alice', '/createWebhook', { url: receiver.url });
    expect(await ask('alice', '/testWebhook', { id })).toMatchObject({ delivered: true, status: 204, failure: '' });
    expect(
      new Webhook(secret).verify(receiver.received[0]?.body ?? '', receiver.received[0]?.headers ?? {}),
    ).toMatchObject({
      type: 'test',
      data: { hook: id },
    });
    const paused = await ask('alice', '/setWebhookState', { id, state: 'paused' });
    expect(paused).toMatchObject({ state: 'paused', reason: 'paused by its owner' });
    await swap('alice', 1);
    receiver.answers.push(status(302, { location: 'https://a.example/' }));
    expect(await ask('alice', '/testWebhook', { id })).toMatchObject({
      delivered: false,
      status: 302,
      failure: 'the response had status 302; redirects are not followed',
    });
    const rotated = await ask('alice', '/rotateWebhookSecret', { id });
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.previousSecretUntil)).toBeGreaterThan(Date.now());
    await swap('alice', 2);
    expect(receiver.received).toHaveLength(2);
    expect(await ask('alice', '/setWebhookState', { id, state: 'active' })).toMatchObject({
      state: 'active',
      reason: '',
    });
    await until(
      () => receiver.received.slice(2).flatMap(eventsIn),
      ({ length }) => length === 2,
    );
    expect(
      receiver.received
        .slice(2)
        .flatMap(eventsIn)
        .map(({ amountA }) => amountA),
    ).toEqual(['1', '2']);
    for (const { body, headers } of receiver.received.slice(2)) {
      for (const one of [secret, rotated.secret]) expect(() => new Webhook(one).verify(body, headers)).not.toThrow();
    }
    await ask('alice', '/deleteWebhook', { id });
    expect((await sent('alice', '/deleteWebhook', { id })).status).toBe(404);
    expect((await ask('alice', '/getWebhooks')).webhooks).toEqual([]);
  });

  test('whose receiver answers 410 is paused, and shown with the reason and without its secret', async () => {
    const { id } = await ask('alice', '/createWebhook', { url: receiver.url });
    receiver.answers.push(status(410));
    await swap('alice');
    const paused = await until(
      () => hookOf('alice', id),
      ({ state }) => state === 'paused',
    );
    expect(paused).toMatchObject({
      reason: 'the receiver answered that it is gone (status 410)',
      lastStatus: 410,
      attempts: 1,
    });
    expect(JSON.stringify(paused)).not.toContain('whsec_');
  });

  test('of an account whose only operator key is revoked is paused with the reason, and sends nothing more', async () => {
    const thief = await createKey(server.store, { account: 'mallory' as Account, role: 'operator' }, 0);
    const asked = { path: '/createWebhook', headers: { authorization: `Bearer ${thief.key}` } };
    const { text } = await send(server, { ...asked, body: { url: receiver.url } });
    const { id, everything } = JSON.parse(text).data;
    expect([everything, (await ask('alice', '/createWebhook', { url: receiver.url })).everything]).toEqual([
      true,
      false,
    ]);
    await ask('local', '/revokeKey', { id: thief.id });
    await swap('alice');
    const look = async () => (await ask('local', '/getWebhooks?account=mallory')).webhooks[0];
    expect(await until(look, ({ state }) => state === 'paused')).toMatchObject({
      id,
      everything: true,
      reason: "it gets everything, and its account mallory has no operator's key any more",
    });
    expect(receiver.received.filter(({ body }) => body.includes(id))).toEqual([]);
  });

  test('that fails shows the error and the time of the next attempt', async () => {
    const { id } = await ask('alice', '/createWebhook', { url: receiver.url });
    receiver.answers.push(status(500, { 'retry-after': '3600' }));
    await swap('alice');
    const failed = await until(
      () => hookOf('alice', id),
      ({ attempts }) => attempts === 1,
    );
    expect(failed).toMatchObject({ state: 'active', reason: 'the response had status 500', lastStatus: 500 });
    expect(Date.parse(failed.nextAttemptAt)).toBeGreaterThan(Date.now() + 1_800_000);
    await ask('alice', '/setWebhookState', { id, state: 'active' });
    await until(
      () => hookOf('alice', id),
      ({ lastStatus }) => lastStatus === 204,
    );
    expect(receiver.received.map(({ body }) => body)).toEqual(Array(2).fill(receiver.received[0]?.body));
  });
});

describe('the ownership of a webhook', () => {
  test('a trader cannot see, test, change or delete a webhook of another account; an operator can pause it', async () => {
    const { id } = await ask('alice', '/createWebhook', { url: receiver.url });
    for (const [path, body] of [
      ['/setWebhookState', { state: 'paused' }],
      ['/testWebhook', {}],
      ['/rotateWebhookSecret', {}],
      ['/deleteWebhook', {}],
    ] as const) {
      const { status: code, headers } = await sent('bob', path, { id, ...body });
      expect([path, code, headers.get('error-code')]).toEqual([path, 404, 'not_found']);
    }
    expect((await ask('bob', '/getWebhooks')).webhooks).toEqual([]);
    for (const query of ['account=alice', 'all=true'])
      expect((await sent('bob', `/getWebhooks?${query}`)).status).toBe(403);
    const paused = await ask('local', '/setWebhookState', { id, state: 'paused' });
    expect(paused.reason).toBe('paused by an operator');
    expect(receiver.received).toHaveLength(0);
  });

  test('an account has at most sixteen webhooks, also with concurrent requests, and can page through them', async () => {
    const asked = await Promise.all(
      Array.from({ length: 20 }, () => sent('bob', '/createWebhook', { url: receiver.url })),
    );
    expect(asked.map(({ status: code }) => code).sort()).toEqual([...Array(16).fill(200), ...Array(4).fill(422)]);
    const refused = asked.find(({ status: code }) => code === 422);
    expect(JSON.parse(refused?.text ?? '').error).toBe(
      'The account already has 16 webhooks, the maximum; delete one first.',
    );
    const first = await ask('bob', '/getWebhooks?limit=10');
    const rest = await ask('bob', `/getWebhooks?limit=10&cursor=${first.nextCursor}`);
    const ids = [...first.webhooks, ...rest.webhooks].map(({ id }: { id: string }) => id);
    expect([new Set(ids).size, ids.toSorted()]).toEqual([16, ids]);
    expect(rest.nextCursor).toBeNull();
    expect((await ask('alice', '/getWebhooks')).webhooks).toEqual([]);
  });
});

test('operator actions on webhooks are logged without secrets; those of owners are not', async () => {
  const { id } = await ask('alice', '/createWebhook', { url: receiver.url });
  lines.length = 0;
  await ask('alice', '/setWebhookState', { id, state: 'paused' });
  await ask('local', '/setWebhookState', { id, state: 'active' });
  const own = await ask('local', '/createWebhook', { url: `${receiver.url}?token=hidden` });
  await ask('local', '/testWebhook', { id });
  const { secret } = await ask('local', '/rotateWebhookSecret', { id: own.id });
  await ask('local', '/deleteWebhook', { id });
  const acts = lines.filter(({ msg }) => msg === 'privileged act');
  const { host } = new URL(receiver.url);
  expect(acts).toMatchObject([
    { account: 'local', call: 'setWebhookState', input: { id, state: 'active' }, hookId: id, owner: 'alice' },
    { account: 'local', call: 'createWebhook', input: { url: host }, hookId: own.id, owner: 'local' },
    { account: 'local', call: 'testWebhook', input: { id } },
    { account: 'local', call: 'rotateWebhookSecret', input: { id: own.id }, hookId: own.id },
    { account: 'local', call: 'deleteWebhook', input: { id }, hookId: id, owner: 'alice' },
  ]);
  for (const hidden of [secret, own.secret, 'hidden', 'keyId']) expect(JSON.stringify(acts)).not.toContain(hidden);
});
