// Sending tokens over HTTP: what both sides see, and protection against wrong recipients. About 4 s.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { exact, send } from './client.ts';
import { EventStream, until } from './event-stream.ts';
import { keysOf } from './keys-of.ts';
import { openMarket } from './market.ts';
import { POLICY, type Server, startServer } from './server.ts';

const BOTH = 'jetton0=apple&jetton1=bread';
let server: Server;
let pool: string;
const keys: Record<string, string> = {};

beforeAll(async () => {
  server = await startServer({ auth: 'keys' });
  Object.assign(keys, await keysOf(server, { local: 'operator', ann: 'trader', bob: 'trader', eve: 'trader' }));
  await openMarket(server, headersOf('local'));
  for (const token of ['apple', 'bread'])
    await data('local', '/deposit', { account: 'ann', token, amount: 100_000, reference: 'start' });
  const body = { Pair: { tokenA: 'apple', tokenB: 'bread' }, amount: { tokenA: 30_000, tokenB: 60_000 } };
  pool = (await data('ann', '/provideLiquidity', body)).poolAddress;
});
afterAll(() => server.close());

const headersOf = (account: string) => ({ authorization: `Bearer ${keys[account]}` });
const ask = (account: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  send(server, { path, ...(body && { body }), headers: { ...headersOf(account), ...headers } });
const data = async (account: string, path: string, body?: object) => exact(await ask(account, path, body)).data;
const code = async (account: string, path: string, body: object) =>
  (await ask(account, path, body)).headers.get('error-code');

test('sender and recipient find a transfer in their activity and events and by its id; nobody else does', async () => {
  const memo = '<b>rent</b> & кедр 🌽';
  const done = await data('ann', '/createTransfer', { token: 'bread', to: 'bob', amount: 12.34, memo });
  expect(done).toEqual({
    transactionId: expect.stringMatching(/^[-0-9a-f]{36}$/),
    account: 'ann',
    to: 'bob',
    token: 'bread',
    amount: '12.34',
    memo,
  });
  const { transactionId } = done;
  const record = { kind: 'transfer', account: 'ann', actor: 'ann', to: 'bob', token: 'bread', amount: '12.34', memo };
  for (const account of ['ann', 'bob']) {
    expect((await data(account, '/getActivity?kind=transfer')).activity).toEqual([expect.objectContaining(record)]);
    expect(await data(account, `/getTransaction?transactionId=${transactionId}`)).toMatchObject({
      ...record,
      transfers: [{ from: 'ann', to: 'bob', token: 'bread', amount: '12.34' }],
      pools: [],
    });
    const csv = (await ask(account, '/getActivity?format=csv&kind=transfer')).text;
    expect(csv).toContain('bob');
    expect(csv).toContain(memo);
  }
  for (const account of ['ann', 'bob']) {
    const stream = await EventStream.open(server.url, '/events?after=0&own=only&kinds=transfer', headersOf(account));
    await until(() => expect(stream.events).toHaveLength(1));
    stream.close();
    expect(stream.events[0]?.data).toMatchObject({ ...record, transactionId });
  }
  expect((await data('bob', '/getBalances')).balances).toMatchObject([{ address: 'bread', balance: '12.34' }]);
  expect((await data('eve', '/getActivity')).activity).toEqual([]);
  expect(await code('eve', `/getTransaction?transactionId=${transactionId}`, undefined as never)).toBe('not_found');
});

test('LP tokens are sent by pool, with their cost basis', async () => {
  const before = await data('ann', `/getLPPosition?${BOTH}`);
  const held = (await data('ann', '/getBalances')).balances.find(
    ({ address }: { address: string }) => address === pool,
  );
  await data('ann', '/createTransfer', { token: pool, to: 'bob', amount: held.balance });
  const [ann, bob] = [await data('ann', `/getLPPosition?${BOTH}`), await data('bob', `/getLPPosition?${BOTH}`)];
  expect(bob).toEqual({ ...before, account: 'bob', lpAddress: bob.lpAddress, sequence: bob.sequence });
  expect(ann).toMatchObject({ lpTokens: '0' });
  const [sent] = (await data('bob', `/getActivity?pool=${pool}`)).activity;
  expect(sent).toMatchObject({ kind: 'transfer', poolAddress: pool, token: pool, amount: held.balance, to: 'bob' });
  await data('bob', '/refundLiquidity', { jetton0: 'apple', jetton1: 'bread' });
  await audit(server.store, () => {});
});

describe('the recipient', () => {
  const to = (name: string, fields: object = {}) => ({ token: 'apple', to: name, amount: 1, ...fields });
  test.each<[string, object, string | null]>([
    ['an account with a key is accepted', to('eve'), null],
    ['an unknown name is refused', to('ev'), 'unknown_account'],
    ['an unknown name with create is accepted', to('newcomer', { create: true }), null],
    ['an account that received before is accepted', to('newcomer'), null],
    ['a pool with create is refused', to('POOL', { create: true }), 'account_reserved'],
    ['a pool without create is refused', to('POOL'), 'unknown_account'],
    ['an account with a memo of 128 characters is accepted', to('eve', { memo: '🌽'.repeat(128) }), null],
  ])('a transfer to %s', async (_, body, expected) => {
    const named = JSON.parse(JSON.stringify(body).replace('POOL', pool));
    expect(await code('ann', '/createTransfer', named)).toBe(expected);
  });

  test('can be checked before sending', async () => {
    const check = (name: string) => data('ann', `/checkAccount?account=${encodeURIComponent(name)}`);
    expect(await check('bob')).toEqual({ account: 'bob', known: true, lookAlike: false });
    expect(await check('b0b')).toEqual({ account: 'b0b', known: false, lookAlike: true });
    expect(await check('zoe')).toEqual({ account: 'zoe', known: false, lookAlike: false });
  });
});

test('requests with the same idempotency key send once, also to an account that did not exist before', async () => {
  const body = { token: 'apple', to: 'first-timer', amount: 7 };
  const keyed = (fields: object) =>
    ask('ann', '/createTransfer', { ...body, ...fields }, { 'idempotency-key': 'once' });
  expect((await keyed({})).headers.get('error-code')).toBe('unknown_account');
  const first = exact(await keyed({ create: true })).data;
  expect(exact(await keyed({ create: true })).data).toEqual(first);
  expect(exact(await keyed({})).data).toEqual(first);
  expect((await keyed({ amount: 8 })).headers.get('error-code')).toBe('idempotency_key_reused');
});

test('with TRANSFERS=off createTransfer is refused, and whoami says so', async () => {
  const own = await startServer({ policy: { ...POLICY, transfers: 'off' } });
  try {
    await openMarket(own);
    const body = { token: 'apple', to: 'bob', amount: 1, create: true };
    expect((await send(own, { path: '/createTransfer', body })).headers.get('error-code')).toBe('not_on_this_venue');
    expect(exact(await send(own, { path: '/whoami' })).data.transfers).toBe('off');
  } finally {
    await own.close();
  }
});
