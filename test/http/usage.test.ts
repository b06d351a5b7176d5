// An account's sessions and the request log of its keys, which nobody else sees.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { usageOf } from '../../src/access/usage.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Role } from '../../src/ports/records.ts';
import { exact, type Request, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let alice: { id: string; key: string };
let bob: { id: string; key: string };
let operator: { id: string; key: string };

const makeKey = (account: string, role: Role = 'trader', on = server) =>
  createKey(on.store, { account: account as Account, role }, 0);
const bearer = ({ key }: { key: string }) => ({ authorization: `Bearer ${key}` });
const ask = (path: string, headers: Record<string, string>, body?: object) =>
  send(server, { path, headers, ...(body && { body }) } as Request);
const dataOf = async (...asked: Parameters<typeof ask>) => exact(await ask(...asked)).data;
const codeOf = async (...asked: Parameters<typeof ask>) => {
  const { status, headers } = await ask(...asked);
  return status === 200 ? 'ok' : headers.get('error-code');
};
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const signIn = async ({ key }: { key: string }, agent = FIREFOX) => {
  const { headers } = await ask('/createSession', { 'user-agent': agent }, { key });
  return { cookie: headers.get('set-cookie')?.replace(/;.*/, '') as string };
};

beforeAll(async () => {
  server = await startServer({ auth: 'keys' });
  [alice, bob, operator] = [await makeKey('alice'), await makeKey('bob'), await makeKey('local', 'operator')];
  await openMarket(server, bearer(operator));
});
afterAll(() => server.close());

test('an account sees its sessions and can end them; other accounts can do neither', async () => {
  const [here, there, other] = [await signIn(alice), await signIn(alice, 'curl/8 é with <b>'), await signIn(bob)];
  const { sessions } = await dataOf('/getSessions', here);
  expect(sessions).toHaveLength(2);
  const mine = sessions.find(({ current }: { current: boolean }) => current);
  expect(mine).toMatchObject({ device: 'Firefox · Linux', keyId: alice.id });
  const its = sessions.find(({ current }: { current: boolean }) => !current);
  expect(its.device).not.toMatch(/[^ -~]/);
  const token = (there.cookie as string).split('=')[1] as string;
  expect(JSON.stringify(sessions)).not.toContain(token);
  expect(await codeOf('/getBalances', { cookie: `millpond_session=${its.id}` })).toBe('unauthorized');
  for (const [who, code] of [
    [other, 'not_found'],
    [bearer(bob), 'not_found'],
  ] as const) {
    expect(await codeOf('/endSession', who, { id: its.id })).toBe(code);
    expect(await codeOf('/endSession', who, { id: its.id, account: 'alice' })).toBe('forbidden');
    expect(await codeOf('/getSessions?account=alice', who)).toBe('forbidden');
    expect(await codeOf('/endOtherSessions', who, { account: 'alice' })).toBe('forbidden');
  }
  expect(await codeOf('/getBalances', there)).toBe('ok');
  expect((await dataOf('/endSession', here, { id: its.id })).id).toBe(its.id);
  expect([await codeOf('/getBalances', there), await codeOf('/getBalances', here)]).toEqual(['unauthorized', 'ok']);
  expect(await codeOf('/endSession', here, { id: its.id })).toBe('not_found');
  for (const id of ['', 'g', '%', its.id.slice(0, 12), `${mine.id}0`])
    expect(await codeOf('/endSession', here, { id })).not.toBe('ok');
});

test('endOtherSessions keeps the session that asks, and those of other accounts', async () => {
  const carol = await makeKey('carol');
  const [here, there, other] = [await signIn(carol), await signIn(carol), await signIn(bob)];
  expect((await dataOf('/endOtherSessions', here, {})).ended).toBe('1');
  expect(await Promise.all([here, there, other].map((cookie) => codeOf('/getBalances', cookie)))).toEqual([
    'ok',
    'unauthorized',
    'ok',
  ]);
  expect((await dataOf('/endOtherSessions', bearer(operator), { account: 'carol' })).ended).toBe('1');
  expect(await codeOf('/getBalances', here)).toBe('unauthorized');
});

test('a key’s log lists its requests, without their content', async () => {
  const dave = await makeKey('dave');
  const secret = 'SECRET-REFERENCE';
  await ask(`/getBalances?cursor=${secret}`, bearer(dave));
  const body = { Pair: { tokenA: 'apple', tokenB: 'bread' }, amount: { tokenA: 5 } };
  const refused = await ask('/createSwap', { ...bearer(dave), 'x-request-id': 'mine-1' }, body);
  await ask('/bulk', bearer(dave), { items: [{ call: 'createSwap', body }] });
  const { key, requests } = await dataOf('/getRequests', bearer(dave));
  expect(key).toBe(dave.id);
  expect(requests.map(({ call, status, code }: Record<string, string>) => [call, status, code])).toEqual([
    ['bulk', '200', null],
    ['createSwap', '422', 'insufficient_funds'],
    ['getBalances', '200', null],
  ]);
  expect(requests[0].error).toBe('1 of 1 items were refused.');
  expect(requests[1]).toMatchObject({
    method: 'POST',
    error: JSON.parse(refused.text).error,
    requestId: refused.headers.get('x-request-id'),
    address: '127.0.0.1',
  });
  expect(JSON.stringify(requests)).not.toContain(secret);
  const failed = await dataOf(`/getRequests?key=${dave.id}&status=failed`, bearer(operator));
  expect(failed.requests).toHaveLength(1);
  expect(await codeOf(`/getRequests?key=${dave.id}`, bearer(bob))).toBe('not_found');
  expect(await codeOf('/getRequests?key=local', bearer(bob))).toBe('not_found');
  expect(await codeOf('/getRequests?key=', bearer(bob))).toBe('invalid_request');
});

test('the request log leaves out reads that the page makes, and lists its changes', async () => {
  const erin = await makeKey('erin');
  const page = { ...(await signIn(erin)), 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };
  await ask('/getBalances', page);
  await ask('/revokeKey', page, { id: 'nonesuch' });
  const { requests } = await dataOf('/getRequests', bearer(erin));
  expect(requests.map(({ call }: { call: string }) => call)).toEqual(['revokeKey']);
});

test('the last 200 requests of a key and its last use, noted by two nodes, survive a restart', async () => {
  const { sideRecords } = server.store;
  const [one, two] = [usageOf(sideRecords), usageOf(sideRecords)];
  const caller = { account: 'x' as Account, role: 'trader', keyId: 'busy', restrictions: null } as const;
  const entry = (atMs: number) => {
    const about = { method: 'GET', call: 'whoami', code: null, message: null, requestId: `${atMs}`, address: '::1' };
    return { ...about, atMs, status: 200, ms: 1 };
  };
  for (let at = 1; at <= 10_000; at += 1) (at % 2 ? one : two).note(caller, entry(at));
  expect(await one.requests('busy')).toHaveLength(200);
  await Promise.all([one.close(), two.close()]);
  const kept = await usageOf(sideRecords).requests('busy');
  expect(kept.map(({ atMs }) => atMs)).toEqual(Array.from({ length: 200 }, (_, at) => 10_000 - at));
  expect(await usageOf(sideRecords).lastUsed('busy')).toBeGreaterThanOrEqual(9999);
});

test('the record of a session’s last use expires less than a day after the session', async () => {
  const { sideRecords } = server.store;
  const usage = usageOf(sideRecords);
  const expiresAtMs = Date.now() + 43_200_000;
  const session = { sessionId: 'of a session', expiresAtMs };
  const about = { method: 'GET', call: 'whoami', code: null, message: null, requestId: '', address: '::1' };
  const entry = { ...about, atMs: Date.now(), status: 200, ms: 1 };
  usage.note({ account: 'x' as Account, role: 'trader', keyId: 'of a key', restrictions: null, ...session }, entry);
  await usage.close();
  expect(await usage.lastUsed('of a session')).toBe(entry.atMs);
  const used = await sideRecords.find('used', 'of a session');
  expect((used?.expiresAtMs as number) - expiresAtMs).toBeLessThan(86_400_000);
});

test('requests are kept in memory for at most 1000 keys', async () => {
  const usage = usageOf({ find: async () => undefined, list: async () => [], change: async () => false });
  const entry = { atMs: 1, method: 'GET', call: 'x', status: 200, ms: 1, code: null, message: null };
  for (let at = 0; at < 10_000; at += 1)
    usage.note(
      { account: 'x' as Account, role: 'trader', keyId: `${at}`, restrictions: null },
      {
        ...entry,
        requestId: '',
        address: '',
      },
    );
  expect(await usage.requests('999')).toHaveLength(1);
  expect(await usage.requests('1000')).toHaveLength(0);
});

test('in local mode, requests without a key are logged under `local`', async () => {
  const local = await startServer();
  onTestFinished(() => local.close());
  await send(local, { path: '/getBalances' });
  const { key, requests } = exact(await send(local, { path: '/getRequests' })).data;
  expect([key, requests.map(({ call }: { call: string }) => call)]).toEqual(['local', ['getBalances']]);
});
