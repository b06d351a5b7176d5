// cancelAfter over HTTP: by which keys, for how long, and what getKeys and the orders tell. About 3 s.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey, type NewKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const order = { Pair: { tokenA: 'apple', tokenB: 'bread' }, amount: { tokenA: 10 }, price: 9 };
let server: Server;
/** How far the store's clock is ahead of the machine's. */
let aheadMs = 0;
const ask = (path: string, headers: Record<string, string>, body?: object) =>
  send(server, { path, headers, ...(body && { body }) });
const data = async (...asked: Parameters<typeof ask>) => {
  const answer = await ask(...asked);
  expect(answer.status, answer.text).toBe(200);
  return exact(answer).data;
};
const failure = async (...asked: Parameters<typeof ask>) => {
  const answer = await ask(...asked);
  return [answer.status, answer.headers.get('error-code'), JSON.parse(answer.text).error];
};
const by = (key: string) => ({ authorization: `Bearer ${key}` });
const makeKey = (terms: Partial<NewKey> = {}) =>
  createKey(server.store, { account: 'ann' as Account, role: 'trader', ...terms }, 0);
const place = async (headers: Record<string, string>) => (await data('/createOrder', headers, order)).orderId;
const untilOver = async (orderId: string) => {
  for (;;) {
    const found = await data(`/getOrder?orderId=${orderId}`, {});
    if (found.status !== 'open') return found;
    await new Promise((resume) => setTimeout(resume, 20));
  }
};

beforeAll(async () => {
  server = await startServer({
    wrap: (store) =>
      new Proxy(store, {
        get(target, name) {
          const value = Reflect.get(target, name);
          if (name === 'clock') return async () => (await target.clock()) + aheadMs;
          return typeof value === 'function' ? value.bind(target) : value;
        },
      }),
  });
  await openMarket(server);
  await data('/deposit', {}, { account: 'ann', token: 'apple', amount: 5000, reference: 'start' });
});
afterAll(() => server.close());

test('cancels what its key placed once it is not renewed, tells why, and shows in getKeys until then', async () => {
  const [bot, hand] = [await makeKey(), await makeKey()];
  const kept = await place(by(hand.key));
  const { cancelsAt } = await data('/cancelAfter', by(bot.key), { seconds: 60 });
  expect(Date.parse(cancelsAt)).toBeGreaterThan(Date.now() + 50_000);
  const orderId = await place(by(bot.key));
  const listed = (await data('/getKeys', by(bot.key))).keys;
  expect(listed.map((key: { id: string; cancelsAt: string | null }) => [key.id, key.cancelsAt]).sort()).toEqual(
    [
      [bot.id, cancelsAt],
      [hand.id, null],
    ].sort(),
  );
  aheadMs += 60_000;
  expect(await untilOver(orderId)).toMatchObject({ status: 'cancelled', returned: '10', keyId: bot.id });
  const [closed] = (await data('/getActivity?kind=closeOrder&limit=1', by(bot.key))).activity;
  expect(closed).toMatchObject({ memo: `cancelAfter of the key ${bot.id}` });
  expect(await data(`/getOrder?orderId=${kept}`, {})).toMatchObject({ status: 'open' });
  await data('/cancelOrders', by(hand.key), {});
});

test('goes on if its key is revoked meanwhile: nobody can renew it', async () => {
  const bot = await makeKey();
  await data('/cancelAfter', by(bot.key), { seconds: 5 });
  const orderId = await place(by(bot.key));
  expect((await data('/revokeKey', {}, { id: bot.id })).cancelsAt).not.toBeNull();
  expect((await failure('/cancelAfter', by(bot.key), { seconds: 5 }))[1]).toBe('unauthorized');
  aheadMs += 5000;
  expect((await untilOver(orderId)).status).toBe('cancelled');
});

test.each([
  [4, 'seconds must be at least 5, or 0 to switch it off.'],
  [5, undefined],
  [86_400, undefined],
  [86_401, 'seconds must be a whole number from 0 to 86400.'],
  ['5.5', 'seconds must be a whole number from 0 to 86400.'],
  [-1, 'seconds must be a whole number from 0 to 86400.'],
  [0, undefined],
])('takes %j seconds: %s', async (seconds, error) => {
  const { key } = await makeKey();
  const answer = await ask('/cancelAfter', by(key), { seconds });
  expect([answer.status, JSON.parse(answer.text).error]).toEqual([error === undefined ? 200 : 400, error]);
  if (error === undefined) expect(exact(answer).data.cancelsAt === null).toBe(seconds === 0);
});

test('belongs to a key that may trade: not to a session, nor to the owner of a machine without one', async () => {
  const none = [403, 'forbidden', 'cancelAfter belongs to an API key, and this request was sent without one.'];
  expect(await failure('/cancelAfter', {}, { seconds: 5 })).toEqual(none);
  const { key } = await makeKey();
  const cookie = ((await ask('/signIn', {}, { key })).headers.get('set-cookie') ?? '').split(';')[0] as string;
  expect(await failure('/cancelAfter', { cookie, origin: server.url }, { seconds: 5 })).toEqual(none);
  const reader = await makeKey({ restrictions: { scopes: ['read'] } });
  expect((await failure('/cancelAfter', by(reader.key), { seconds: 5 }))[1]).toBe('scope_missing');
  const trader = await makeKey({ restrictions: { scopes: ['trade'], dayLimit: '1' } });
  expect((await ask('/cancelAfter', by(trader.key), { seconds: 5 })).status).toBe(200);
});
