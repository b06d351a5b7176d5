// An account's own keys: created, listed and revoked by their owner, and never with more rights than their creator's key.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import type { KeyRestrictions, Role } from '../../src/ports/records.ts';
import { exact, send } from './client.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let alice: { id: string; key: string };
let bob: { id: string; key: string };
let operator: { id: string; key: string };

const makeKey = (account: string, role: Role = 'trader', restrictions: KeyRestrictions | null = null) =>
  createKey(server.store, { account: account as Account, role, restrictions }, 0);
const ask = (path: string, { key }: { key: string }, body?: object) =>
  send(server, { path, headers: { authorization: `Bearer ${key}` }, ...(body && { body }) });
const told = async (path: string, key: { key: string }, body?: object) => {
  const { status, headers, text } = await ask(path, key, body);
  return status === 200 ? 'ok' : [status, headers.get('error-code'), JSON.parse(text).error];
};
const codeOf = async (path: string, key: { key: string }, body?: object) => {
  const answer = await told(path, key, body);
  return answer === 'ok' ? 'ok' : answer[1];
};
const idsOf = async (path: string, key: { key: string }) =>
  exact(await ask(path, key)).data.keys.map(({ id }: { id: string }) => id);

beforeAll(async () => {
  server = await startServer({ auth: 'keys' });
  [alice, bob, operator] = [await makeKey('alice'), await makeKey('bob'), await makeKey('root', 'operator')];
});
afterAll(() => server.close());

test('a trader makes, sees and revokes keys of its own account', async () => {
  const input = { name: ' Trading bot ', scopes: ['trade', 'read'], addresses: ['127.0.0.1', '::ffff:10.1.2.3'] };
  const { key, ...made } = exact(await ask('/createKey', alice, input)).data;
  expect(made).toMatchObject({
    account: 'alice',
    role: 'trader',
    name: 'Trading bot',
    scopes: ['trade', 'read'],
    addresses: ['127.0.0.1', '10.1.2.3'],
    revokedAt: null,
  });
  expect((await idsOf('/getKeys', alice)).sort()).toEqual([alice.id, made.id].sort());
  expect(exact(await ask('/getKeys', alice)).data.keys[0]).not.toHaveProperty('hash');
  expect(await codeOf('/getBalances', { key })).toBe('ok');
  expect(exact(await ask('/revokeKey', alice, { id: key })).data.revokedAt).toBeTruthy();
  expect(await codeOf('/getBalances', { key })).toBe('unauthorized');
});

test('a trader cannot list, create or revoke keys of another account, or learn which exist; an operator can list them', async () => {
  expect(await idsOf('/getKeys', bob)).toEqual([bob.id]);
  expect(await codeOf('/getKeys?account=alice', bob)).toBe('forbidden');
  expect(await codeOf('/createKey', bob, { account: 'alice' })).toBe('forbidden');
  expect(await told('/revokeKey', bob, { id: alice.id })).toEqual(await told('/revokeKey', bob, { id: 'nonesuch' }));
  expect(await codeOf('/getBalances', alice)).toBe('ok');
  expect(await idsOf('/getKeys?account=alice', operator)).toContain(alice.id);
  expect(await idsOf('/getKeys', operator)).toEqual(expect.arrayContaining([alice.id, bob.id, operator.id]));
});

test("a trader's key does not revoke an operator's key of the same account; an operator's does", async () => {
  const [trader, whole] = [await makeKey('both'), await makeKey('both', 'operator')];
  expect(await codeOf('/revokeKey', trader, { id: whole.id })).toBe('forbidden');
  expect(await codeOf('/getStatus', whole)).toBe('ok');
  expect(await codeOf('/revokeKey', whole, { id: trader.id })).toBe('ok');
  expect(await codeOf('/revokeKey', whole, { id: whole.id })).toBe('ok');
  expect(await codeOf('/getStatus', whole)).toBe('unauthorized');
});

test('a key cannot create one with more rights', async () => {
  expect(await told('/createKey', alice, { role: 'operator' })).toEqual([
    403,
    'forbidden',
    'Only operators make keys of operators.',
  ]);
  for (const restrictions of [
    { scopes: ['read', 'trade', 'liquidity'] },
    { dayLimit: '1' },
    { addresses: ['0.0.0.0/0'] },
  ])
    for (const role of ['trader', 'operator'] as const) {
      const restricted = await makeKey('alice', role, restrictions as KeyRestrictions);
      expect(await codeOf('/createKey', restricted, {})).toBe('scope_missing');
      expect(await codeOf('/createKey', restricted, { scopes: ['read'] })).toBe('scope_missing');
      expect(await codeOf('/revokeKey', restricted, { id: alice.id })).toBe('scope_missing');
    }
  const session = await send(server, { path: '/createSession', body: { key: alice.key } });
  const cookie = session.headers.get('set-cookie')?.replace(/;.*/, '') as string;
  const bySession = (body: object) => send(server, { path: '/createKey', headers: { cookie }, body });
  expect(exact(await bySession({ name: 'from the page' })).data.account).toBe('alice');
  expect((await bySession({ role: 'operator' })).status).toBe(403);
});

test.each<[string, object, string]>([
  ['an unknown scope', { scopes: ['everything'] }, 'invalid_request'],
  ['a scope twice', { scopes: ['read', 'read'] }, 'invalid_request'],
  ['an empty list of scopes', { scopes: [] }, 'invalid_request'],
  ['an empty list of addresses', { addresses: [] }, 'invalid_request'],
  ['a host name as an address', { addresses: ['localhost'] }, 'invalid_request'],
  ['a network prefix of 33 bits', { addresses: ['10.0.0.0/33'] }, 'invalid_request'],
  ['33 addresses', { addresses: Array(33).fill('10.0.0.1') }, 'invalid_request'],
  ['a name that is too long', { name: 'n'.repeat(65) }, 'invalid_request'],
  ['a name with a right-to-left override', { name: 'bot\u202e' }, 'invalid_request'],
  ['a name with a zero-width space', { name: 'bot\u200b' }, 'invalid_request'],
  ['an unknown field', { scope: ['read'] }, 'invalid_request'],
])('a key with %s is refused', async (_name, body, code) => {
  const before = await idsOf('/getKeys', bob);
  expect(await codeOf('/createKey', bob, body)).toBe(code);
  expect(await idsOf('/getKeys', bob)).toEqual(before);
});

test('an account has at most 50 active keys, also with concurrent requests', async () => {
  const carol = await makeKey('carol');
  const asked = await Promise.all(Array.from({ length: 55 }, () => codeOf('/createKey', carol, {})));
  expect(asked.filter((code) => code === 'ok')).toHaveLength(49);
  expect(new Set(asked)).toEqual(new Set(['ok', 'too_many']));
  const [one] = (await idsOf('/getKeys', carol)).filter((id: string) => id !== carol.id);
  expect(await codeOf('/revokeKey', carol, { id: one })).toBe('ok');
  expect(await codeOf('/createKey', carol, {})).toBe('ok');
  expect(await codeOf('/createKey', operator, { account: 'carol' })).toBe('too_many');
});
