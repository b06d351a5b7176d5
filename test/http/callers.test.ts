// The account of a request without a key: none with AUTH=keys, `local` (an operator) in local mode.
import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Venue } from '../../src/ports/venue.ts';
import { exact, send } from './client.ts';
import { openMarket } from './market.ts';
import { type ServerOptions, startServer } from './server.ts';

async function start(options: ServerOptions) {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const server = await startServer({ ...options, logger: pino({ level: 'debug' }, stream) });
  onTestFinished(server.close);
  const accounts = () =>
    lines.map((line) => JSON.parse(line)).flatMap(({ route, account }) => (route ? [account] : []));
  return { server, accounts };
}

test.each([
  ['keys', ''],
  ['local', 'local'],
] as const)('with AUTH=%s, a public read without a key is logged with the account "%s"', async (auth, account) => {
  const { server, accounts } = await start({ auth });
  expect((await send(server, { path: '/getPools' })).status).toBe(200);
  expect(accounts()).toEqual([account]);
});

test('in local mode, a request without a key sees a swap of another account', async () => {
  const { server } = await start({});
  await openMarket(server);
  const { key } = await createKey(server.store, { account: 'carol' as Account, role: 'trader' }, 0);
  const deposit = { account: 'carol', token: 'apple', amount: 10, reference: 'wire' };
  exact(await send(server, { path: '/deposit', body: deposit }));
  const body = { Pair: { tokenA: 'apple', tokenB: 'bread' }, amount: { tokenA: 10 } };
  const headers = { authorization: `Bearer ${key}` };
  const { transactionId } = exact(await send(server, { path: '/createSwap', body, headers })).data;
  expect(exact(await send(server, { path: `/getSwap?transactionId=${transactionId}` })).data.account).toBe('carol');
});

test('the venue is told for whom it works: the account of the key, or a stranger at an address', async () => {
  const callers: object[] = [];
  const wrapVenue = (venue: Venue): Venue =>
    new Proxy(venue, {
      get(target, name) {
        if (name === 'asCaller')
          return (caller: object, work: () => unknown) => {
            callers.push(caller);
            return work();
          };
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  const { server } = await start({ auth: 'keys', wrapVenue });
  const { key } = await createKey(server.store, { account: 'carol' as Account, role: 'trader' }, 0);
  await send(server, { path: '/getPools' });
  await send(server, { path: '/getPools', headers: { authorization: `Bearer ${key}` } });
  // This header takes the request off the direct path, so Fastify answers it.
  await send(server, { path: '/getPools', headers: { 'accept-version': '1' } });
  expect(callers).toEqual([
    { isStranger: true, name: '127.0.0.1' },
    { isStranger: false, name: 'carol' },
    { isStranger: true, name: '127.0.0.1' },
  ]);
});
