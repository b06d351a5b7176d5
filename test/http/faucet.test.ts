// The faucet over HTTP: its offers, what it mints, and when a claim is possible again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const NOON_MS = Date.UTC(2026, 10, 16, 12);
let server: Server;

beforeAll(async () => {
  server = await startServer({
    auth: 'keys',
    trustedProxies: ['127.0.0.1'],
    faucet: { offers: [{ token: 'Bread', amount: '12.5' }], accountsPerAddress: 2, nowMs: () => NOON_MS },
  });
  const { key } = await createKey(server.store, { account: 'local' as Account, role: 'operator' }, 0);
  await openMarket(server, { authorization: `Bearer ${key}` });
});
afterAll(() => server.close());

async function claimer(account: string, address: string) {
  const { key } = await createKey(server.store, { account: account as Account, role: 'trader' }, 0);
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': address };
  return {
    claim: (token = 'bread') => send(server, { path: '/claimFaucet', body: { token }, headers }),
    offers: async () => exact(await send(server, { path: '/getFaucet', headers })).data.offers,
    held: async () => exact(await send(server, { path: '/getBalances?token=bread', headers })).data.balances[0].balance,
  };
}

test('an account can claim the offered amount once a day, and a second claim is refused with the time of the next', async () => {
  const ann = await claimer('faucet-ann', '203.0.113.1');
  expect(await ann.offers()).toEqual([
    {
      token: expect.objectContaining({ address: 'bread' }),
      amount: '12.5',
      spent: null,
      claimableAt: expect.any(String),
    },
  ]);
  const { data } = exact(await ann.claim());
  expect(data).toMatchObject({ amount: '12.5', claimableAt: '2026-11-17T00:00:00.000Z' });
  const { receipt } = await server.exchange.transaction(data.transactionId);
  expect(receipt).toMatchObject({ kind: 'deposit', account: 'faucet-ann', reference: 'faucet:2026-11-16' });
  const again = await ann.claim();
  expect([again.status, again.headers.get('error-code'), again.text]).toEqual([
    429,
    'used_up_today',
    '{"error":"You have claimed this token today. Claim again after 2026-11-17T00:00:00.000Z."}',
  ]);
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await ann.offers()).toMatchObject([{ spent: 'account', claimableAt: '2026-11-17T00:00:00.000Z' }]);
  expect(await ann.held()).toBe('12.5');
});

test.each([
  ['one address of IPv4', (_: number) => '203.0.113.9'],
  ['one network of IPv6', (at: number) => `2001:db8:7:7::${at}`],
])('of six accounts at %s, only two can claim on one day', async (_, addressOf) => {
  const many = await Promise.all(
    Array.from({ length: 6 }, (_, at) => claimer(`many-${addressOf(0).length}-${at}`, addressOf(at))),
  );
  const answers = await Promise.all(many.map(({ claim }) => claim()));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
  expect(answers.find(({ status }) => status === 429)?.text).toContain(
    '2 accounts have claimed from your address or network today',
  );
});

test('a claim is refused for a token that is not offered, without a key, from another site, or if there is no faucet', async () => {
  const bob = await claimer('faucet-bob', '203.0.113.2');
  const refused = await bob.claim('apple');
  expect([refused.status, refused.headers.get('error-code')]).toEqual([422, 'not_on_this_venue']);
  const stranger = await send(server, { path: '/claimFaucet', body: { token: 'bread' } });
  expect(stranger.status).toBe(401);
  const off = await startServer();
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect((await send(off, { path: '/claimFaucet', body: { token: 'bread' }, headers })).status).toBe(403);
  const { status, text } = await send(off, { path: '/claimFaucet', body: { token: 'bread' } });
  expect([status, text]).toEqual([422, '{"error":"This exchange has no faucet."}']);
  expect(exact(await send(off, { path: '/getFaucet' })).data).toEqual({ offers: [] });
  await off.close();
});
