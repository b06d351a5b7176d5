// Who may make which call: with keys and without, as trader and as operator.
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { CALLS } from '../../src/api/calls.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Role } from '../../src/ports/records.ts';
import { exact, type Request, send } from './client.ts';
import { dumpDatabase } from './dump.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const NO_KEY = '{"error":"This call needs an API key: send the header Authorization: Bearer <key>."}';
const BAD_KEY = '{"error":"The API key is unknown or was revoked."}';
const NO_BEARER = '{"error":"Send Authorization: Bearer <key>."}';
const NOT_OPERATOR = `{"error":"This call needs an operator's key; yours is a trader's."}`;

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const BOTH = 'jetton0=apple&jetton1=bread';
const wire = (amount: number) => ({ account: 'alice', token: 'apple', amount, reference: 'wire' });

const SPARE = '00000000000000ff';
const HOOK_URL = 'http://127.0.0.1:9/';

/** Each call with a request that succeeds for whoever may make it. */
const TABLE: readonly (readonly [who: 'anyone' | 'trader' | 'operator', Request])[] = [
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
  ['anyone', { path: '/whoami' }],
  ['anyone', { path: '/createSession', body: { key: 'SPARE' } }],
  ['anyone', { path: '/deleteSession', body: {} }],
  ['anyone', { path: '/getQuote?tokenA=apple&tokenB=bread&amount=1' }],
  ['trader', { path: '/createSwap', body: { Pair, amount: { tokenA: 10 } } }],
  ['trader', { path: '/provideLiquidity', body: { Pair, amount: { tokenA: 100, tokenB: 200 } } }],
  ['trader', { path: '/bulk', body: { items: [{ call: 'createSwap', body: { Pair, amount: { tokenA: 10 } } }] } }],
  ['trader', { path: `/getLPAccountData?${BOTH}` }],
  ['trader', { path: `/getLPPosition?${BOTH}` }],
  ['trader', { path: '/getLPPositions' }],
  ['trader', { path: `/quoteLiquidity?${BOTH}&amount0=1&amount1=1` }],
  ['trader', { path: `/refundLiquidity?${BOTH}&percentage=50` }],
  ['trader', { path: '/refundLiquidity', body: { jetton0: 'apple', jetton1: 'bread', percentage: 50 } }],
  ['trader', { path: '/getSwap?transactionId=ALICE' }],
  ['trader', { path: '/getSwaps' }],
  ['trader', { path: '/getActivity' }],
  ['trader', { path: '/getActivityTotals' }],
  ['trader', { path: '/getTransaction?transactionId=ALICE' }],
  ['trader', { path: '/getBalances' }],
  ['trader', { path: '/getPortfolio' }],
  ['trader', { path: '/createWebhook', body: { url: HOOK_URL } }],
  ['trader', { path: '/getWebhooks' }],
  ['trader', { path: '/setWebhookState', body: { id: 'HOOK', state: 'paused' } }],
  ['trader', { path: '/testWebhook', body: { id: 'HOOK' } }],
  ['trader', { path: '/rotateWebhookSecret', body: { id: 'HOOK' } }],
  ['trader', { path: '/deleteWebhook', body: { id: 'HOOK' } }],
  ['trader', { path: '/getDeliveries?id=HOOK' }],
  ['trader', { path: '/redeliverWebhook', body: { id: 'HOOK', messageId: 'SENT' } }],
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
  ['operator', { path: '/getStatus' }],
  ['operator', { path: '/startAudit', body: {} }],
  ['operator', { path: '/getAudits' }],
  ['trader', { path: '/getFaucet' }],
  ['trader', { path: '/claimFaucet', body: { token: 'apple' } }],
  ['trader', { path: '/getKeys' }],
  ['trader', { path: '/createKey', body: { name: 'Bot' } }],
  ['trader', { path: '/revokeKey', body: { id: SPARE } }],
  ['trader', { path: '/getSessions' }],
  ['trader', { path: '/endSession', body: { account: 'alice', id: 'SIGNED_IN' } }],
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
    exact(await asAlice('/provideLiquidity', { Pair, amount: { tokenA: 100, tokenB: 200 } }));
  });
  afterAll(() => server.close());

  const newHook = async () => {
    const made = await send(server, { path: '/createWebhook', body: { url: HOOK_URL }, headers: bearer(alice.key) });
    return exact(made).data.id;
  };
  let kept: string | undefined;
  const keptHook = async () => {
    kept ??= await newHook();
    return kept as string;
  };
  /** What names a webhook names one of Alice's that nobody has used before. */
  const withHook = async (body: Request['body']) => {
    if (JSON.stringify(body)?.includes('SPARE')) return { key: alice.key };
    if (JSON.stringify(body)?.includes('SIGNED_IN')) {
      await send(server, { path: '/createSession', body: { key: alice.key } });
      const { sessions } = exact(await send(server, { path: '/getSessions', headers: bearer(alice.key) })).data;
      return { ...(body as object), id: sessions[0].id };
    }
    if (!JSON.stringify(body)?.includes('HOOK')) return body;
    const isSent = JSON.stringify(body)?.includes('SENT');
    const id = isSent ? await keptHook() : await newHook();
    if (isSent) {
      const sent = { atMs: 1, messageId: 'SENT', after: 0, first: 1, last: 1, events: 1, status: 204, ms: 1 };
      const record = {
        kind: 'deliveries',
        id,
        version: 0,
        body: JSON.stringify([{ ...sent, failure: '', isAgain: false }]),
      };
      await server.store.sideRecords.change([record], { nowMs: 1 });
    }
    return { ...(body as object), id };
  };
  const nameOf = ({ path, body }: Request) => `${body ? 'POST' : 'GET'} ${path.replace(/\?.*/, '')}`;

  test.each(TABLE.map(([who, request]) => [nameOf(request), who, request] as const))(
    '%s is for %s',
    async (_name, who, request) => {
      const ask = async (headers: Record<string, string>) => {
        const hook = request.path.includes('HOOK') ? await keptHook() : '';
        const path = request.path.replace('ALICE', aliceSwap).replace('HOOK', hook);
        const answer = await send(server, { ...request, path, body: await withHook(request.body), headers });
        const { status, text } = answer;
        return [status, answer.headers.get('www-authenticate'), status === 200 ? '' : text];
      };
      const allowed = [200, null, ''];
      expect(await ask({})).toEqual(who === 'anyone' ? allowed : [401, 'Bearer', NO_KEY]);
      expect(await ask(bearer(alice.key))).toEqual(who === 'operator' ? [403, null, NOT_OPERATOR] : allowed);
      expect(await ask(bearer(operator.key))).toEqual(allowed);
    },
  );

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
    ['nothing', () => '', NO_BEARER],
    ['the scheme alone', () => 'Bearer', NO_BEARER],
    ['the key alone', (key) => key, NO_BEARER],
    ['another scheme', (key) => `Basic ${key}`, NO_BEARER],
    ['two keys', (key) => `Bearer ${key} ${key}`, NO_BEARER],
    ['a key cut short', (key) => `Bearer ${key.slice(0, -1)}`, BAD_KEY],
    ['a key with more', (key) => `Bearer ${key}A`, BAD_KEY],
    ['a key with another secret', (key) => `Bearer ${key.slice(0, 20)}${'A'.repeat(43)}`, BAD_KEY],
    ['a key with another id', (key) => `Bearer mp_${'0'.repeat(16)}${key.slice(19)}`, BAD_KEY],
    ['a key in capitals', (key) => `Bearer ${key.toUpperCase()}`, BAD_KEY],
  ])('Authorization with %s is refused, even where no key is needed', async (_name, authorization, refused) => {
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

  test("a swap of another trader's is answered like one that is not there; operators see it", async () => {
    const bob = await makeKey(server, 'bob', 'trader');
    const ask = (key: string) => send(server, { path: `/getSwap?transactionId=${aliceSwap}`, headers: bearer(key) });
    const hidden = await ask(bob.key);
    expect([hidden.status, hidden.headers.get('error-code')]).toEqual([404, 'unknown_swap']);
    expect(hidden.text).toBe(`{"error":"You have no swap with the transactionId ${aliceSwap}."}`);
    expect(exact(await ask(operator.key)).data.account).toBe('alice');
    expect(exact(await send(server, { path: '/getSwaps', headers: bearer(bob.key) })).data.swaps).toEqual([]);
  });

  test('no secret is kept in the database or said in a log line', () => {
    const secret = alice.key.slice(-43);
    expect(alice.key).toMatch(/^mp_[0-9a-f]{16}_[\w-]{43}$/);
    expect(JSON.stringify(dumpDatabase(server.path))).not.toContain(secret);
    expect(log).toContain('"account":"alice"');
    expect(log).not.toContain(secret);
  });
});

describe('in local mode', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
    await openMarket(server);
  });
  afterAll(() => server.close());

  test('without a key one is "local", who is also the operator', async () => {
    exact(await send(server, { path: '/deposit', body: { ...wire(1), account: 'local' } }));
    const swap = { path: '/createSwap', body: { Pair, amount: { tokenA: 10 } } };
    const { transactionId } = exact(await send(server, swap)).data;
    expect(exact(await send(server, { path: `/getSwap?transactionId=${transactionId}` })).data.account).toBe('local');
  });

  test('with a key one is its account, with no more rights than it has', async () => {
    const { key } = await makeKey(server, 'carol', 'trader');
    exact(await send(server, { path: '/deposit', body: { ...wire(3), account: 'carol' } }));
    const { balances } = exact(await send(server, { path: '/getBalances', headers: bearer(key) })).data;
    expect(balances).toEqual([{ address: 'apple', symbol: 'APPLE', decimals: '0', balance: '3' }]);
    const refused = await send(server, { path: '/deposit', body: wire(1), headers: bearer(key) });
    expect([refused.status, refused.text]).toEqual([403, NOT_OPERATOR]);
  });

  test('a key that is wrong does not make one "local"', async () => {
    const refused = await send(server, { path: '/getBalances', headers: bearer('nope') });
    expect([refused.status, refused.text]).toEqual([401, BAD_KEY]);
  });
});
