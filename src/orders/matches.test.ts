// The orders that a look of the keeper matches: pools fill first as far as they pay more, refused orders wait, and the number of
// commands per look is limited.
import { describe, expect, test, vi } from 'vitest';
import { Kept } from '../../test/kept-exchange.ts';
import { APPLE, BREAD, PaperExchange, ratesOf, token } from '../../test/paper-exchange.ts';
import {
  ann,
  bob,
  guarded,
  pairOf,
  placeOrder,
  provide,
  registerToken,
  swap,
  updateToken,
} from '../../test/paper-orders.ts';
import { ppm } from '../core/amount.ts';
import type { OrderCommand } from './command.ts';

const BUY = pairOf(BREAD, APPLE);

/** One apple is four bread, in a pool of ten million apples. */
function start(): PaperExchange {
  const exchange = PaperExchange.open({ apple: 10_000_000n, bread: 40_000_000n, rates: ratesOf(2000n, 1000n, 0n) });
  for (const owner of [ann, bob]) for (const each of [APPLE, BREAD]) exchange.fund(owner, each, 10n ** 8n);
  return exchange;
}

const place = (exchange: PaperExchange, ...terms: Parameters<typeof placeOrder>): number => {
  exchange.run(placeOrder(...terms));
  return exchange.journal.length;
};
const summaryOf = (commands: readonly OrderCommand[]) =>
  commands.map((command) =>
    command.kind === 'matchOrders'
      ? `match ${command.maker.order} ${command.taker.order}`
      : `${command.kind} ${command.order}`,
  );

test('pools fill the older of two orders as far as they pay it more than the newer would', async () => {
  const it = new Kept(start());
  // The older order accepts 3 bread for an apple, the newer pays up to 3.9, and the pool pays 3.988 for the first apples.
  const maker = place(it.exchange, 1_000_000n, 3_000_000n);
  const taker = place(it.exchange, 1_950_000n, 500_000n, { ...BUY, account: bob });
  const commands = await it.look();
  expect(summaryOf(commands)).toEqual([`fillOrder ${maker}`, `match ${maker} ${taker}`, `fillOrder ${maker}`]);
  it.do(commands);
  const [filled, matched] = it.exchange.journal.slice(-3).map(({ receipt }) => receipt as unknown as Traded);
  // The pool paid at least 3.9 per apple, and then the newer order paid exactly 3.9, its limit.
  expect(filled && filled.amountB * 10n >= filled.amountA * 39n).toBe(true);
  expect(matched).toMatchObject({ amountA: 500_000n, amountB: 1_950_000n });
});

type Traded = { readonly amountA: bigint; readonly amountB: bigint };

test('an order that was refused twice is not matched until its delay is over', async () => {
  const it = new Kept(start());
  const maker = place(it.exchange, 10_000n, 40_050n);
  const taker = place(it.exchange, 20_025n, 4990n, { ...BUY, account: bob });
  const commands = await it.look();
  expect(summaryOf(commands)).toEqual([`match ${maker} ${taker}`]);
  for (let refusals = 0; refusals < 2; refusals++) it.keeper.refused(commands, it.exchange.nowMs);
  const untilMs = it.keeper.orders.get(maker)?.attempts.notBeforeMs as number;
  expect(untilMs).toBeGreaterThan(it.exchange.nowMs);
  it.exchange.nowMs = untilMs - 1;
  expect(await it.look()).toEqual([]);
  it.exchange.nowMs = untilMs;
  expect(summaryOf(await it.look())).toEqual([`match ${maker} ${taker}`]);
});

test.each([
  ['was refused once', (it: Kept, found: readonly OrderCommand[]) => it.keeper.refused(found, it.exchange.nowMs)],
  ['was never executed', () => {}],
])('a match that %s is found again at the next look', async (_, answer) => {
  const it = new Kept(start());
  place(it.exchange, 10_000n, 40_050n);
  place(it.exchange, 20_025n, 4990n, { ...BUY, account: bob });
  const found = await it.look();
  expect(found).toHaveLength(1);
  answer(it, found);
  expect(await it.look()).toEqual(found);
});

test('a look returns at most `most` matches, and the next looks return the rest', async () => {
  const it = new Kept(start(), { most: 3 });
  for (let count = 0; count < 7; count++) {
    place(it.exchange, 10_000n, 40_050n, { inParts: false });
    place(it.exchange, 40_050n, 9990n, { ...BUY, account: bob, inParts: false });
  }
  const batches: number[] = [];
  for (let commands = await it.look(); commands.length > 0; commands = await it.look()) {
    expect(new Set(commands.map(({ kind }) => kind))).toEqual(new Set(['matchOrders']));
    batches.push(commands.length);
    it.do(commands);
  }
  expect(batches).toEqual([3, 3, 1]);
});

test('orders of tokens without a pool are matched as soon as the pause of their token ends', async () => {
  const exchange = start();
  const [dates, figs] = [token('dates', 0), token('figs', 0)];
  exchange.run(registerToken(dates), registerToken(figs));
  exchange.fund(ann, dates, 10_000n).fund(bob, figs, 10_000n);
  const maker = place(exchange, 10_000n, 10_000n, pairOf(dates, figs));
  const taker = place(exchange, 10_000n, 10_000n, { ...pairOf(figs, dates), account: bob });
  const it = new Kept(exchange);
  exchange.run(updateToken(dates, { status: 'paused' }));
  expect(await it.look()).toEqual([]);
  exchange.run(updateToken(dates, { status: 'listed' }));
  expect(summaryOf(await it.look())).toEqual([`match ${maker} ${taker}`]);
});

test.each([
  ['with a guard is never matched', true, []],
  ['without a guard is matched', false, ['match']],
])('a recurring order of tokens without a pool %s', async (_, isGuarded, found) => {
  const exchange = start();
  const [dates, figs] = [token('dates', 0), token('figs', 0)];
  exchange.run(registerToken(dates), registerToken(figs));
  exchange.fund(ann, dates, 10_000n).fund(bob, figs, 10_000n);
  const schedule = { times: 2, everyMs: 60_000 };
  const order = placeOrder(10_000n, 10_000n, { ...pairOf(dates, figs), schedule });
  exchange.run(isGuarded ? guarded(order) : order);
  place(exchange, 10_000n, 10_000n, { ...pairOf(figs, dates), account: bob });
  const it = new Kept(exchange);
  expect(summaryOf(await it.look()).map((each) => each.split(' ')[0])).toEqual(found);
  exchange.nowMs += 10 * 60_000;
  expect(summaryOf(await it.look()).map((each) => each.split(' ')[0])).toEqual(found);
});

test('a look gives a guarded order one command: after a fill from pools it is neither matched nor filled again', async () => {
  const exchange = start();
  exchange.nowMs += 600_000;
  const it = new Kept(exchange);
  // The price has risen by one percent just now: pools pay more than the bid, which pays more than the average after fees.
  exchange.run(swap(201_000n, { ...BUY, account: bob }));
  exchange.run(guarded(placeOrder(400_000n, 400_000n, { schedule: { times: 2, everyMs: 60_000 } })));
  const order = exchange.journal.length;
  place(exchange, 800_000n, 200_000n, { ...BUY, account: bob });
  expect(summaryOf(await it.look())).toEqual([`fillOrder ${order}`]);
});

test.each([
  [2000n, true],
  [4000n, false],
])(
  'a guarded order that pays a match fee of %i millionths gets the average after the fees of the pools: matched %s',
  async (feePpm, isMatched) => {
    const exchange = start();
    exchange.policy = { ...exchange.policy, matchFeePpm: ppm(feePpm) };
    exchange.nowMs += 600_000;
    const it = new Kept(exchange, { matchFeePpm: ppm(feePpm) });
    const maker = place(exchange, 400_000n, 100_000n - 1000n, { ...BUY, account: bob });
    exchange.run(guarded(placeOrder(200_000n, 400_000n, { schedule: { times: 2, everyMs: 60_000 } })));
    const taker = exchange.journal.length;
    const commands = await it.look();
    expect(summaryOf(commands).includes(`match ${maker} ${taker}`)).toBe(isMatched);
    for (const outcome of it.do(commands)) expect(outcome).not.toHaveProperty('refusal');
  },
);

/** The pool's price of four has long been the average; with its fees a guarded order gets at least 3.988008. */
function charging(feePpm: bigint): Kept {
  const exchange = start();
  exchange.policy = { ...exchange.policy, matchFeePpm: ppm(feePpm) };
  exchange.nowMs += 600_000;
  return new Kept(exchange, { matchFeePpm: ppm(feePpm) });
}

/** A bid for apples, and an order with a guard that sells 100,000 now, which is 1 % of the pool; in this order, or the other. */
function meet({ exchange }: Kept, isGuardedFirst: boolean, bread: bigint, apples: bigint): readonly [number, number] {
  const sell = () => {
    exchange.run(guarded(placeOrder(200_000n, 400_000n, { schedule: { times: 2, everyMs: 60_000 } })));
    return exchange.journal.length;
  };
  const first = isGuardedFirst ? sell() : 0;
  const bid = place(exchange, bread, apples, { ...BUY, account: bob });
  return [first || sell(), bid];
}

describe('an order that can pay a guard by its limit', () => {
  test.each([true, false])('exactly is matched; guarded order first: %s', async (isFirst) => {
    const it = charging(0n);
    const [order, bid] = meet(it, isFirst, 398_801n, 100_000n);
    const commands = await it.look();
    expect(summaryOf(commands)).toEqual([isFirst ? `match ${order} ${bid}` : `match ${bid} ${order}`]);
    for (const outcome of it.do(commands)) expect(outcome).not.toHaveProperty('refusal');
  });

  test('is not matched at a mid price that has just fallen below the guard', async () => {
    const it = charging(0n);
    it.exchange.run(swap(130_000n, { account: bob }));
    const [, bid] = meet(it, true, 400_000n, 100_000n);
    expect(summaryOf(await it.look())).toEqual([`fillOrder ${bid}`]);
  });
});

// Otherwise whoever rests such an order could make a stop sell in ever smaller slices.
test.each([
  ['', true, 0n, 398_000n],
  ['', false, 0n, 398_000n],
  [' after the match fee', false, 5000n, 400_000n],
])(
  'pools leave nothing to an order that cannot pay a guard%s; guarded order first: %s',
  async (_, isFirst, feePpm, bread) => {
    const it = charging(feePpm);
    const [order] = meet(it, isFirst, bread, 100_000n);
    const commands = await it.look();
    expect(commands).toMatchObject([{ kind: 'fillOrder', order }]);
    const alone = charging(feePpm);
    meet(alone, true, 100_000n, 100_000n);
    const [undisturbed] = (await alone.look()) as unknown as readonly Traded[];
    expect(commands).toMatchObject([{ amountA: undisturbed?.amountA }]);
  },
);

test('a match names the evidence of a stop that is the newer order, for the amount that it sells', async () => {
  const exchange = start();
  exchange.nowMs += 600_000;
  const it = new Kept(exchange);
  const bid = place(exchange, 1_200_000n, 300_000n, { ...BUY, account: bob });
  const trigger = { when: 'below', price: { numerator: 4n, denominator: 1n }, overMs: 60_000 } as const;
  exchange.run(guarded(placeOrder(100_000n, 100_000n, { trigger })));
  const stop = exchange.journal.length;
  it.do(await it.look());
  const guard = vi.spyOn(it.keeper.stops.windows, 'guard');
  const [command] = await it.look();
  // The bid is the maker: it sells bread for apples.
  expect(command).toMatchObject({ kind: 'matchOrders', maker: { order: bid }, taker: { order: stop, trigger: {} } });
  expect(guard.mock.lastCall?.slice(1)).toEqual([100_000n, exchange.nowMs]);
  for (const outcome of it.do(command ? [command] : [])) expect(outcome).not.toHaveProperty('refusal');
});

describe('with a match fee above the fees of the pools', () => {
  test('pools fill the newer order as far as they pay it more than the older one less the fee', async () => {
    const it = charging(10_000n);
    const maker = place(it.exchange, 4_000_000n, 1_000_000n, { ...BUY, account: bob });
    const taker = place(it.exchange, 500_000n, 1_500_000n);
    expect(summaryOf(await it.look()).slice(0, 2)).toEqual([`fillOrder ${taker}`, `match ${maker} ${taker}`]);
  });

  test('two orders are not matched at a mid price that costs the newer more than pools', async () => {
    const it = charging(10_000n);
    place(it.exchange, 10_000n, 30_000n);
    place(it.exchange, 40_000n, 8000n, { ...BUY, account: bob });
    const commands = await it.look();
    expect(new Set(commands.map(({ kind }) => kind))).toEqual(new Set(['fillOrder']));
    for (const outcome of it.do(commands)) expect(outcome).not.toHaveProperty('refusal');
  });
});

test('an amount that pools would buy, but of whose payment they would sell nothing back, is matched within the limits', async () => {
  const it = new Kept(start());
  const maker = place(it.exchange, 1n, 3n, { inParts: false });
  const taker = place(it.exchange, 3n, 1n, { ...BUY, account: bob, inParts: false });
  const commands = await it.look();
  expect(summaryOf(commands)).toEqual([`match ${maker} ${taker}`]);
  it.do(commands);
  expect(it.exchange.journal.at(-1)?.receipt).toMatchObject({ amountA: 1n, amountB: 3n });
});

test('a match names the routes over two pools that it was compared with', async () => {
  const exchange = PaperExchange.open({ apple: 10_000_000n, bread: 40_000_000n });
  const dates = token('dates', 0);
  exchange.run(registerToken(dates));
  for (const owner of [ann, bob]) for (const each of [APPLE, BREAD, dates]) exchange.fund(owner, each, 10n ** 8n);
  exchange.run(provide(10_000_000n, 10_000_000n, { ...pairOf(BREAD, dates), mayCreatePool: true }));
  place(exchange, 10_000n, 39_000n, pairOf(APPLE, dates));
  place(exchange, 41_000n, 10_000n, { ...pairOf(dates, APPLE), account: bob });
  const [command] = await new Kept(exchange).look();
  expect(command).toMatchObject({ kind: 'matchOrders', pools: { sold: [{}, {}], bought: [{}, {}] } });
});
