// Operator calls: list accounts and keys, create and revoke keys; each action leaves a log line.
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { exact, send } from './client.ts';
import { dumpDatabase } from './dump.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

let server: Server;
let service: Record<string, string>;
let lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  server = await startServer({ auth: 'keys', rateLimitPerSecond: 5000, logger: pino({ level: 'info' }, stream) });
  const { key } = await createKey(server.store, { account: 'local' as Account, role: 'operator' }, 0);
  service = { authorization: `Bearer ${key}` };
  await openMarket(server, service);
});
afterAll(() => server.close());

const get = async (path: string, headers = service) => exact(await send(server, { path, headers })).data;
const post = (path: string, body: object, headers = service) => send(server, { path, body, headers });
const make = async (account: string, role = 'trader') => exact(await post('/createKey', { account, role })).data;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

test('an operator creates and revokes a key: it works at once, fails at once, and its secret is not stored', async () => {
  const { key, ...made } = await make('erin');
  expect(key).toMatch(/^mp_[0-9a-f]{16}_[\w-]{43}$/);
  expect(made).toEqual({
    id: key.slice(3, 19),
    account: 'erin',
    role: 'trader',
    name: '',
    isPasskey: false,
    scopes: null,
    dayLimit: null,
    addresses: null,
    lastUsedAt: null,
    createdAt: expect.stringMatching(/Z$/),
    revokedAt: null,
    cancelsAt: null,
  });
  expect(await get('/getBalances', bearer(key))).toEqual({ balances: [], nextCursor: null });
  expect((await get('/getKeys?account=erin')).keys).toEqual([{ ...made, lastUsedAt: expect.anything() }]);
  const revoked = exact(await post('/revokeKey', { id: made.id })).data;
  expect(revoked).toMatchObject({ id: made.id, revokedAt: expect.stringMatching(/Z$/) });
  expect((await send(server, { path: '/getBalances', headers: bearer(key) })).status).toBe(401);
  expect(exact(await post('/revokeKey', { id: made.id })).data).toEqual(revoked);
  expect(JSON.stringify(dumpDatabase(server.path))).not.toContain(key.slice(-43));
});

test('an operator can create operators, a trader cannot', async () => {
  const [operator, trader] = [await make('frank', 'operator'), await make('frank')];
  expect((await get('/getKeys?account=frank', bearer(operator.key))).keys).toHaveLength(2);
  const refused = await post('/createKey', { account: 'gus', role: 'operator' }, bearer(trader.key));
  expect([refused.status, refused.headers.get('error-code')]).toEqual([403, 'forbidden']);
});

test('getAccounts and getKeys list in pages, by account, and getKeys does not show the secret', async () => {
  for (const name of ['zed', 'ann', 'bea']) await make(name);
  const all = async (call: string, list: string) => {
    const items: Record<string, string>[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await get(`/${call}?limit=2${cursor && `&cursor=${cursor}`}`);
      items.push(...page[list]);
      cursor = page.nextCursor;
    }
    return items;
  };
  const accounts = await all('getAccounts', 'accounts');
  expect(accounts.map(({ account }) => account)).toEqual(['ann', 'bea', 'erin', 'frank', 'local', 'zed']);
  expect(accounts.at(-2)).toEqual({ account: 'local', tokens: '4', keys: '1' });
  expect(accounts[2]).toEqual({ account: 'erin', tokens: '0', keys: '0' });
  const keys = await all('getKeys', 'keys');
  expect(keys.map(({ account }) => account)).toEqual(['ann', 'bea', 'erin', 'frank', 'frank', 'local', 'zed']);
  for (const key of keys)
    expect(Object.keys(key)).toEqual([
      ...['id', 'account', 'role', 'name', 'isPasskey', 'scopes', 'dayLimit', 'addresses'],
      'cancelsAt',
      'createdAt',
      'lastUsedAt',
      'revokedAt',
    ]);
});

test('balances are shown to their owner and to operators', async () => {
  const { key } = await make('hal');
  exact(await post('/deposit', { account: 'hal', token: 'apple', amount: 3, reference: 'h' }));
  const held = {
    balances: [{ address: 'apple', symbol: 'APPLE', decimals: '0', balance: '3', inOrders: '0' }],
    nextCursor: null,
  };
  expect(await get('/getBalances?account=hal')).toEqual(held);
  expect(await get('/getBalances?account=hal', bearer(key))).toEqual(held);
  const refused = await send(server, { path: '/getBalances?account=local', headers: bearer(key) });
  expect([refused.status, refused.text]).toEqual([403, '{"error":"Only operators can see other accounts."}']);
});

test('whoami returns the account of the key and its limits, and null without a key', async () => {
  const { key } = await make('ida');
  const { sequence, ...about } = await get('/whoami', bearer(key));
  const limits = {
    requestsPerSecond: '5000',
    changesPerDay: null,
    bodyBytes: '16384',
    timeoutMs: '30000',
    pageItems: '200',
    priceImpact: '0.15',
    openOrders: '200',
  };
  expect(about).toEqual({
    account: 'ida',
    role: 'trader',
    auth: 'keys',
    routing: 'best',
    transfers: 'on',
    orders: 'on',
    limits,
    venue: 'ledger',
    wallet: null,
    explorer: null,
    demo: false,
    time: expect.stringMatching(/^\d{13}$/),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
  expect(Number(sequence)).toBe(await server.store.head());
  expect(await get('/whoami', {})).toMatchObject({ account: null, role: null });
});

test.each([' wire', 'wire ', ' '])('a deposit whose reference is %o is refused', async (reference) => {
  const body = { account: 'local', token: 'bread', amount: 1, reference };
  const { status, text } = await post('/deposit', body);
  expect([status, text]).toEqual([400, '{"error":"reference must not start or end with a space."}']);
});

test('a 403 is logged with the account of the caller, and a 404 with the duration of the request', async () => {
  lines = [];
  const { key } = await make('lea');
  await send(server, { path: '/getStatus', headers: bearer(key) });
  await send(server, { path: '/nonesuch' });
  const [forbidden, unknown] = lines.filter(({ status }) => Number(status) >= 400);
  expect(forbidden).toMatchObject({ status: 403, account: 'lea' });
  // If the start of a request were not recorded, this would be the process's uptime.
  expect(unknown).toMatchObject({ status: 404, ms: expect.any(Number) });
  expect(Number(unknown?.ms)).toBeLessThan(performance.now() - 1);
});

test('each privileged action is one log line with actor, action and transaction, and no secret', async () => {
  lines = [];
  const body = { account: 'local', token: 'bread', amount: 0.25, reference: 'wire 9' };
  const { headers } = await post('/deposit', body);
  const { key } = await make('kim');
  const whole = await post('/revokeKey', { id: key });
  expect(exact(whole).data.revokedAt).not.toBeNull();
  await post('/deposit', { ...body, amount: '0.5' });
  await get('/getKeys');
  expect(lines.filter(({ msg }) => msg === 'privileged act')).toMatchObject([
    {
      account: 'local',
      call: 'deposit',
      input: { ...body, amount: 0.25 },
      transactionId: headers.get('transaction-id'),
      reqId: headers.get('x-request-id'),
    },
    { account: 'local', call: 'createKey', input: { account: 'kim', role: 'trader' }, keyId: key.slice(3, 19) },
    { account: 'local', call: 'revokeKey', input: { id: `${key.slice(0, 20)}…` } },
  ]);
  expect(JSON.stringify(lines)).not.toContain(key.slice(-43));
});
