// A stolen session: which calls it may not make, and that recovering the account ends all access the thief has.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { CLOCKS_MS, FRESH_MS } from '../../src/access/sessions.ts';
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

/** Tries every call that grants access beyond the session. */
const tryAll = async (headers: Headers) => ({
  key: codeOf(await post('createKey', {}, headers)),
  passkey: codeOf(await post('beginPasskey', {}, headers)),
  invitation: codeOf(await post('createInvitation', {}, headers)),
  webhook: codeOf(await post('createWebhook', {}, headers)),
  secret: codeOf(await post('rotateWebhookSecret', { id: 'hook_0' }, headers)),
  import: codeOf(await post('importAccounts', { csv: 'account\nzoe\n', check: true }, headers)),
});

test.each([
  ['of a node whose clock is far ahead', -CLOCKS_MS - 1, false],
  ['of a node whose clock is a little ahead', -CLOCKS_MS, true],
  ['just begun', 0, true],
  ['five minutes old', FRESH_MS, true],
  ['a millisecond older than five minutes', FRESH_MS + 1, false],
  ['hours old', 11 * 3_600_000, false],
])('only a fresh session may grant access beyond itself; this one is %s (%s ms)', async (_, ageMs, isFresh) => {
  const session = cookieOf(await post('createSession', { key: operator }));
  nowMs += ageMs;
  const told = isFresh ? 'ok' : 'proof_needed';
  expect(await tryAll(session)).toEqual({
    ...{ key: told, passkey: told, invitation: told, import: told },
    // The bodies of these two are invalid, which is reported only if the session is fresh enough.
    webhook: isFresh ? 'invalid_request' : 'proof_needed',
    secret: isFresh ? 'unknown_webhook' : 'proof_needed',
  });
  // Other calls still work, and after a new sign-in or with a key so does createKey.
  expect(await whoami(session)).toBe('ok');
  const again = cookieOf(await post('createSession', { key: operator }, session));
  expect(codeOf(await post('createKey', {}, again))).toBe('ok');
  expect(codeOf(await post('createKey', {}, bearer(operator)))).toBe('ok');
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
  expect(await goldOf(other.key)).toEqual([]);
  vi.spyOn(MarketQueries.prototype, 'orders').mockRejectedValueOnce(new Error('away'));
  expect(await recover('sold-out')).toMatchObject({ cancelledOrders: [], ordersUnchecked: true });
  const recovered = await recover('sold-out');
  expect(recovered.ordersUnchecked).toBe(false);
  expect(recovered.cancelledOrders.toSorted()).toEqual(placed.map(({ data }) => data.orderId).toSorted());
  expect(await goldOf(recovered.key)).toEqual([['gold', '10']]);
  expect(await goldOf(other.key)).toEqual([]);
});

test('an invitation without revokePasskeys leaves the keys of the account valid', async () => {
  const first = exact(await post('finishSignUp', { name: 'forgetful', credential: 'key' })).data;
  const { secret } = exact(await post('createInvitation', { account: 'forgetful' }, bearer(operator))).data;
  const second = exact(await post('finishSignUp', { invitation: secret, credential: 'key' })).data;
  expect(second).toMatchObject({ revoked: [], endedSessions: '0' });
  for (const { key } of [first, second]) expect(await whoami(bearer(key))).toBe('ok');
});
