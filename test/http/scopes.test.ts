// Restricted keys over every kind of access: key, session, bulk, MCP, events, files, and the GET that changes state.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Declaration, Needed } from '../../src/contract/call.ts';
import { neededFor } from '../../src/contract/call.ts';
import { DECLARATIONS } from '../../src/contract/calls.ts';
import { events } from '../../src/contract/events.ts';
import type { Account } from '../../src/core/amount.ts';
import type { KeyRestrictions, Role } from '../../src/ports/records.ts';
import { type Answer, exact, type Request, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const SWAP = { Pair, amount: { tokenA: 1 } };
const LIQUIDITY = { Pair, amount: { tokenA: 10, tokenB: 20 } };
const SEND = { token: 'apple', to: 'local', amount: 1 };
const ONE = { Pair, amount: { tokenA: 10 } };
const REFUND = { jetton0: 'apple', jetton1: 'bread', percentage: 1 };

/** Every changing call that a restricted key may make; add a new one only on purpose. */
const CHANGES: Readonly<Record<string, Needed>> = {
  createSwap: 'trade',
  createOrder: 'trade',
  cancelOrders: 'trade',
  cancelAfter: 'trade',
  cancelOrder: 'trade',
  provideLiquidity: 'liquidity',
  refundLiquidity: 'liquidity',
  createTransfer: 'send',
  bulk: 'items',
  createSession: 'nothing',
  deleteSession: 'nothing',
  getInvitation: 'nothing',
  checkName: 'nothing',
  beginSignUp: 'nothing',
  finishSignUp: 'nothing',
  beginSignIn: 'nothing',
  finishSignIn: 'nothing',
  tonProof: 'nothing',
  registerToken: 'all',
  updateToken: 'all',
  createPool: 'all',
  setPoolFees: 'all',
  setPoolStatus: 'all',
  deposit: 'all',
  withdraw: 'all',
  collectFees: 'all',
  startAudit: 'all',
};

test.each(Object.values<Declaration>({ ...DECLARATIONS, events } as never).map((call) => [call.name, call] as const))(
  '%s declares the scope that this test expects',
  (name, call) => {
    const question = call.who === 'anyone' ? 'nothing' : 'read';
    expect(neededFor(call)).toBe(call.changes ? (CHANGES[name] ?? 'unrestricted') : question);
  },
);

describe('restricted keys', () => {
  let server: Server;
  let operator: string;
  const made = new Map<string, string>();

  const keyOf = async (restrictions: KeyRestrictions | null, role: Role = 'trader', account = 'alice') => {
    const name = JSON.stringify([restrictions, role, account]);
    const key =
      made.get(name) ?? (await createKey(server.store, { account: account as Account, role, restrictions }, 0)).key;
    made.set(name, key);
    return key;
  };
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const codeOf = ({ status, headers }: Answer) => (status === 200 ? 'ok' : headers.get('error-code'));
  const ask = async (request: Request, key: string) => codeOf(await send(server, { ...request, headers: bearer(key) }));

  beforeAll(async () => {
    server = await startServer({ auth: 'keys', trustedProxies: ['127.0.0.1'], allowedHosts: null });
    operator = await keyOf(null, 'operator', 'local');
    await openMarket(server, bearer(operator));
    for (const token of ['apple', 'bread']) {
      const body = { account: 'alice', token, amount: 100_000, reference: 'start' };
      exact(await send(server, { path: '/deposit', body, headers: bearer(operator) }));
    }
    const body = { Pair, amount: { tokenA: 10_000, tokenB: 20_000 } };
    exact(await send(server, { path: '/provideLiquidity', body, headers: bearer(await keyOf(null)) }));
  });
  afterAll(() => server.close());

  /** A kind of access, and the scope that it needs. */
  const WAYS: readonly (readonly [string, Needed, Request])[] = [
    ['a query', 'read', { path: '/getBalances' }],
    ['a CSV file', 'read', { path: '/getActivity?format=csv' }],
    ['own events', 'read', { path: '/events?own=true', method: 'HEAD' }],
    ['listing own keys', 'read', { path: '/getKeys' }],
    ['listing webhooks', 'read', { path: '/getWebhooks' }],
    ['public data', 'nothing', { path: '/getQuote?tokenA=apple&tokenB=bread&amount=1' }],
    ['public events', 'nothing', { path: '/events', method: 'HEAD' }],
    ['whoami', 'nothing', { path: '/whoami' }],
    ['a swap', 'trade', { path: '/createSwap', body: SWAP }],
    ['liquidity', 'liquidity', { path: '/provideLiquidity', body: LIQUIDITY }],
    ['a refund', 'liquidity', { path: '/refundLiquidity', body: REFUND }],
    ['the GET that changes state', 'liquidity', { path: '/refundLiquidity?jetton0=apple&jetton1=bread&percentage=1' }],
    ['an order', 'trade', { path: '/createOrder', body: { ...SWAP, minReceived: 100 } }],
    ['listing orders', 'read', { path: '/getOrders' }],
    ['a transfer', 'send', { path: '/createTransfer', body: SEND }],
    ['creating a key', 'unrestricted', { path: '/createKey', body: {} }],
    ['revoking a key', 'unrestricted', { path: '/revokeKey', body: { id: '0' } }],
    ['creating a webhook', 'unrestricted', { path: '/createWebhook', body: { url: 'http://127.0.0.1:9/' } }],
  ];
  const KEYS: readonly KeyRestrictions[] = [
    { scopes: ['read'] },
    { scopes: ['trade'] },
    { scopes: ['liquidity'] },
    { scopes: ['send'] },
    { scopes: ['read', 'trade'] },
    { scopes: ['read', 'trade', 'liquidity'] },
    { addresses: ['127.0.0.1'] },
  ];
  const isEnough = ({ scopes }: KeyRestrictions, needed: Needed) =>
    needed === 'nothing' || (needed !== 'unrestricted' && (!scopes || scopes.some((scope) => scope === needed)));

  describe.each(WAYS)('%s needs %s', (_name, needed, request) => {
    test.each(KEYS.map((key) => [JSON.stringify(key), key] as const))('for a key %s', async (_shown, restrictions) => {
      const expected = isEnough(restrictions, needed) ? 'ok' : 'scope_missing';
      const key = await keyOf(restrictions);
      expect(await ask(request, key)).toBe(expected);
      const signedIn = await send(server, { path: '/createSession', body: { key } });
      const cookie = signedIn.headers.get('set-cookie')?.replace(/;.*/, '') as string;
      const isSafe = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
      expect(codeOf(await send(server, { ...request, headers: { cookie, ...isSafe } }))).toBe(expected);
    });
  });

  test('one-token liquidity also needs the trade scope in every call but its preview', async () => {
    const [provides, trades] = [
      await keyOf({ scopes: ['liquidity'] }),
      await keyOf({ scopes: ['trade', 'liquidity'] }),
    ];
    const only = 'jetton0=apple&jetton1=bread&percentage=1&only=apple';
    for (const request of [
      { path: '/provideLiquidity', body: ONE },
      { path: '/refundLiquidity', body: { ...REFUND, only: 'bread' } },
      { path: `/refundLiquidity?${only}` },
    ]) {
      expect([await ask(request, provides), await ask(request, trades)]).toEqual(['scope_missing', 'ok']);
    }
    const items = [{ call: 'provideLiquidity', body: ONE }];
    const bulk = await send(server, { path: '/bulk', body: { items }, headers: bearer(provides) });
    expect(exact(bulk).data.items[0].code).toBe('scope_missing');
    expect(await ask({ path: `/quoteLiquidity?${only}` }, await keyOf({ scopes: ['read'] }))).toBe('ok');
  });

  test.each([false, true])('a bulk (atomic: %s) refuses the items whose scope its key lacks', async (atomic) => {
    const items = [
      { call: 'createSwap', body: SWAP },
      { call: 'refundLiquidity', body: REFUND },
      { call: 'createTransfer', body: SEND },
      { call: 'deposit', body: { account: 'alice', token: 'apple', amount: 1, reference: 'free' } },
    ];
    const codes = async (key: string) =>
      exact(await send(server, { path: '/bulk', body: { atomic, items }, headers: bearer(key) })).data.items.map(
        ({ code = 'ok' }) => code,
      );
    const missing = (index: number) => (atomic && index < 0 ? 'not_attempted' : 'scope_missing');
    const trader = await codes(await keyOf({ scopes: ['trade'] }));
    expect(trader).toEqual([atomic ? 'not_attempted' : 'ok', missing(1), missing(2), 'forbidden']);
    const limited = await codes(await keyOf({ scopes: ['trade', 'liquidity'] }, 'operator', 'alice'));
    expect(limited).toEqual([...Array(2).fill(atomic ? 'not_attempted' : 'ok'), 'scope_missing', 'scope_missing']);
    const head = await server.exchange.head();
    if (atomic) await codes(await keyOf({ scopes: ['read'] }));
    if (atomic) expect(await server.exchange.head()).toBe(head);
  });

  test('an MCP client can use only the tools that the scopes of its key allow', async () => {
    const use = async (name: string, args: object, key: string) => {
      const params = { name, arguments: args };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const headers = { ...bearer(key), accept: 'application/json, text/event-stream' };
      const { text } = await send(server, { path: '/mcp?scopes=market,account,trade,send,operator', body, headers });
      return text;
    };
    const [reads, trades] = [await keyOf({ scopes: ['read'] }), await keyOf({ scopes: ['trade'] })];
    expect(await use('getBalances', {}, reads)).not.toContain('scope_missing');
    expect(await use('getBalances', {}, trades)).toContain('scope_missing');
    const swap = { Pair, amount: { tokenA: '1' }, minReceived: '1', idempotencyKey: 'agent' };
    expect(await use('createSwap', swap, reads)).toContain('scope_missing');
    expect(await use('createSwap', swap, trades)).not.toContain('scope_missing');
    const given = { ...SEND, amount: '1', idempotencyKey: 'gift' };
    expect(await use('createTransfer', given, trades)).toContain('scope_missing');
    expect(await use('createTransfer', given, await keyOf({ scopes: ['send'] }))).not.toContain('scope_missing');
    expect(await use('createKey', {}, operator)).toContain('error');
  });

  test('of operators can deposit if restricted to addresses, and not if restricted to scopes, even to all', async () => {
    const body = { account: 'alice', token: 'apple', amount: 1, reference: 'once' };
    const deposit = { path: '/deposit', body };
    expect(await ask(deposit, await keyOf({ addresses: ['127.0.0.0/8'] }, 'operator'))).toBe('ok');
    expect(await ask(deposit, await keyOf({ scopes: ['read', 'trade', 'liquidity', 'send'] }, 'operator'))).toBe(
      'scope_missing',
    );
    expect(await ask({ path: '/getStatus' }, await keyOf({ scopes: ['read'] }, 'operator'))).toBe('ok');
    expect(await ask({ path: '/getStatus' }, await keyOf({ scopes: ['read'] }))).toBe('forbidden');
  });

  test('work only from the addresses they allow, as a trusted proxy reports them', async () => {
    const key = await keyOf({ addresses: ['10.0.0.0/8', '2001:db8::/32'] });
    const from = (address: string, request: Request = { path: '/getBalances' }) =>
      send(server, { ...request, headers: { ...bearer(key), 'x-forwarded-for': address } });
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::7'])
      expect((await from(address)).status).toBe(200);
    for (const address of ['11.1.2.3', '::ffff:11.1.2.3', '2001:db9::1', '127.0.0.1', 'me']) {
      const answer = await from(address);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'address_not_allowed']);
    }
    expect(codeOf(await from('11.1.2.3', { path: '/getPools' }))).toBe('address_not_allowed');
    const signIn = { path: '/createSession', body: { key } };
    expect(codeOf(await send(server, { ...signIn, headers: { 'x-forwarded-for': '11.1.2.3' } }))).toBe(
      'address_not_allowed',
    );
    const signedIn = await send(server, { ...signIn, headers: { 'x-forwarded-for': '10.1.2.3' } });
    const cookie = signedIn.headers.get('set-cookie')?.replace(/;.*/, '') as string;
    const bySession = (address: string, path: string, body?: object) =>
      send(server, {
        ...{ path, ...(body && { body }) },
        headers: { cookie, 'x-forwarded-for': address, 'x-forwarded-proto': 'https' },
      });
    expect(codeOf(await bySession('10.9.9.9', '/getBalances'))).toBe('ok');
    expect(codeOf(await bySession('11.9.9.9', '/getBalances'))).toBe('address_not_allowed');
    // Whoever has moved on can still sign out.
    expect(codeOf(await bySession('11.9.9.9', '/deleteSession', {}))).toBe('ok');
    expect(codeOf(await bySession('10.9.9.9', '/getBalances'))).toBe('unauthorized');
  });
});
