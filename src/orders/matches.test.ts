// The orders that a look of the keeper matches: pools fill first as far as they pay more, refused orders wait, and the number of
// commands per look is limited.
import { expect, test } from 'vitest';
import { Kept } from '../../test/kept-exchange.ts';
import { APPLE, BREAD, PaperExchange, ratesOf, token } from '../../test/paper-exchange.ts';
import { ann, bob, guarded, pairOf, placeOrder, registerToken, swap, updateToken } from '../../test/paper-orders.ts';
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
