// The guard of an unattended fill: both sides of its minimum payment and of every condition on the evidence of the average price.
import { expect, test } from 'vitest';
import { APPLE, BREAD, PaperExchange, ratesOf } from '../../../test/paper-exchange.ts';
import {
  ann,
  bob,
  fillOrder,
  guarded,
  matchOrders,
  pairOf,
  placeOrder,
  setPoolStatus,
} from '../../../test/paper-orders.ts';
import { amount, ppm } from '../amount.ts';
import { type GuardEvidence, leastForFill } from '../orders/guard.ts';
import { windowStart } from '../orders/trigger.ts';

const UNITS = 10_000n;
const SCHEDULE = { schedule: { times: 2, everyMs: 60_000 } };

/** A million apples against four million units of bread, and an order that sells apples in two parts. */
function open(terms: Parameters<typeof placeOrder>[2] = {}) {
  const exchange = PaperExchange.open({ apple: 10n ** 6n, bread: 4n * 10n ** 6n, rates: ratesOf(2000n, 1000n, 0n) });
  exchange.fund(ann, APPLE, 10n ** 6n).fund(bob, BREAD, 10n ** 6n);
  exchange.nowMs += 120_500;
  exchange.run(guarded(placeOrder(2n * UNITS, 0n, { ...SCHEDULE, ...terms })));
  return { exchange, order: exchange.journal.length };
}

/** The pool's current state, as if it had been the same for the whole window. */
const evidenceOf = ({ nowMs, journal }: PaperExchange, change: Partial<GuardEvidence> = {}): GuardEvidence => ({
  average: { numerator: 4n << 192n, denominator: 1n << 192n },
  depth: 4n * 10n ** 12n,
  ...{ fromMs: windowStart(60_000, nowMs), toMs: nowMs, asOf: journal.length, via: [] },
  ...change,
});

function answerTo({ exchange, order }: ReturnType<typeof open>, guard?: GuardEvidence): string {
  const fill = fillOrder(order, UNITS, 2n * UNITS, guard && { guard });
  const [outcome] = exchange.answer(fill);
  return outcome && 'refusal' in outcome ? outcome.refusal.code : 'swap';
}

test('a fill of a guarded order needs evidence and must pay the average price less 1 %, to the unit', () => {
  const it = open();
  expect(answerTo(it)).toBe('order_moved');
  expect(answerTo(open(), evidenceOf(it.exchange))).toBe('swap');
  // Raises the average until 1 % less than it equals the pool's payment, and then by one unit more.
  const fees = [{ lpFeePpm: ppm(2000n), protocolFeePpm: ppm(1000n) }];
  const paid = 39_485n;
  const leastAt = (thousandths: bigint) =>
    leastForFill(UNITS, { average: { numerator: thousandths, denominator: 1000n }, depth: 4n * 10n ** 12n }, fees, {
      slippagePpm: ppm(10_000n),
      due: UNITS,
    });
  let high = 4000n;
  while (leastAt(high + 1n) <= paid) high += 1n;
  const at = (numerator: bigint) => evidenceOf(it.exchange, { average: { numerator, denominator: 1000n } });
  expect(leastAt(high)).toBeLessThanOrEqual(paid);
  expect([at(high), at(high + 1n)].map((guard) => answerTo(open(), guard))).toEqual(['swap', 'below_minimum']);
});

test.each<[string, bigint, readonly bigint[], bigint, bigint]>([
  // The average pays 5 units for 500; a pool keeps one of them as its fee of 0.1 %. All that is due may be paid one unit less, or that.
  ['a fee is rounded up to a unit', 500n, [1000n], 4n, 5n],
  ['without a fee no unit is kept', 500n, [0n], 4n, 5n],
  ['each of two pools keeps a unit', 500n, [1000n, 1000n], 3n, 5n],
  ['only pools with a fee keep a unit', 500n, [0n, 1000n], 4n, 5n],
  ['the fee leaves nothing of an average of one unit', 100n, [1000n], 0n, 1n],
  ['a fee of whole units is not rounded', 100_000n, [1000n], 989n, 990n],
  ['a fee that is not whole is rounded up by less than a unit', 100_100n, [1000n], 990n, 991n],
])('for all that is due the minimum counts fees as pools do: %s', (_, units, fees, ofAll, ofPart) => {
  const average = { average: { numerator: 1n, denominator: 100n }, depth: 10n ** 40n };
  const pools = fees.map((fee) => ({ lpFeePpm: ppm(0n), protocolFeePpm: ppm(fee) }));
  // One unit more is sold to make up for the price impact, which costs a fraction of a unit.
  const leastOf = (due: bigint) => leastForFill(units + 1n, average, pools, { slippagePpm: ppm(10_000n), due });
  expect([leastOf(units + 1n), leastOf(units * 100n)]).toEqual([ofAll, ofPart]);
});

test.each<[string, (exchange: PaperExchange) => Partial<GuardEvidence>, string]>([
  ['of now is accepted', () => ({}), 'swap'],
  ['of a minute ago is accepted', ({ nowMs }) => at(nowMs - 60_000), 'swap'],
  ['of more than a minute ago is refused', ({ nowMs }) => at(nowMs - 60_001), 'order_moved'],
  ['of the future is refused', ({ nowMs }) => at(nowMs + 1), 'order_moved'],
  ['of a shorter window is refused', ({ nowMs }) => ({ fromMs: windowStart(60_000, nowMs) + 1000 }), 'order_moved'],
  ['that counts the fill itself is refused', ({ journal }) => ({ asOf: journal.length + 1 }), 'order_moved'],
  ['over a token without pools is refused', () => ({ via: ['corn' as never] }), 'order_moved'],
  ['without depth is refused', () => ({ depth: 0n }), 'order_moved'],
])('evidence %s', (_, change, answer) => {
  const it = open();
  expect(answerTo(it, evidenceOf(it.exchange, change(it.exchange)))).toBe(answer);
});

const at = (toMs: number) => ({ toMs, fromMs: windowStart(60_000, toMs) });

test('an order without a guard needs no evidence, and a guarded fill in a paused pool is refused as pool_paused', () => {
  const free = open();
  free.exchange.run(placeOrder(2n * UNITS, 0n, SCHEDULE));
  expect(answerTo({ ...free, order: free.exchange.journal.length })).toBe('swap');
  const paused = open();
  paused.exchange.run(setPoolStatus('paused'));
  expect(answerTo(paused, evidenceOf(paused.exchange))).toBe('pool_paused');
});

test('a match whose older order is guarded needs evidence and must pay the guarded minimum', () => {
  const { exchange, order } = open({ minReceived: 1000n as never });
  exchange.run(placeOrder(50_000n, 10_000n, { ...pairOf(BREAD, APPLE), account: bob }));
  const match = matchOrders(UNITS, [order, 2n * UNITS], [order + 1, 50_000n]);
  const withGuard = (guard: GuardEvidence) => ({ ...match, maker: { ...match.maker, guard } });
  const answers = [
    match,
    withGuard(evidenceOf(exchange, { average: { numerator: 5n, denominator: 1n } })),
    withGuard(evidenceOf(exchange)),
  ].map((command) => exchange.answer(command)[0]);
  expect(answers).toMatchObject([
    { refusal: { code: 'order_moved' } },
    { refusal: { code: 'below_minimum' } },
    { posted: { receipt: { amountB: 40_000n, maker: { guard: {} } } } },
  ]);
});

test('a match whose newer order is guarded needs evidence and must pay the guarded minimum', () => {
  const { exchange } = open();
  exchange.run(placeOrder(50_000n, 10_000n, { ...pairOf(BREAD, APPLE), account: bob }));
  const older = exchange.journal.length;
  exchange.run(guarded(placeOrder(2n * UNITS, 1000n, SCHEDULE)));
  const side = { order: older + 1, account: ann, left: amount(2n * UNITS) };
  const match = (guard?: GuardEvidence) =>
    matchOrders(40_000n, [older, 50_000n], [older + 1, 2n * UNITS], {
      ...pairOf(BREAD, APPLE),
      maker: { order: older, account: bob, left: amount(50_000n) },
      taker: { ...side, ...(guard && { guard }) },
    });
  const answers = [
    match(),
    match(evidenceOf(exchange, { average: { numerator: 5n, denominator: 1n } })),
    match(evidenceOf(exchange)),
  ].map((command) => exchange.answer(command)[0]);
  expect(answers).toMatchObject([
    { refusal: { code: 'order_moved', order: older + 1 } },
    { refusal: { code: 'below_minimum' } },
    { posted: { receipt: { amountB: UNITS, taker: { guard: {} } } } },
  ]);
});
