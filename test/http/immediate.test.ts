// immediate: an order of which only what the pools fill in its own commit is sold. About 3 s.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { APPLE, BREAD } from '../paper-exchange.ts';
import { bob, pairOf, placeOrder } from '../paper-orders.ts';
import { asking, interrupted } from './asking.ts';
import { keysOf } from './keys-of.ts';
import { openMarket } from './market.ts';
import { type Server, startServer } from './server.ts';

const Pair = { tokenA: 'apple', tokenB: 'bread' };
let server: Server;
let keys: Record<string, string>;
/** Happens after the pools were asked what they would fill, and before the commit. */
let meanwhile: (() => Promise<unknown>) | undefined;

const own = asking(() => ({ server, keys }));
const ask = (path: string, body?: object, key?: string, who = 'ann') => own.ask(who, path, body, key);
const data = (path: string, body?: object, key?: string, who = 'ann') => own.data(who, path, body, key);
const order = (terms: object = {}) => ({ Pair, amount: { tokenA: 1000 }, price: 1.9, immediate: true, ...terms });
const held = async (who = 'ann') =>
  Number(
    (await data('/getBalances', undefined, undefined, who)).balances.find(
      ({ address }: { address: string }) => address === 'apple',
    ).balance,
  );

// MAX_OPEN_ORDERS is 1, and ann has one: immediate orders take no place.
beforeAll(async () => {
  server = await startServer({
    auth: 'keys',
    wrapVenue: interrupted(() => meanwhile?.()),
    orderLimits: { own: 1, all: 8 },
  });
  keys = await keysOf(server, { local: 'operator', ann: 'trader', bob: 'trader' });
  await openMarket(server, { authorization: `Bearer ${keys.local}` });
  for (const account of ['ann', 'bob'])
    for (const token of ['apple', 'bread'])
      await data('/deposit', { account, token, amount: 400_000, reference: account }, undefined, 'local');
  await data('/createOrder', { Pair, amount: { tokenA: 1 }, price: 9, parts: false });
});
beforeEach(() => {
  meanwhile = undefined;
});
afterAll(() => server.close());

const price = async () => Number((await data('/quoteOrder?tokenA=apple&tokenB=bread&amount=1000&price=9')).marketPrice);

test.each<[string, number, number, object]>([
  ['all of it', 1000, 0.9, { status: 'filled', filledA: '1000', returned: '0', fills: '1' }],
  ['a part', 200_000, 0.95, { status: 'expired', fills: '1' }],
  ['nothing', 1000, 1.01, { status: 'expired', filledA: '0', receivedB: '0', returned: '1000', fills: '0' }],
  ['nothing of what may not be filled in parts', 200_000, 0.95, { status: 'expired', returned: '200000', fills: '0' }],
])(
  'sells %s at once, and gives the rest back, as answer, order, history, fills and events say',
  async (what, units, of, expected) => {
    const before = await held();
    const terms = { amount: { tokenA: units }, price: ((await price()) * of).toFixed(6), clientId: 'ioc' };
    const parts = what.includes('may not') ? { parts: false } : {};
    const answer = await data('/createOrder', order({ ...terms, ...parts }));
    expect(answer).toMatchObject({ ...expected, left: '0' });
    const [filledA, returned] = [Number(answer.filledA), Number(answer.returned)];
    expect(filledA + returned).toBe(units);
    if (what === 'a part') expect(filledA > 0 && returned > 0).toBe(true);
    expect(await held()).toBe(before - filledA);
    const record = await data('/getOrder?clientId=ioc');
    expect(record).toMatchObject({
      ...expected,
      orderId: answer.orderId,
      immediate: true,
      expiresAt: record.createdAt,
    });
    expect(record.updatedAt).toBe(record.createdAt);
    const { activity } = await data('/getActivity');
    const own = activity.filter(({ order: number }: { order?: string }) => String(number) === answer.order);
    expect(own.map(({ kind }: { kind: string }) => kind).toReversed()).toEqual([
      'placeOrder',
      ...(filledA > 0 ? ['swap'] : []),
      ...(returned > 0 ? ['closeOrder'] : []),
    ]);
    const { fills } = await data(`/getFills?order=${answer.order}`);
    expect(fills.map(({ clientId, kind }: Record<string, string>) => [clientId, kind])).toEqual(
      filledA > 0 ? [['ioc', 'swap']] : [],
    );
    expect((await data('/getOrders?state=open')).orders).toHaveLength(1);
  },
);

test('finds another fill if the pools have moved since they were asked', async () => {
  const limit = (await price()) * 0.97;
  let moves = 0;
  meanwhile = async () => {
    moves += 1;
    const body = { Pair, amount: { tokenA: 12_000 } };
    await data('/createSwap', body, undefined, 'bob');
  };
  // The fill that was found is now below the limit as a whole, yet some of it is not.
  const answer = await data('/createOrder', order({ amount: { tokenA: 200_000 }, price: limit.toFixed(6) }));
  expect(moves).toBe(1);
  expect(answer).toMatchObject({ status: 'expired', fills: '1' });
  expect(Number(answer.averagePrice)).toBeGreaterThanOrEqual(limit);
});

test('of an exact amount buys what the pools sell within the limit, and gives back the rest of what it may pay', async () => {
  const Back = { tokenA: 'bread', tokenB: 'apple' };
  const asked = 1 / Number((await data('/quoteOrder?tokenA=bread&tokenB=apple&amount=200000&price=9')).marketPrice);
  const buy = (units: number, of: number) => {
    const maxPaid = (units * asked * of).toFixed(2);
    return data('/createOrder', { Pair: Back, amount: { tokenB: units }, maxPaid, immediate: true });
  };
  const whole = await buy(100, 1.02);
  expect(whole).toMatchObject({ status: 'filled', receivedB: '100', left: '0' });
  expect(Number(whole.filledA) + Number(whole.returned)).toBeCloseTo(Number(whole.amountA), 2);
  const part = await buy(100_000, 1.02);
  expect(part).toMatchObject({ status: 'expired', fills: '1', left: '0' });
  expect(Number(part.receivedB)).toBeGreaterThan(0);
  expect(Number(part.filledA) + Number(part.returned)).toBeCloseTo(Number(part.amountA), 2);
  expect(await buy(100, 0.98)).toMatchObject({ status: 'expired', fills: '0', filledA: '0' });
});

test('gets the same answer again under its key', async () => {
  const body = order({ amount: { tokenA: 200_000 }, price: ((await price()) * 0.97).toFixed(6), clientId: 'again' });
  const answer = await data('/createOrder', body, 'one');
  expect(answer.status).toBe('expired');
  const before = await held();
  expect(await data('/createOrder', body, 'one')).toEqual(answer);
  expect(await held()).toBe(before);
});

test('in a bulk gives back what the next item spends, and is found a fill at what earlier items leave', async () => {
  const now = await price();
  const units = await held();
  const { items } = await data('/bulk', {
    atomic: true,
    items: [
      { call: 'createOrder', body: order({ amount: { tokenA: units }, price: (now * 1.01).toFixed(6) }) },
      { call: 'createSwap', body: { Pair: { tokenA: 'bread', tokenB: 'apple' }, amount: { tokenA: 40_000 } } },
      { call: 'createOrder', body: order({ amount: { tokenA: units }, price: (now * 1.01).toFixed(6) }) },
    ],
  });
  expect(
    items.map((item: { data: { status: string; fills?: string } }) => [item.data.status, item.data.fills]),
  ).toEqual([
    ['expired', '0'],
    ['completed', undefined],
    ['expired', '1'],
  ]);
});

test('does not meet orders that wait: who pays nothing learns nothing of their limits', async () => {
  const limit = (await price()) * 1.05;
  // Bob pays 100.00 bread for apples at up to 5 % more than that, and waits, as this order gives the pools nothing to fill.
  const apples = BigInt(Math.floor(100 / (limit * 1.05)));
  const bid = placeOrder(10_000n, apples, { account: bob, ...pairOf(BREAD, APPLE), inParts: false });
  await server.exchange.execute(bob, bid);
  expect(
    await data('/createOrder', order({ amount: { tokenA: 40 }, price: limit.toFixed(6), parts: false })),
  ).toMatchObject({
    status: 'expired',
    fills: '0',
  });
});

test.each([
  [{ postOnly: true }, 'Send postOnly or immediate, not both: one only waits, the other never does.'],
  [{ expiresAt: '2030-01-01T00:00:00Z' }, 'An immediate order ends at once; leave expiresAt out.'],
  [{ kind: 'recurring', times: 2, every: 60 }, 'immediate belongs to a limit order.'],
  [{ kind: 'stop', trigger: { below: 1 } }, 'immediate belongs to a limit order.'],
])('is refused with %j', async (terms, error) => {
  const answer = await ask('/createOrder', order(terms));
  expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, error]);
});

test('leaves a journal that the audit passes', async () => {
  expect(await audit(server.store, () => {})).toMatchObject({ transactions: expect.any(Number) });
});
