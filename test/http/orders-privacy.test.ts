// Visibility of orders: an order is shown to its owner and operators; a fill is public, and each owner of a match sees their own side only. About 3 s.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyTransactionProof } from '#client/proof';
import { createKey } from '../../src/access/keys.ts';
import { KEEPER } from '../../src/core/accounts.ts';
import type { Account } from '../../src/core/amount.ts';
import { openProjection } from '../../src/ports/projection.ts';
import { LOG_KIND } from '../../src/ports/public-log.ts';
import { newKeyFile } from '../../src/transparency/format/keys.ts';
import { Recorder } from '../../src/transparency/log/recorder.ts';
import { FileSigner } from '../../src/transparency/log/signer.ts';
import { differencesOf } from '../../web/src/data/log/differences.ts';
import { matchOrders } from '../paper-orders.ts';
import { recordAll } from '../record-all.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { exact, send } from './client.ts';
import { EventStream, until } from './event-stream.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
/** The clientId of an order of ann. */
const ANNS = 'anns-bid';
const PEOPLE = ['ann', 'bob', 'eve'];
let server: Server;
let receiver: Receiver;
const keys: Record<string, string> = {};
const hooks: Record<string, string> = {};
/** The journal's head before the first order, and at the end. */
let [start, end] = [0, 0];
/** The numbers of the two matched orders. */
let [maker, taker] = ['', ''];
let matched = '';

const headersOf = (who: string): Record<string, string> => (who === '' ? {} : { authorization: `Bearer ${keys[who]}` });
const ask = (who: string, path: string, body?: object) =>
  send(server, { path, ...(body && { body }), headers: headersOf(who) });
const data = async (who: string, path: string, body?: object) => {
  const answer = await ask(who, path, body);
  expect(answer.status, answer.text).toBe(200);
  return exact(answer).data;
};

beforeAll(async () => {
  server = await startServer({ auth: 'keys', log: 'signed' });
  receiver = await startReceiver();
  for (const account of ['local', ...PEOPLE]) {
    const role = account === 'local' ? 'operator' : 'trader';
    keys[account] = (await createKey(server.store, { account: account as Account, role }, 0)).key;
  }
  await openMarket(server, headersOf('local'));
  for (const account of PEOPLE)
    for (const token of Object.values(Pair))
      await data('local', '/deposit', { account, token, amount: 10_000, reference: `start-${account}` });
  for (const who of ['local', ...PEOPLE]) hooks[who] = (await data(who, '/createWebhook', { url: receiver.url })).id;
  start = await server.exchange.head();
  maker = (await data('ann', '/createOrder', { Pair, amount: { tokenA: 1000 }, price: 2, clientId: ANNS })).order;
  taker = (
    await data('bob', '/createOrder', {
      Pair: { tokenA: 'bread', tokenB: 'apple' },
      amount: { tokenA: 4000 },
      price: 0.4995,
    })
  ).order;
  const match = matchOrders(400n, [Number(maker), 1000n], [Number(taker), 400_000n]);
  matched = (await server.exchange.execute(KEEPER, match)).transactionId;
  await data('ann', '/createOrder', { Pair, amount: { tokenA: 100 }, price: 1.5 });
  await data('ann', '/cancelOrder', { orderId: maker });
  await data('local', '/cancelOrder', { orderId: taker });
  // A public event, by which every reader knows that it has caught up.
  await data('local', '/createSwap', { Pair, amount: { tokenA: 10 } });
  end = await server.exchange.head();
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

type SseEvent = Record<string, unknown>;
const kinds = (told: readonly SseEvent[]) => told.map(({ kind }) => kind);
const PUBLIC = ['matchOrders', 'swap', 'swap'];
const OF_ANN = ['placeOrder', 'matchOrders', 'placeOrder', 'swap', 'closeOrder', 'swap'];
const OF_BOB = ['placeOrder', 'matchOrders', 'swap', 'closeOrder', 'swap'];
const ALL = ['placeOrder', 'placeOrder', 'matchOrders', 'placeOrder', 'swap', 'closeOrder', 'closeOrder', 'swap'];

/** Checks that the text names no other account and no order of another account. */
function expectOnlyOwn(who: string, text: string): void {
  const others = PEOPLE.filter((one) => one !== who);
  for (const other of others) expect(text).not.toContain(`"${other}"`);
  const [own, foreign] = who === 'ann' ? [maker, taker] : who === 'bob' ? [taker, maker] : ['', ''];
  for (const order of who === 'eve' || who === '' ? [maker, taker] : [foreign]) {
    expect(text).not.toMatch(new RegExp(`"(order|taker)":"?${order}\\b`));
    expect(text).not.toContain(`order ${order}`);
  }
  if (who !== 'ann') expect(text).not.toContain(ANNS);
  if (own !== '') expect(text).toMatch(new RegExp(`"order":"?${own}\\b`));
}

const readEvents = async (who: string, query: string): Promise<readonly SseEvent[]> => {
  const stream = await EventStream.open(server.url, `/events?after=${start}${query}`, headersOf(who));
  try {
    await until(() => expect(stream.lastId).toBeGreaterThanOrEqual(end));
    return stream.events.map((event) => event.data);
  } finally {
    stream.close();
  }
};

describe('events', () => {
  test.each<[string, string, readonly string[]]>([
    ['', '', PUBLIC],
    ['eve', '&own=true', PUBLIC],
    ['eve', '&own=only', []],
    ['ann', '', PUBLIC],
    ['ann', '&own=true', OF_ANN],
    ['bob', '&own=true', OF_BOB],
    ['local', '&own=true', ALL],
  ])('for %j with %j are those it may see, and name no other account to a trader', async (who, query, expected) => {
    const told = (await readEvents(who, query)).filter(({ kind }) => ALL.includes(kind as string));
    expect(kinds(told)).toEqual(expected);
    if (who !== 'local') expectOnlyOwn(query.includes('own') ? who : '', JSON.stringify(told));
  });

  test('show each owner of a match what it gave and got, an operator both orders, and others no transaction id', async () => {
    const match = async (who: string) =>
      (await readEvents(who, '&own=true')).find(({ kind }) => kind === 'matchOrders');
    expect(await match('ann')).toMatchObject({
      ...{ ...Pair, amountA: '400', amountB: '800', account: 'ann', order: Number(maker), left: '600' },
      transactionId: matched,
    });
    const placed = (await readEvents('ann', '&own=true')).find(({ kind }) => kind === 'placeOrder');
    expect(placed).toMatchObject({ order: Number(maker), clientId: ANNS });
    expect(await match('bob')).toMatchObject({
      ...{ tokenA: 'bread', tokenB: 'apple', amountA: '800', amountB: '400', account: 'bob', order: Number(taker) },
    });
    expect(await match('local')).toMatchObject({ order: Number(maker), taker: Number(taker) });
    expect(await match('eve')).not.toHaveProperty('transactionId');
  });
});

test('webhooks of each account deliver the same kinds as its events, and nothing about others', async () => {
  const told = (who: string) =>
    receiver.received
      .map(({ body }) => JSON.parse(body).data)
      .filter(({ hook }) => hook === hooks[who])
      .flatMap(({ events }) => events as SseEvent[])
      .filter(({ sequence, kind }) => (sequence as number) > start && ALL.includes(kind as string));
  const expected = { eve: PUBLIC, ann: OF_ANN, bob: OF_BOB, local: ALL };
  for (const [who, all] of Object.entries(expected)) {
    await until(() => expect(kinds(told(who))).toEqual(all));
    if (who !== 'local') expectOnlyOwn(who, JSON.stringify(told(who)));
  }
});

test('getTransaction shows each owner its own side of a match, operators both, and others nothing', async () => {
  const path = `/getTransaction?transactionId=${matched}`;
  const ofAnn = await data('ann', path);
  expect(ofAnn).toMatchObject({
    ...Pair,
    kind: 'matchOrders',
    account: 'ann',
    amountA: '400',
    amountB: '800',
    order: maker,
  });
  expect(ofAnn.transfers).toEqual([
    { from: `order ${maker}`, to: 'another order', token: 'apple', amount: '400' },
    { from: 'another order', to: 'ann', token: 'bread', amount: '800' },
  ]);
  const ofBob = await data('bob', path);
  expect(ofBob).toMatchObject({ tokenA: 'bread', account: 'bob', amountA: '800', amountB: '400', order: taker });
  for (const [who, told] of [
    ['ann', ofAnn],
    ['bob', ofBob],
  ] as const)
    expectOnlyOwn(who, JSON.stringify(told));
  expect(JSON.stringify(await data('local', path))).toMatch(/"ann".*"bob"|"bob".*"ann"/);
  for (let sequence = start + 1; sequence <= end; sequence++)
    expect((await ask('eve', `/getTransaction?sequence=${sequence}`)).status).toBe(404);
  expect((await ask('bob', `/getTransaction?sequence=${maker}`)).status).toBe(404);
});

test.each(['', '&format=csv', '&format=ndjson'])(
  'getActivity, getFills and getOrders%s name nobody else',
  async (format) => {
    for (const [who, isIn] of [
      ['ann', true],
      ['bob', true],
      ['eve', false],
    ] as const) {
      for (const call of ['getActivity', 'getFills', 'getOrders']) {
        const { status, text } = await ask(who, `/${call}?${format.slice(1)}`);
        expect(status).toBe(200);
        for (const other of PEOPLE.filter((one) => one !== who))
          expect(text).not.toMatch(new RegExp(`[",]${other}[",]`));
        expect(text.includes(isIn ? matched : 'matchOrders') || call === 'getOrders').toBe(
          isIn || call === 'getOrders',
        );
        for (const order of [maker, taker]) {
          const isOwn = order === (who === 'ann' ? maker : who === 'bob' ? taker : '');
          if (!isOwn) expect(text).not.toMatch(new RegExp(`"order":"?${order}\\b|,${order},`));
        }
      }
    }
  },
);

test('the proof of a match opens to each owner their own order only', async () => {
  const projection = await openProjection(server.store.projection);
  const identity = { origin: 'example.com/log', secret: 'ab'.repeat(32), firstSequence: 1 };
  const record = { kind: LOG_KIND, id: '1', version: 0, body: JSON.stringify(identity) };
  await server.store.sideRecords.change([record], { nowMs: Date.now() });
  const signer = new FileSigner(newKeyFile(), `${server.path}.last`);
  await recordAll(new Recorder(projection, { signer, checkpointEveryMs: 1 }), projection);
  await projection.close();
  const path = `/getTransactionProof?transactionId=${matched}`;
  const opened: Record<string, readonly string[]> = {};
  for (const who of ['ann', 'bob', 'local']) {
    const proof = await data(who, path);
    const { vkey: key } = proof;
    expect(Object.keys(JSON.parse(proof.row.split('\n')[6]))).toEqual(
      expect.arrayContaining(['maker', 'taker', 'amountA', 'amountB', 'tokenA', 'tokenB']),
    );
    const verified = await verifyTransactionProof(proof, { key });
    opened[who] = verified.opened.map(({ name }) => name);
    expect(await differences(who, matched)).toEqual([]);
    if (who === 'local') continue;
    expectOnlyOwn(who, JSON.stringify(proof).replaceAll('\\"', '"'));
    expect(JSON.parse(verified.opened[0]?.text ?? '')).toMatchObject({ account: who });
    const forged = [{ ...proof.opened[0], text: proof.opened[0].text.replace(who, 'eve') }];
    await expect(verifyTransactionProof({ ...proof, opened: forged }, { key })).rejects.toThrow('it was changed');
  }
  expect(opened).toEqual({ ann: ['maker'], bob: ['taker'], local: ['maker', 'taker'] });
  expect((await ask('eve', path)).status).toBe(404);
  // Every other transaction, too, is shown as its row in the log says.
  for (let sequence = 1; sequence <= end; sequence += 1) expect(await differences('local', sequence)).toEqual([]);
});

/** A transaction as the page compares it with its proven row. */
async function differences(who: string, named: string | number) {
  const query = typeof named === 'number' ? `sequence=${named}` : `transactionId=${named}`;
  const shown = await data(who, `/getTransaction?${query}`);
  const proof = await data(who, `/getTransactionProof?transactionId=${shown.transactionId}`);
  const numbers = { index: Number(proof.index), size: Number(proof.size) };
  const row = await verifyTransactionProof({ ...proof, ...numbers }, { key: proof.vkey });
  const { tokens } = await data(who, '/getTokens');
  const decimalsOf = (token: string) =>
    Number(tokens.find((one: { address: string }) => one.address === token).decimals);
  return differencesOf(row, shown, { viewer: who === 'local' ? null : who, decimalsOf });
}
