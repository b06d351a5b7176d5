// The fee when two orders fill each other: only the owner of the newer order, who pays it, sees it as a cost, and the fees add up to what is collected.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { KEEPER } from '../../src/core/accounts.ts';
import { type Account, ppm } from '../../src/core/amount.ts';
import { matchOrders } from '../paper-orders.ts';
import { exact, send } from './client.ts';
import { EventStream, until } from './event-stream.ts';
import { openMarket } from './market.ts';
import { POLICY, type Server, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
const Back = { tokenA: 'bread', tokenB: 'apple' };
const FEE = '2';
let server: Server;
const keys: Record<string, string> = {};
/** The transactions of ann's match with bob, and of ann's with herself. */
let matches: readonly [string, string] = ['', ''];

const data = async (who: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${keys[who]}` };
  const answer = await send(server, { path, ...(body && { body }), headers });
  expect(answer.status, answer.text).toBe(200);
  return exact(answer).data;
};

beforeAll(async () => {
  server = await startServer({ auth: 'keys', policy: { ...POLICY, matchFeePpm: ppm(1000n) } });
  for (const account of ['local', 'ann', 'bob']) {
    const role = account === 'local' ? 'operator' : 'trader';
    keys[account] = (await createKey(server.store, { account: account as Account, role }, 0)).key;
  }
  await openMarket(server, { authorization: `Bearer ${keys.local}` });
  for (const account of ['ann', 'bob'])
    for (const token of Object.values(Pair))
      await data('local', '/deposit', { account, token, amount: 10_000, reference: `start-${account}` });
  matches = [await match('bob'), await match('ann')];
  await data('bob', '/createSwap', { Pair, amount: { tokenA: 500 } });
});
afterAll(() => server.close());

/** Matches 2000 apples of ann with 4000 bread, at prices at which the pool fills neither order. */
async function match(newer: string): Promise<string> {
  const sold = (await data('ann', '/createOrder', { Pair, amount: { tokenA: 2000 }, price: 2 })).order;
  const bought = (await data(newer, '/createOrder', { Pair: Back, amount: { tokenA: 4000 }, price: 0.4992 })).order;
  const [maker, taker] = [
    [Number(sold), 2000n],
    [Number(bought), 400_000n],
  ] as const;
  const command = matchOrders(2000n, maker, taker);
  const account = newer as Account;
  const done = await server.exchange.execute(KEEPER, { ...command, taker: { ...command.taker, account } });
  return done.transactionId;
}

type Row = {
  transactionId: string;
  tokenB: string;
  fee?: string;
  feeToken?: string;
  fees?: { lp: string; protocol: string; ref: string };
};
const activity = async (who: string, query = ''): Promise<readonly Row[]> =>
  (await data(who, `/getActivity?limit=100${query}`)).activity;
const row = async (who: string, id: string, query = '') =>
  (await activity(who, query)).find(({ transactionId }) => transactionId === id);
const totals = async (who: string, query = ''): Promise<Record<string, string>> => {
  const { tokens } = await data(who, `/getActivityTotals?${query}`);
  return Object.fromEntries(
    tokens.map(({ token, fees }: { token: string; fees: Row['fees'] }) => [token, fees?.protocol]),
  );
};

test('activity shows the fee to the owner of the newer order only', async () => {
  const [both, own] = matches;
  const paid = { fee: FEE, feeToken: 'apple' };
  const ofBob = { tokenA: 'bread', tokenB: 'apple', amountA: '4000', amountB: '1998', account: 'bob', ...paid };
  expect(await row('bob', both)).toMatchObject(ofBob);
  expect(await row('local', both, '&all=true')).toMatchObject({ tokenA: 'apple', amountA: '2000', ...paid });
  const ofAnn = await row('ann', both);
  expect(ofAnn).toMatchObject({ tokenA: 'apple', tokenB: 'bread', amountA: '2000', amountB: '4000', account: 'ann' });
  expect(ofAnn).not.toHaveProperty('fee');
  expect(await row('ann', own)).toMatchObject(paid);

  const shown = await data('ann', `/getTransaction?transactionId=${both}`);
  expect(shown).not.toHaveProperty('fee');
  expect(JSON.stringify(shown.transfers)).not.toContain('fees');
  expect(shown.transfers).toContainEqual(expect.objectContaining({ token: 'apple', amount: '2000' }));
  expect(await data('bob', `/getTransaction?transactionId=${both}`)).toMatchObject({ ...paid, amountB: '1998' });
});

test('the CSV file of activity shows the fee to the owner of the newer order', async () => {
  const headers = { authorization: `Bearer ${keys.bob}` };
  const { text } = await send(server, { path: '/getActivity?format=csv&kind=matchOrders', headers });
  const [names, values] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(',')) as [string[], string[]];
  const told = Object.fromEntries(names.map((name, at) => [name, values[at]]));
  expect(told).toMatchObject({ tokenB: 'apple', amountB: '1998', fee: FEE, feeToken: 'apple' });
});

test('events show the fee of a match to operators and the owner of the newer order, not to the owner of the older one', async () => {
  const event = async (who: string) => {
    const headers = { authorization: `Bearer ${keys[who]}` };
    const stream = await EventStream.open(server.url, '/events?after=0&own=true&kinds=matchOrders', headers);
    try {
      await until(() => expect(stream.events.length).toBe(2));
      return stream.events[0]?.data;
    } finally {
      stream.close();
    }
  };
  expect(await event('bob')).toMatchObject({ tokenB: 'apple', amountB: '1998', fee: FEE, feeToken: 'apple' });
  expect(await event('local')).toMatchObject({ tokenA: 'apple', amountA: '2000', fee: FEE });
  const ofAnn = await event('ann');
  expect(ofAnn).toMatchObject({ tokenA: 'apple', amountA: '2000', amountB: '4000' });
  expect(ofAnn).not.toHaveProperty('fee');
});

test('activity and its totals add up to the collected fees, for all pools and for one', async () => {
  const ofBob = await totals('bob');
  expect([ofBob.apple, (await totals('ann')).apple]).toEqual([FEE, FEE]);
  const pool = (await data('local', '/getPools')).pools[0].poolAddress;
  const all = await totals('local', 'all=true');
  expect(await totals('local', `all=true&pool=${pool}`)).toMatchObject({ apple: all.apple, bread: all.bread });
  const rows = await activity('local', `&all=true&pool=${pool}`);
  const paidIn = (token: string) =>
    rows.reduce((sum, row) => {
      const ofSwap = row.tokenB === token ? Number(row.fees?.protocol ?? 0) : 0;
      return sum + ofSwap + (row.feeToken === token ? Number(row.fee) : 0);
    }, 0);
  expect([paidIn('apple'), paidIn('bread')]).toEqual([Number(all.apple), Number(all.bread)]);
  // Ann paid a fee only for her own newer order.
  expect((await activity('ann', `&pool=${pool}`)).map(({ transactionId }) => transactionId)).toEqual([matches[1]]);
  const collected = await data('local', '/collectFees', { Pair });
  expect(collected).toMatchObject({ token1Amount: all.apple, token2Amount: all.bread });
});
