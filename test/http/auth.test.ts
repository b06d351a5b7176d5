// Access to every call: with keys and without, as trader and as operator.
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { CALLS } from '../../src/api/calls.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Role } from '../../src/ports/records.ts';
import { Authenticator } from '../people/authenticator.ts';
import { exact, type Request, send } from './client.ts';
import { dumpDatabase } from './dump.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const NO_KEY = '{"error":"This call needs an API key: send the header Authorization: Bearer <key>."}';
const BAD_KEY = '{"error":"The API key is unknown or was revoked."}';
const NO_BEARER = '{"error":"Send Authorization: Bearer <key>."}';
const NOT_OPERATOR = `{"error":"This call needs an operator's key; yours is a trader's."}`;

const BROWSER_ONLY = '{"error":"Passkeys are added in a browser that is signed in: sign in first."}';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const BOTH = 'jetton0=apple&jetton1=bread';
const wire = (amount: number) => ({ account: 'alice', token: 'apple', amount, reference: 'wire' });

const SPARE = '00000000000000ff';
const HOOK_URL = 'http://127.0.0.1:9/';

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12MQj/QHAAFKAMClPoQMAAAAAElFTkSuQmCC';

/** A key is sent as bearer token, or by a browser session for calls that only browsers may make. */
type By = 'key' | 'browser';

/** Each call with a request that succeeds for those who may make it; values with $ are created by `MAKERS`. */
const WALLET = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';
const PROOF = { timestamp: 1, domain: { lengthBytes: 1, value: 'a' }, signature: 'a', payload: 'a' };

const TABLE: readonly (readonly [who: 'anyone' | 'trader' | 'operator', Request, By?])[] = [
  ['anyone', { path: '/getRouterData' }],
  ['anyone', { path: `/getPoolData?${BOTH}` }],
  ['anyone', { path: `/getCandles?${BOTH}&interval=1h` }],
  ['anyone', { path: `/getTrades?${BOTH}` }],
  ['anyone', { path: `/getPrice?${BOTH}` }],
  ['anyone', { path: '/getTokens' }],
  ['anyone', { path: '/getPools' }],
  ['anyone', { path: '/getMarket' }],
  ['anyone', { path: `/getPoolStats?${BOTH}` }],
  ['anyone', { path: '/getLastAudit' }],
  ['anyone', { path: '/getLog' }],
  ['anyone', { path: '/getLiabilities' }],
  ['anyone', { path: '/getStatements' }],
  ['anyone', { path: '/whoami' }],
  ['anyone', { path: '/createSession', body: { key: '$key' } }],
  ['anyone', { path: '/deleteSession', body: {} }],
  ['anyone', { path: '/getBranding' }],
  ['anyone', { path: '/getSignUp' }],
  ['anyone', { path: '/getInvitation', body: { invitation: '$invitation' } }],
  ['anyone', { path: '/checkName', body: { invitation: '$invitation', name: '$name' } }],
  ['anyone', { path: '/beginSignUp', body: { name: '$name' } }],
  ['anyone', { path: '/finishSignUp', body: { name: '$name', credential: 'key' } }],
  ['anyone', { path: '/beginSignIn', body: {} }],
  ['anyone', { path: '/finishSignIn', body: { passkey: '$proof' } }],
  ['trader', { path: '/getPasskeys' }],
  ['trader', { path: '/beginPasskey', body: {} }, 'browser'],
  ['trader', { path: '/finishPasskey', body: { passkey: '$newPasskey', name: 'Phone' } }, 'browser'],
  ['trader', { path: '/revokePasskey', body: { id: '$passkey' } }],
  ['anyone', { path: '/getQuote?tokenA=apple&tokenB=bread&amount=1' }],
  ['trader', { path: '/createSwap', body: { Pair, amount: { tokenA: 10 } } }],
  ['trader', { path: '/provideLiquidity', body: { Pair, amount: { tokenA: 100, tokenB: 200 } } }],
  ['trader', { path: '/createOrder', body: { Pair, amount: { tokenA: 10 }, price: 2 } }],
  ['trader', { path: '/cancelOrder', body: { orderId: '$order' } }],
  ['trader', { path: '/cancelOrders', body: { kind: 'stop' } }],
  ['trader', { path: '/cancelAfter', body: { seconds: 0 } }],
  ['trader', { path: '/getOrders' }],
  ['trader', { path: '/getOrder?orderId=ORDER' }],
  ['anyone', { path: '/quoteOrder?tokenA=apple&tokenB=bread&amount=10&price=2' }],
  [
    'trader',
    {
      path: '/createTransfer',
      body: { token: 'apple', to: 'EQBvI0aFLnw2QbZgjMPCLRdtRHxhUyinQudg6sdiohIwg5jL', amount: 1, create: true },
    },
  ],
  ['trader', { path: '/checkAccount?account=carol' }],
  ['trader', { path: '/bulk', body: { items: [{ call: 'createSwap', body: { Pair, amount: { tokenA: 10 } } }] } }],
  ['trader', { path: `/getLPAccountData?${BOTH}` }],
  ['trader', { path: `/getLPPosition?${BOTH}` }],
  ['trader', { path: '/getLPPositions' }],
  ['trader', { path: `/quoteLiquidity?${BOTH}&amount0=1&amount1=1` }],
  ['trader', { path: `/refundLiquidity?${BOTH}&percentage=50` }],
  ['trader', { path: '/refundLiquidity', body: { jetton0: 'apple', jetton1: 'bread', percentage: 50 } }],
  ['trader', { path: '/getSwap?transactionId=ALICE' }],
  ['trader', { path: '/getSwaps' }],
  ['trader', { path: '/getFills' }],
  ['anyone', { path: '/getOrderBook?jetton0=apple&jetton1=bread' }],
  ['anyone', { path: '/getEvents' }],
  ['trader', { path: '/getActivity' }],
  ['trader', { path: '/getActivityTotals' }],
  ['trader', { path: '/getTransaction?transactionId=ALICE' }],
  ['trader', { path: '/getTransactionProof?transactionId=ALICE' }],
  ['trader', { path: '/getBalanceProof?token=apple' }],
  ['trader', { path: '/getBalances' }],
  ['trader', { path: '/getPortfolio' }],
  ['trader', { path: '/getGains' }],
  ['trader', { path: '/createWebhook', body: { url: HOOK_URL } }],
  ['trader', { path: '/getWebhooks' }],
  ['trader', { path: '/setWebhookState', body: { id: '$hook', state: 'paused' } }],
  ['trader', { path: '/testWebhook', body: { id: '$hook' } }],
  ['trader', { path: '/rotateWebhookSecret', body: { id: '$hook' } }],
  ['trader', { path: '/deleteWebhook', body: { id: '$hook' } }],
  ['trader', { path: '/getDeliveries?id=HOOK' }],
  ['trader', { path: '/redeliverWebhook', body: { id: '$sentHook', messageId: 'SENT' } }],
  ['trader', { path: '/getWallet' }],
  ['anyone', { path: '/buildSwap', body: { wallet: WALLET, Pair, amount: { tokenA: 10 } } }],
  ['anyone', { path: '/buildProvide', body: { wallet: WALLET, Pair, amount: { tokenA: 10, tokenB: 20 } } }],
  ['anyone', { path: '/buildRefund', body: { wallet: WALLET, jetton0: 'apple', jetton1: 'bread' } }],
  ['anyone', { path: '/trackSwap', body: { wallet: WALLET, Pair, bodyHash: '0'.repeat(64) } }],
  ['anyone', { path: '/trackLiquidity', body: { wallet: WALLET, Pair, kind: 'refund', bodyHashes: ['0'.repeat(64)] } }],
  ['anyone', { path: '/tonProofPayload' }],
  ['anyone', { path: '/tonProof', body: { address: WALLET, proof: PROOF } }],
  ['operator', { path: '/registerToken', body: { address: 'dates', symbol: 'DATES', decimals: 3 } }],
  ['operator', { path: '/createPool', body: { Pair: { tokenA: 'bread', tokenB: 'corn' } } }],
  ['operator', { path: '/updateToken', body: { address: 'corn', name: 'Corn' } }],
  ['operator', { path: '/setPoolFees', body: { Pair, refFee: 0.002, force: true } }],
  ['operator', { path: '/setPoolStatus', body: { Pair, status: 'listed' } }],
  ['operator', { path: '/deposit', body: wire(7) }],
  ['operator', { path: '/withdraw', body: wire(7) }],
  ['operator', { path: '/collectFees', body: { Pair } }],
  ['operator', { path: '/getAccounts' }],
  ['operator', { path: '/importAccounts', body: { csv: 'account\ndora\n', check: true } }],
  ['operator', { path: '/uploadImage', body: { image: PIXEL } }],
  ['operator', { path: '/setBranding', body: { name: 'Harbour' } }],
  ['operator', { path: '/createInvitation', body: { role: 'operator', uses: 2 } }],
  ['operator', { path: '/getInvitations' }],
  ['operator', { path: '/revokeInvitation', body: { id: '$invitationId' } }],
  ['operator', { path: '/setSignUp', body: { signUp: 'open' } }],
  ['operator', { path: '/setOrders', body: { orders: 'on' } }],
  ['operator', { path: '/getStatus' }],
  ['operator', { path: '/startAudit', body: {} }],
  ['operator', { path: '/getAudits' }],
  ['trader', { path: '/getFaucet' }],
  ['trader', { path: '/claimFaucet', body: { token: 'apple' } }],
  ['trader', { path: '/getKeys' }],
  ['trader', { path: '/createKey', body: { name: 'Bot' } }],
  ['trader', { path: '/revokeKey', body: { id: SPARE } }],
  ['trader', { path: '/getSessions' }],
  ['trader', { path: '/endSession', body: { account: 'alice', id: '$session' } }],
  ['trader', { path: '/endOtherSessions', body: {} }],
  ['trader', { path: '/getRequests' }],
];

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const makeKey = (server: Server, account: string, role: Role) =>
  createKey(server.store, { account: account as Account, role }, 0);

describe('with keys', () => {
  let server: Server;
  let alice: { id: string; key: string };
  let operator: { id: string; key: string };
  let aliceSwap: string;
  let aliceOrder: string;
  let log = '';

  beforeAll(async () => {
    const stream = new Writable({
      write(chunk, _, done) {
        log += chunk;
        done();
      },
    });
    server = await startServer({
      auth: 'keys',
      logger: pino({ level: 'trace' }, stream),
      faucet: { offers: [{ token: 'apple', amount: '1' }] },
      people: { signUp: 'open' },
    });
    operator = await makeKey(server, 'local', 'operator');
    alice = await makeKey(server, 'alice', 'trader');
    const spare = { id: SPARE, account: 'alice' as Account, role: 'trader', hash: '00', createdAtMs: 0 } as const;
    await server.store.addKey({ ...spare, revokedAtMs: null, name: '', restrictions: null });
    await openMarket(server, bearer(operator.key));
    for (const token of ['apple', 'bread']) {
      const body = { account: 'alice', token, amount: 1000, reference: 'start' };
      exact(await send(server, { path: '/deposit', body, headers: bearer(operator.key) }));
    }
    const asAlice = (path: string, body: object) => send(server, { path, body, headers: bearer(alice.key) });
    aliceSwap = exact(await asAlice('/createSwap', { Pair, amount: { tokenA: 10 } })).data.transactionId;
    aliceOrder = exact(await asAlice('/createOrder', { Pair, amount: { tokenA: 10 }, price: 2 })).data.orderId;
    exact(await asAlice('/provideLiquidity', { Pair, amount: { tokenA: 100, tokenB: 200 } }));
  });
  afterAll(() => server.close());

  const asked = async (path: string, body: object, headers: Record<string, string> = bearer(alice.key)) =>
    exact(await send(server, { path, body, headers })).data;
  const newHook = async (): Promise<string> => (await asked('/createWebhook', { url: HOOK_URL })).id;
  let kept: string | undefined;
  const keptHook = async (): Promise<string> => {
    kept ??= await newHook();
    return kept;
  };
  const invite = () => asked('/createInvitation', {}, bearer(operator.key));
  const names = ['aspen', 'birch', 'cedar', 'hazel', 'juniper', 'maple', 'rowan', 'spruce', 'willow'];

  const signedIn = async (key: string) => {
    const { headers } = await send(server, { path: '/createSession', body: { key } });
    return { cookie: headers.get('set-cookie')?.replace(/;.*/, '') as string };
  };
  const here = () => ({ origin: `http://localhost:${server.port}`, rpId: 'localhost' });
  const newPasskey = async (device: Authenticator, cookie: { cookie: string }) => {
    const { challenge } = (await asked('/beginPasskey', {}, cookie)).options;
    return device.create({ challenge, ...here() });
  };
  const addPasskey = async (device: Authenticator, key: string) => {
    const cookie = await signedIn(key);
    const passkey = await newPasskey(device, cookie);
    return (await asked('/finishPasskey', { passkey, name: 'Phone' }, cookie)).id;
  };

  /** Creates the objects of a request, new each time; `key` is the caller's, for objects that must be its own. */
  const MAKERS: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
    $key: async () => alice.key,
    $hook: newHook,
    async $sentHook() {
      const id = await keptHook();
      const sent = { atMs: 1, messageId: 'SENT', after: 0, first: 1, last: 1, events: 1, status: 204, ms: 1 };
      const body = JSON.stringify([{ ...sent, failure: '', isAgain: false }]);
      await server.store.sideRecords.change([{ kind: 'deliveries', id, version: 0, body }], { nowMs: 1 });
      return id;
    },
    async $session() {
      await signedIn(alice.key);
      const { sessions } = exact(await send(server, { path: '/getSessions', headers: bearer(alice.key) })).data;
      return sessions[0].id;
    },
    $invitation: async () => (await invite()).secret,
    $invitationId: async () => (await invite()).id,
    $order: async (key) =>
      (await asked('/createOrder', { Pair, amount: { tokenA: 10 }, price: 2 }, bearer(key))).orderId,
    $name: async () => names.pop(),
    $passkey: (key) => addPasskey(new Authenticator(), key),
    $newPasskey: async (key) => newPasskey(new Authenticator(), await signedIn(key)),
    async $proof(key) {
      const device = new Authenticator();
      await addPasskey(device, key);
      const { challenge } = (await asked('/beginSignIn', {}, {})).options;
      return device.get({ challenge, ...here() });
    },
  };
  const filled = async (body: object, key: string) => {
    const fields = Object.entries(body).map(async ([field, value]) => [field, (await MAKERS[value]?.(key)) ?? value]);
    return Object.fromEntries(await Promise.all(fields));
  };
  const nameOf = ({ path, body }: Request) => `${body ? 'POST' : 'GET'} ${path.replace(/\?.*/, '')}`;

  test.each(TABLE.map(([who, request, by = 'key']) => [nameOf(request), who, request, by] as const))(
    '%s is allowed from the role "%s" upwards, and refused below',
    async (_name, who, request, by) => {
      const ask = async (key?: string) => {
        const hook = request.path.includes('HOOK') ? await keptHook() : '';
        const path = request.path.replace('ALICE', aliceSwap).replace('HOOK', hook).replace('ORDER', aliceOrder);
        const body = request.body && (await filled(request.body, key ?? alice.key));
        const headers = key === undefined ? {} : by === 'key' ? bearer(key) : await signedIn(key);
        const answer = await send(server, { ...request, path, body, headers });
        const { text } = answer;
        // These mean that the caller was let in: the call exists on a chain only, or nothing is logged or owed yet.
        const LET_IN = ['not_on_this_venue', 'not_found', 'not_found'];
        const isLetIn = LET_IN.includes(answer.headers.get('error-code') ?? '');
        const status = isLetIn ? 200 : answer.status;
        return [status, answer.headers.get('www-authenticate'), status === 200 ? '' : text];
      };
      const allowed = [200, null, ''];
      expect(await ask()).toEqual(who === 'anyone' ? allowed : [401, 'Bearer', NO_KEY]);
      expect(await ask(alice.key)).toEqual(who === 'operator' ? [403, null, NOT_OPERATOR] : allowed);
      expect(await ask(operator.key)).toEqual(allowed);
    },
  );

  test('a key alone cannot add a passkey, which would outlast it', async () => {
    const passkey = await newPasskey(new Authenticator(), await signedIn(operator.key));
    for (const [path, body] of [
      ['/beginPasskey', {}],
      ['/finishPasskey', { passkey, name: 'Phone' }],
    ] as const) {
      const { status, text } = await send(server, { path, body, headers: bearer(operator.key) });
      expect([status, text]).toEqual([401, BROWSER_ONLY]);
    }
  });

  test('a passkey of another account cannot be revoked, not even by operators', async () => {
    const id = await addPasskey(new Authenticator(), alice.key);
    const bob = await makeKey(server, 'bob', 'trader');
    for (const { key } of [bob, operator]) {
      const body = { id, force: true };
      const { status, headers } = await send(server, { path: '/revokePasskey', body, headers: bearer(key) });
      expect([status, headers.get('error-code')]).toEqual([404, 'not_found']);
    }
    const { passkeys } = exact(await send(server, { path: '/getPasskeys', headers: bearer(alice.key) })).data;
    expect(passkeys).toContainEqual(expect.objectContaining({ id, name: 'Phone' }));
  });

  test('the table above has every call', () => {
    const all = CALLS.map(({ method, name }) => `${method} /${name}`);
    expect(TABLE.map(([, request]) => nameOf(request)).sort()).toEqual(all.sort());
  });

  test.each(['/livez', '/readyz', '/openapi.json', '/tokenlist.json', '/docs/'])('%s needs no key', async (path) => {
    expect((await send(server, { path })).status).toBe(200);
  });

  test('/metrics is for operators', async () => {
    const ask = async (headers: Record<string, string>) => {
      const { status, text } = await send(server, { path: '/metrics', headers });
      return [status, status === 200 ? '' : text];
    };
    expect(await ask({})).toEqual([401, NO_KEY]);
    expect(await ask(bearer(alice.key))).toEqual([403, NOT_OPERATOR]);
    expect(await ask(bearer(operator.key))).toEqual([200, '']);
  });

  test.each<[string, (key: string) => string, string]>([
    ['no value', () => '', NO_BEARER],
    ['the scheme alone', () => 'Bearer', NO_BEARER],
    ['the key alone', (key) => key, NO_BEARER],
    ['another scheme', (key) => `Basic ${key}`, NO_BEARER],
    ['two keys', (key) => `Bearer ${key} ${key}`, NO_BEARER],
    ['a key cut short', (key) => `Bearer ${key.slice(0, -1)}`, BAD_KEY],
    ['a key with one character more', (key) => `Bearer ${key}A`, BAD_KEY],
    ['a key with another secret', (key) => `Bearer ${key.slice(0, 20)}${'A'.repeat(43)}`, BAD_KEY],
    ['a key with another id', (key) => `Bearer mp_${'0'.repeat(16)}${key.slice(19)}`, BAD_KEY],
    ['a key in capitals', (key) => `Bearer ${key.toUpperCase()}`, BAD_KEY],
  ])('Authorization with %s is refused, even if no key is needed', async (_name, authorization, refused) => {
    for (const path of ['/getBalances', '/getRouterData']) {
      const { status, headers, text } = await send(server, {
        path,
        headers: { authorization: authorization(alice.key) },
      });
      expect([status, headers.get('error-code'), headers.get('www-authenticate')]).toEqual([
        401,
        'unauthorized',
        'Bearer',
      ]);
      expect(text).toBe(refused);
    }
  });

  test.each(['bearer', 'BEARER', 'Bearer   '])('the scheme may be written "%s"', async (scheme) => {
    const headers = { authorization: `${scheme} ${alice.key}` };
    expect((await send(server, { path: '/getBalances', headers })).status).toBe(200);
  });

  test('a revoked key is refused at once, and only that one', async () => {
    const other = await makeKey(server, 'alice', 'trader');
    expect((await send(server, { path: '/getBalances', headers: bearer(other.key) })).status).toBe(200);
    expect(await server.store.revokeKey(other.id, 1)).toBe(true);
    const refused = await send(server, { path: '/getBalances', headers: bearer(other.key) });
    expect([refused.status, refused.text]).toEqual([401, BAD_KEY]);
    expect((await send(server, { path: '/getBalances', headers: bearer(alice.key) })).status).toBe(200);
  });

  test('another trader’s swap is answered like an unknown one; operators see it', async () => {
    const bob = await makeKey(server, 'bob', 'trader');
    const ask = (key: string) => send(server, { path: `/getSwap?transactionId=${aliceSwap}`, headers: bearer(key) });
    const hidden = await ask(bob.key);
    expect([hidden.status, hidden.headers.get('error-code')]).toEqual([404, 'not_found']);
    expect(hidden.text).toBe(`{"error":"You have no swap with the transactionId ${aliceSwap}."}`);
    expect(exact(await ask(operator.key)).data.account).toBe('alice');
    expect(exact(await send(server, { path: '/getSwaps', headers: bearer(bob.key) })).data.swaps).toEqual([]);
  });

  test('no secret is stored in the database or logged', async () => {
    const { secret: invitation } = await invite();
    exact(await send(server, { path: '/getInvitation', body: { invitation } }));
    await send(server, { path: '/getInvitation', body: { invitation, [invitation]: 1 } });
    const { cookie } = await signedIn(alice.key);
    exact(await send(server, { path: '/getBalances', headers: { cookie } }));
    expect(alice.key).toMatch(/^mp_[0-9a-f]{16}_[\w-]{43}$/);
    expect(invitation).toMatch(/^mi_[0-9a-f]{28}_[\w-]{43}$/);
    const database = JSON.stringify(dumpDatabase(server.path));
    expect(log).toContain('"account":"alice"');
    for (const secret of [alice.key, invitation, cookie].map((text) => text.slice(-43))) {
      expect(database).not.toContain(secret);
      expect(log).not.toContain(secret);
    }
  });
});

describe('in local mode', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
    await openMarket(server);
  });
  afterAll(() => server.close());

  test('without a key the caller is "local", an operator', async () => {
    exact(await send(server, { path: '/deposit', body: { ...wire(1), account: 'local' } }));
    const swap = { path: '/createSwap', body: { Pair, amount: { tokenA: 10 } } };
    const { transactionId } = exact(await send(server, swap)).data;
    expect(exact(await send(server, { path: `/getSwap?transactionId=${transactionId}` })).data.account).toBe('local');
  });

  test('with a key the caller is its account, with its rights', async () => {
    const { key } = await makeKey(server, 'carol', 'trader');
    exact(await send(server, { path: '/deposit', body: { ...wire(3), account: 'carol' } }));
    const { balances } = exact(await send(server, { path: '/getBalances', headers: bearer(key) })).data;
    expect(balances).toEqual([{ address: 'apple', symbol: 'APPLE', decimals: '0', balance: '3', inOrders: '0' }]);
    const refused = await send(server, { path: '/deposit', body: wire(1), headers: bearer(key) });
    expect([refused.status, refused.text]).toEqual([403, NOT_OPERATOR]);
  });

  test('an invalid key does not fall back to "local"', async () => {
    const refused = await send(server, { path: '/getBalances', headers: bearer('nope') });
    expect([refused.status, refused.text]).toEqual([401, BAD_KEY]);
  });
});
