// Bulks on venues that do what the ledger rarely does: settle later, go back in history, or return something unexpected.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../../test/http/client.ts';
import { openMarket } from '../../../test/http/market.ts';
import { type Server, startServer } from '../../../test/http/server.ts';
import type { Venue } from '../../ports/venue.ts';

let server: Server;
/** Members that replace the venue's own. */
let instead: Partial<Venue> = {};

beforeAll(async () => {
  server = await startServer({
    wrapVenue: (venue) =>
      new Proxy(venue, {
        get(target, name) {
          if (name in instead) return Reflect.get(instead, name, instead);
          const member: unknown = Reflect.get(target, name, target);
          return typeof member === 'function' ? member.bind(target) : member;
        },
      }),
  });
  await openMarket(server);
});
afterAll(() => server.close());

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const swap = (tokenA: unknown) => ({ call: 'createSwap', body: { Pair, amount: { tokenA } } });
const liquidity = { call: 'provideLiquidity', body: { Pair, amount: { tokenA: 1, tokenB: 2 } } };
const bulk = async (...items: readonly object[]) => {
  const { status, text } = await send(server, { path: '/bulk', body: { items } });
  expect(status, text).toBe(200);
  return JSON.parse(text).data.items;
};

test('an item that the venue leaves pending is answered with status 202 and its transaction id', async () => {
  instead = {
    executeAll: async (_, submissions) => submissions.map(() => ({ status: 'pending', transactionId: 'tx-1' })),
  };
  const pending = { transactionId: 'tx-1', status: 'pending' };
  expect(await bulk(swap(10), swap('x'))).toMatchObject([
    { status: 202, data: pending, transactionId: 'tx-1' },
    { status: 400 },
  ]);
});

test('if the result of one item cannot be turned into an answer, only that item gets status 500', async () => {
  const done = { status: 'completed', transactionId: 'tx-1', receipt: null } as never;
  instead = { executeAll: async () => [done, done, new Error('who knows what')] };
  expect(await bulk(swap(10), liquidity, swap(10))).toMatchObject([
    { status: 200, transactionId: 'tx-1' },
    { status: 500, code: 'internal_error' },
    { status: 500, code: 'internal_error' },
  ]);
});

test('items that were read before the history went back are read again before they are submitted', async () => {
  const { exchange } = server;
  let [era, asked] = [0, 0];
  instead = {
    get era() {
      return era;
    },
    async pair(a, b) {
      asked += 1;
      const pair = await exchange.pair(a, b);
      if (asked !== 2) return pair;
      // Makes the first item outdated: it was read before the history went back.
      era += 1;
      return pair;
    },
  };
  expect(await bulk(swap(10), swap(10))).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect(asked).toBe(4);
});
