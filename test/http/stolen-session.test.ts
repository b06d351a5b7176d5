// A stolen session: which calls it may not make, and that recovering the account ends all access the thief has.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { CLOCKS_MS, FRESH_MS } from '../../src/access/sessions.ts';
import type { Declaration } from '../../src/contract/call.ts';
import { DECLARATIONS } from '../../src/contract/calls.ts';
import type { Account } from '../../src/core/amount.ts';
import { MarketQueries } from '../../src/market/queries/market-queries.ts';
import { WebhookService } from '../../src/webhooks/service.ts';
import { Authenticator } from '../people/authenticator.ts';
import { type Answer, exact, send } from './client.ts';
import { type Server, startServer } from './server.ts';

const ORIGIN = 'https://pond.example';
const HERE = { origin: ORIGIN, rpId: 'pond.example' };

let server: Server;
let operator: string;
let nowMs = Date.UTC(2026, 10, 16);

beforeAll(async () => {
  const clock = { nowMs: () => nowMs };
  server = await startServer({
    auth: 'keys',
    publicUrl: ORIGIN,
    allowedHosts: null,
    sessions: clock,
    people: { signUp: 'open', ...clock },
  });
  operator = (await createKey(server.store, { account: 'root' as Account, role: 'operator' }, 0)).key;
});
afterAll(() => server.close());

type Headers = Record<string, string>;
const post = (call: string, body: object, headers: Headers = {}) => send(server, { path: `/${call}`, body, headers });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const cookieOf = ({ headers }: Answer) => ({ cookie: headers.get('set-cookie')?.replace(/;.*/, '') ?? '' });
const codeOf = ({ status, headers }: Answer) => (status === 200 ? 'ok' : headers.get('error-code'));
const whoami = async (headers: Headers) => codeOf(await send(server, { path: '/getBalances', headers }));

const ALWAYS = Object.values<Declaration>(DECLARATIONS).filter(({ needsProof }) => needsProof === 'always');

/** The calls that refuse this session because it is not fresh, all with an empty body, which is looked at only afterwards. */
const refusedTo = async (headers: Headers) => {
  const codes = await Promise.all(ALWAYS.map(async ({ name }) => [name, codeOf(await post(name, {}, headers))]));
  return codes.filter(([, code]) => code === 'proof_needed').map(([name]) => name);
};

test.each([
  ['of a node whose clock is far ahead', -CLOCKS_MS - 1, false],
  ['of a node whose clock is a little ahead', -CLOCKS_MS, true],
  ['just begun', 0, true],
  ['five minutes old', FRESH_MS, true],
  ['a millisecond older than five minutes', FRESH_MS + 1, false],
  ['hours old', 11 * 3_600_000, false],
])('only a fresh session may move money or grant access; this one is %s (%s ms)', async (_, ageMs, isFresh) => {
  const session = cookieOf(await post('createSession', { key: operator }));
  nowMs += ageMs;
  expect(await refusedTo(session)).toEqual(isFresh ? [] : ALWAYS.map(({ name }) => name));
  // Other calls still work, and after a new sign-in or with a key so do these.
  expect(await whoami(session)).toBe('ok');
  const again = cookieOf(await post('createSession', { key: operator }, session));
  expect(await refusedTo(again)).toEqual([]);
  expect(await refusedTo(bearer(operator))).toEqual([]);
});

test('a trader is told that a call is for operators, not to sign in again', async () => {
  const { key } = exact(await post('createKey', { account: 'plain' }, bearer(operator))).data;
  const session = cookieOf(await post('createSession', { key }));
  nowMs += FRESH_MS + 1;
  expect(codeOf(await post('deposit', {}, session))).toBe('forbidden');
});

describe('an old session of an operator', () => {
  const OF_ROBIN = { account: 'robin', token: 'lead' };
  const PAIR = { tokenA: 'lead', tokenB: 'zinc' };
  const ORDER = { Pair: PAIR, amount: { tokenA: 40 }, minReceived: 1 };
  let session: Headers;
  let owner: string;
  let orderId: string;
  beforeAll(async () => {
    for (const address of ['lead', 'zinc'])
      exact(await post('registerToken', { address, symbol: address.toUpperCase(), decimals: 6 }, bearer(operator)));
    owner = exact(await post('createKey', { account: 'robin' }, bearer(operator))).data.key;
    exact(await post('deposit', { ...OF_ROBIN, amount: 100, reference: 'first' }, bearer(operator)));
    exact(await post('deposit', { account: 'root', token: 'lead', amount: 5, reference: 'own' }, bearer(operator)));
    orderId = exact(await post('createOrder', ORDER, bearer(owner))).data.orderId;
    session = cookieOf(await post('createSession', { key: operator }));
    nowMs += FRESH_MS + 1;
  });

  const leadOf = async () => {
    const { balances } = exact(await send(server, { path: '/getBalances', headers: bearer(owner) })).data;
    return balances.map(({ balance }: { balance: string }) => balance);
  };
  const items = [
    { call: 'deposit', body: { ...OF_ROBIN, amount: 1_000_000, reference: 'minted' } },
    { call: 'withdraw', body: { ...OF_ROBIN, amount: 60, reference: 'taken' } },
    { call: 'collectFees', body: { Pair: PAIR } },
  ];

  test('mints and takes nothing by a bulk, whose other items are carried out', async () => {
    const own = { call: 'createOrder', body: { ...ORDER, amount: { tokenA: 1 } } };
    const answer = exact(await post('bulk', { items: [...items, own] }, session)).data.items;
    expect(answer.map(({ status, code }: { status: string; code?: string }) => [status, code])).toEqual([
      ...items.map(() => ['403', 'proof_needed']),
      ['200', undefined],
    ]);
    expect(await leadOf()).toEqual(['60']);
  });

  test('gets nothing done by an atomic bulk', async () => {
    const answer = exact(await post('bulk', { atomic: true, items: items.slice(0, 2) }, session)).data.items;
    expect(answer.map(({ code }: { code: string }) => code)).toEqual(['proof_needed', 'proof_needed']);
    expect(await leadOf()).toEqual(['60']);
  });

  test('mints nothing by a tool for agents', async () => {
    const params = { name: 'deposit', arguments: { ...items[0]?.body, amount: '1000000' } };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { result } = exact(await post('mcp?scopes=operator', call, session));
    expect(result.structuredContent).toMatchObject({ code: 'proof_needed' });
    expect(await leadOf()).toEqual(['60']);
  });

  test('cancels no order of another account, but its own', async () => {
    expect(codeOf(await post('cancelOrder', { orderId }, session))).toBe('proof_needed');
    const own = exact(await post('createOrder', { ...ORDER, amount: { tokenA: 4 } }, session)).data.orderId;
    expect(codeOf(await post('cancelOrder', { orderId: own }, session))).toBe('ok');
  });

  test('gets the answer to its own deposit after signing in, made once, although the first answer was lost', async () => {
    const body = { ...OF_ROBIN, amount: 7, reference: 'once' };
    const key = { 'idempotency-key': 'lost-answer' };
    const fresh = cookieOf(await post('createSession', { key: operator }));
    const made = exact(await post('deposit', body, { ...fresh, ...key }));
    nowMs += FRESH_MS + 1;
    const repeated = await post('deposit', body, { ...fresh, ...key });
    expect(codeOf(repeated)).toBe('proof_needed');
    expect(repeated.text).toContain('Sign in again');
    const again = cookieOf(await post('createSession', { key: operator }, fresh));
    expect(exact(await post('deposit', body, { ...again, ...key }))).toEqual(made);
    expect(await leadOf()).toEqual(['67']);
    // A copy of the old cookie does not become fresh with the new sign-in: it is ended.
    expect(codeOf(await post('deposit', body, { ...fresh, ...key }))).toBe('unauthorized');
  });
});

describe('an old session of a trader', () => {
  const to = (account: string, more: object = {}) => ({ token: 'tin', to: account, amount: 1, ...more });
  let key: string;
  let session: Headers;
  beforeAll(async () => {
    exact(await post('registerToken', { address: 'tin', symbol: 'TIN', decimals: 6 }, bearer(operator)));
    for (const account of ['friend', 'shop', 'thief']) exact(await post('createKey', { account }, bearer(operator)));
    key = exact(await post('createKey', { account: 'victim' }, bearer(operator))).data.key;
    exact(await post('deposit', { account: 'victim', token: 'tin', amount: 100, reference: 'tin' }, bearer(operator)));
    exact(await post('createTransfer', to('friend'), bearer(key)));
    session = cookieOf(await post('createSession', { key }));
    nowMs += FRESH_MS + 1;
  });
  const transfer = async (body: object, headers: Headers = session) =>
    codeOf(await post('createTransfer', body, headers));

  test.each([
    ['somebody who was paid before', to('friend'), 'ok'],
    ['somebody who was never paid', to('thief'), 'proof_needed'],
    ['a new account', to('c'.repeat(40), { create: true }), 'proof_needed'],
    ['a name with a typing error', to('theif'), 'unknown_account'],
    ['itself', to('victim'), 'same_account'],
  ])('sends to %s: %s is answered %s', async (_, body, code) => {
    expect(await transfer(body)).toBe(code);
  });

  test('sends by a bulk to nobody who was never paid, although the bulk pays others', async () => {
    const items = [to('friend'), to('thief'), to('thief')].map((body) => ({ call: 'createTransfer', body }));
    const answer = exact(await post('bulk', { items }, session)).data.items;
    expect(answer.map(({ code }: { code?: string }) => code)).toEqual([undefined, 'proof_needed', 'proof_needed']);
    expect(await transfer(to('thief'))).toBe('proof_needed');
  });

  test('may pay whom a new sign-in has paid, but the other way round nothing is opened', async () => {
    const fresh = cookieOf(await post('createSession', { key }));
    expect(await transfer(to('shop'), fresh)).toBe('ok');
    expect(await transfer(to('shop'))).toBe('ok');
    // The thief pays the victim: that does not make the thief somebody whom the victim has paid.
    exact(await post('deposit', { account: 'thief', token: 'tin', amount: 1, reference: 'tin' }, bearer(operator)));
    const thief = exact(await post('createKey', { account: 'thief' }, bearer(operator))).data.key;
    expect(await transfer(to('victim', { amount: 0.5 }), bearer(thief))).toBe('ok');
    expect(await transfer(to('thief'))).toBe('proof_needed');
    // A key goes by its scopes, and asks nobody.
    expect(await transfer(to('thief'), bearer(key))).toBe('ok');
  });
});

test('after signing in with a passkey, an old session may create keys again', async () => {
  const device = new Authenticator();
  const { challenge } = exact(await post('beginSignUp', { name: 'owner' })).data.options;
  const session = cookieOf(
    await post('finishSignUp', { name: 'owner', passkey: device.create({ challenge, ...HERE }) }),
  );
  nowMs += FRESH_MS + 1;
  expect(codeOf(await post('createKey', {}, session))).toBe('proof_needed');
  const { challenge: next } = exact(await post('beginSignIn', {})).data.options;
  const again = cookieOf(await post('finishSignIn', { passkey: device.get({ challenge: next, ...HERE }) }, session));
  expect(codeOf(await post('createKey', {}, again))).toBe('ok');
});

test('a sign-in that names the account it expects is refused for another one, and changes nothing', async () => {
  const [device, other] = [new Authenticator(), new Authenticator()];
  for (const [name, made] of [
    ['erin', device],
    ['oscar', other],
  ] as const) {
    const { challenge } = exact(await post('beginSignUp', { name })).data.options;
    exact(await post('finishSignUp', { name, passkey: made.create({ challenge, ...HERE }) }));
  }
  const signIn = async (made: Authenticator, headers: Headers) => {
    const { challenge } = exact(await post('beginSignIn', {})).data.options;
    return post('finishSignIn', { passkey: made.get({ challenge, ...HERE }) }, headers);
  };
  const session = cookieOf(await signIn(device, {}));
  const key = exact(await post('createKey', {}, cookieOf(await signIn(other, {})))).data.key;
  nowMs += FRESH_MS + 1;
  const expected = { ...session, 'expect-account': 'erin' };
  for (const refused of [await signIn(other, expected), await post('createSession', { key }, expected)]) {
    expect([codeOf(refused), refused.headers.getSetCookie()]).toEqual(['other_account', []]);
    expect(codeOf(await post('createKey', {}, session))).toBe('proof_needed');
  }
  const proved = cookieOf(await signIn(device, expected));
  expect(codeOf(await post('createKey', {}, proved))).toBe('ok');
  expect(await whoami(session)).toBe('unauthorized');
});

test('recovery revokes every passkey, key and session of the account, says which, and touches no other account', async () => {
  const device = new Authenticator();
  const { challenge } = exact(await post('beginSignUp', { name: 'robbed' })).data.options;
  const owner = cookieOf(
    await post('finishSignUp', { name: 'robbed', passkey: device.create({ challenge, ...HERE }), label: 'My phone' }),
  );
  const thief = exact(await post('createKey', { name: 'bot' }, owner)).data;
  const thiefSession = cookieOf(await post('createSession', { key: thief.key }));
  const other = exact(await post('createKey', { account: 'bystander' }, bearer(operator))).data;
  const { secret } = exact(
    await post('createInvitation', { account: 'robbed', revokePasskeys: true }, bearer(operator)),
  ).data;

  const url = 'http://127.0.0.1:9/thief';
  const hook = exact(await post('createWebhook', { url }, bearer(thief.key))).data;
  const pausedBefore = exact(await post('createWebhook', { url: `${url}/2` }, bearer(thief.key))).data;
  exact(await post('setWebhookState', { id: pausedBefore.id, state: 'paused' }, bearer(thief.key)));
  const others = exact(await post('createWebhook', { url }, bearer(other.key))).data;

  const recovered = exact(await post('finishSignUp', { invitation: secret, credential: 'key' })).data;
  expect(recovered).toMatchObject({ account: 'robbed', endedSessions: '2', webhooksUnchecked: false });
  expect(recovered.pausedWebhooks).toEqual([{ id: hook.id, url }]);
  const states = async (key: string) =>
    exact(await send(server, { path: '/getWebhooks', headers: bearer(key) })).data.webhooks.map(
      ({ id, state }: { id: string; state: string }) => [id, state],
    );
  expect((await states(recovered.key)).sort()).toEqual(
    [
      [hook.id, 'paused'],
      [pausedBefore.id, 'paused'],
    ].sort(),
  );
  expect(await states(other.key)).toEqual([[others.id, 'active']]);
  expect(
    recovered.revoked.toSorted((a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)),
  ).toEqual([
    { id: thief.id, name: 'bot', isPasskey: false },
    { id: expect.any(String), name: 'My phone', isPasskey: true },
  ]);
  for (const headers of [owner, bearer(thief.key), thiefSession]) expect(await whoami(headers)).toBe('unauthorized');
  for (const key of [recovered.key, other.key]) expect(await whoami(bearer(key))).toBe('ok');
});

test('recovery succeeds while webhooks cannot be paused, and says so', async () => {
  exact(await post('finishSignUp', { name: 'unlucky', credential: 'key' }));
  const draft = { account: 'unlucky', revokePasskeys: true };
  const { secret } = exact(await post('createInvitation', draft, bearer(operator))).data;
  vi.spyOn(WebhookService.prototype, 'list').mockRejectedValueOnce(new Error('away'));
  const recovered = exact(await post('finishSignUp', { invitation: secret, credential: 'key' })).data;
  expect(recovered).toMatchObject({ pausedWebhooks: [], webhooksUnchecked: true });
  expect(await whoami(bearer(recovered.key))).toBe('ok');
});

test("recovery cancels the account's open orders, and says which, or that it could not", async () => {
  const PAIR = { tokenA: 'gold', tokenB: 'iron' };
  for (const address of ['gold', 'iron'])
    exact(await post('registerToken', { address, symbol: address.toUpperCase(), decimals: 6 }, bearer(operator)));
  const order = { Pair: PAIR, amount: { tokenA: 5 }, minReceived: 500 };
  const place = async (account: string, key: string) => {
    const deposit = { account, token: 'gold', amount: 10, reference: `for ${account}` };
    exact(await post('deposit', deposit, bearer(operator)));
    return [exact(await post('createOrder', order, bearer(key))), exact(await post('createOrder', order, bearer(key)))];
  };
  const goldOf = async (key: string) => {
    const { balances } = exact(await send(server, { path: '/getBalances', headers: bearer(key) })).data;
    return balances.map(({ address, balance }: { address: string; balance: string }) => [address, balance]);
  };
  const recover = async (account: string) => {
    const draft = { account, revokePasskeys: true };
    const { secret } = exact(await post('createInvitation', draft, bearer(operator))).data;
    return exact(await post('finishSignUp', { invitation: secret, credential: 'key' })).data;
  };
  const thief = exact(await post('finishSignUp', { name: 'sold-out', credential: 'key' })).data;
  const other = exact(await post('finishSignUp', { name: 'neighbour', credential: 'key' })).data;
  const placed = await place('sold-out', thief.key);
  await place('neighbour', other.key);
  expect(await goldOf(other.key)).toEqual([['gold', '0']]);
  vi.spyOn(MarketQueries.prototype, 'orders').mockRejectedValueOnce(new Error('away'));
  expect(await recover('sold-out')).toMatchObject({ cancelledOrders: [], ordersUnchecked: true });
  const recovered = await recover('sold-out');
  expect(recovered.ordersUnchecked).toBe(false);
  expect(recovered.cancelledOrders.toSorted()).toEqual(placed.map(({ data }) => data.orderId).toSorted());
  expect(await goldOf(recovered.key)).toEqual([['gold', '10']]);
  expect(await goldOf(other.key)).toEqual([['gold', '0']]);
});

test('an invitation without revokePasskeys leaves the keys of the account valid', async () => {
  const first = exact(await post('finishSignUp', { name: 'forgetful', credential: 'key' })).data;
  const { secret } = exact(await post('createInvitation', { account: 'forgetful' }, bearer(operator))).data;
  const second = exact(await post('finishSignUp', { invitation: secret, credential: 'key' })).data;
  expect(second).toMatchObject({ revoked: [], endedSessions: '0' });
  for (const { key } of [first, second]) expect(await whoami(bearer(key))).toBe('ok');
});
