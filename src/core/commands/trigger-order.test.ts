// Stop orders: none is filled before it is triggered, each is triggered once, and the tokens it still holds can be returned at any time.
import { describe, expect, test } from 'vitest';
import { APPLE, BREAD, CORN, PaperExchange, ratesOf } from '../../../test/paper-exchange.ts';
import {
  ann,
  bob,
  closeOrder,
  fillOrder,
  matchOrders,
  pairOf,
  placeOrder,
  setPoolStatus,
  triggerOrder,
  updateToken,
} from '../../../test/paper-orders.ts';
import { orderAccount, stopAccount } from '../accounts.ts';
import type { TokenAddress } from '../amount.ts';
import type { Trigger } from '../orders/trigger.ts';
import { type Command, transfersOf } from './command.ts';

/** The sequence number of ann's stop; the setup takes the ten before it. */
const FIRST = 11;
const below = (numerator: bigint, overMs = 0): Trigger => ({
  when: 'below',
  price: { numerator, denominator: 1n },
  overMs,
});
const above = (numerator: bigint): Trigger => ({ ...below(numerator), when: 'above' });

/** 10,000 apples against 400,000 units of bread, and ann's stop of a thousand apples. */
function market(trigger: Trigger = below(40n), terms: Partial<Parameters<typeof placeOrder>[2]> = {}): PaperExchange {
  const exchange = PaperExchange.open({ apple: 10_000n, bread: 400_000n, rates: ratesOf(0n, 0n, 0n) })
    .fund(ann, APPLE, 5000n)
    .fund(ann, BREAD, 5000n)
    .fund(bob, BREAD, 90_000n);
  exchange.run(placeOrder(1000n, 1000n, { trigger, ...terms }));
  return exchange;
}

function answerTo(exchange: PaperExchange, command: Command): string {
  const [outcome] = exchange.settle([{ actor: ann, command }]).outcomes;
  if (!outcome) throw new Error('nothing was asked');
  return 'refusal' in outcome ? outcome.refusal.code : outcome.posted.receipt.kind;
}
const heldBy = (exchange: PaperExchange) =>
  [stopAccount(FIRST), orderAccount(FIRST), ann].map((each) => exchange.balanceOf(each, APPLE.address));

test('a stop cannot be filled before it is triggered, is triggered once, and is then filled', () => {
  const exchange = market();
  expect(heldBy(exchange)).toEqual([1000n, 0n, 4000n]);
  for (const left of [1000n, 0n]) expect(answerTo(exchange, fillOrder(FIRST, 500n, left))).toBe('order_moved');
  expect(answerTo(exchange, triggerOrder(FIRST, exchange, { average: [40n, 1n] }))).toBe('triggerOrder');
  expect(exchange.journal.at(-1)?.receipt).toMatchObject({ amountA: 1000n, evidence: { asOf: FIRST, via: [] } });
  expect(heldBy(exchange)).toEqual([0n, 1000n, 4000n]);
  expect(answerTo(exchange, triggerOrder(FIRST, exchange))).toBe('order_moved');
  expect(answerTo(exchange, fillOrder(FIRST, 500n, 1000n, heldNow(exchange)))).toBe('swap');
  expect(answerTo(exchange, triggerOrder(FIRST, exchange))).toBe('order_moved');
});

/** Evidence that the trigger still holds. */
const heldNow = (exchange: PaperExchange, told: Parameters<typeof triggerOrder>[2] = {}) => ({
  trigger: triggerOrder(FIRST, exchange, told).evidence,
});

test.each<[string, Parameters<typeof triggerOrder>[2] | undefined, string]>([
  ['without evidence', undefined, 'order_moved'],
  ['at 40', { average: [40n, 1n] }, 'swap'],
  ['not at 40.0001', { average: [400_001n, 10_000n] }, 'order_moved'],
  ['not by evidence that counts the fill itself', { asOf: FIRST + 2 }, 'order_moved'],
  ['not by a price over missing pools', { via: ['corn' as TokenAddress] }, 'order_moved'],
])('a triggered stop below 40 is filled only while its trigger holds: %s', (_, told, answer) => {
  const exchange = market();
  exchange.run(triggerOrder(FIRST, exchange));
  expect(answerTo(exchange, fillOrder(FIRST, 500n, 1000n, told && heldNow(exchange, told)))).toBe(answer);
});

test('evidence of a trigger does not belong to an order without one', () => {
  const exchange = market();
  exchange.run(placeOrder(1000n, 1000n));
  expect(answerTo(exchange, fillOrder(FIRST + 1, 500n, 1000n, heldNow(exchange)))).toBe('order_moved');
});

test.each([
  [undefined, 'order_moved'],
  [9999, 'order_moved'],
  [10_000, 'swap'],
])('pools fill the next slice of a stop ten seconds after the last: after %s ms', (elapsedMs, answer) => {
  const exchange = market();
  exchange.run(triggerOrder(FIRST, exchange), fillOrder(FIRST, 400n, 1000n, heldNow(exchange)));
  exchange.nowMs += 20_000;
  const filled = elapsedMs === undefined ? {} : { filledAtMs: exchange.nowMs - elapsedMs };
  expect(answerTo(exchange, fillOrder(FIRST, 300n, 600n, { ...heldNow(exchange), ...filled }))).toBe(answer);
});

test('a stop is not matched before it is triggered', () => {
  const exchange = market();
  exchange.run(placeOrder(40_000n, 1000n, { ...pairOf(BREAD, APPLE), account: bob }));
  const match = matchOrders(500n, [FIRST, 1000n], [FIRST + 1, 40_000n]);
  expect(answerTo(exchange, match)).toBe('order_moved');
  expect(answerTo(exchange, { ...match, maker: { ...match.maker, left: 0n as never } })).toBe('order_moved');
  exchange.run(triggerOrder(FIRST, exchange));
  const held = (told: Parameters<typeof triggerOrder>[2] = {}) => ({
    ...match,
    maker: { ...match.maker, ...heldNow(exchange, told) },
  });
  expect(answerTo(exchange, match)).toBe('order_moved');
  expect(answerTo(exchange, held({ average: [400_001n, 10_000n] }))).toBe('order_moved');
  expect(answerTo(exchange, held())).toBe('matchOrders');
});

describe('closing a stop returns the tokens it still holds', () => {
  test.each(['before it is triggered', 'after'])('%s', (when) => {
    const exchange = market();
    if (when === 'after') exchange.run(triggerOrder(FIRST, exchange));
    exchange.run(closeOrder(FIRST));
    expect(heldBy(exchange)).toEqual([0n, 0n, 5000n]);
    const { receipt } = exchange.journal.at(-1) as (typeof exchange.journal)[number];
    expect('untriggered' in receipt).toBe(when !== 'after');
    expect(transfersOf(receipt)[0]?.from).toBe(when === 'after' ? orderAccount(FIRST) : stopAccount(FIRST));
    for (const command of [closeOrder(FIRST), triggerOrder(FIRST, exchange)])
      expect(answerTo(exchange, command)).toBe(command.kind === 'closeOrder' ? 'order_closed' : 'order_moved');
  });

  test('in a batch that also places, triggers and fills another stop', () => {
    const exchange = market();
    const next = { trigger: below(40n) };
    const trigger = triggerOrder(FIRST + 1, { nowMs: exchange.nowMs, journal: { length: FIRST + 1 } as never });
    const fill = fillOrder(FIRST + 1, 500n, 500n, { trigger: trigger.evidence });
    const batch = [placeOrder(500n, 1000n, next), trigger, fill, closeOrder(FIRST)];
    const { outcomes } = exchange.settle(batch.map((command) => ({ actor: ann, command })));
    expect(outcomes.map((one) => ('refusal' in one ? one.refusal.code : one.posted.receipt.kind))).toEqual([
      ...['placeOrder', 'triggerOrder', 'swap', 'closeOrder'],
    ]);
  });
});

describe('a stop', () => {
  const MINUTE = 60_000;
  test.each<[string, Trigger, Parameters<typeof triggerOrder>[2], string]>([
    ['below 40 is triggered at 39', below(40n), { average: [39n, 1n] }, 'triggerOrder'],
    ['below 40 is triggered at 40', below(40n), { average: [40n, 1n] }, 'triggerOrder'],
    ['below 40 is not triggered at 40.0001', below(40n), { average: [400_001n, 10_000n] }, 'order_moved'],
    ['above 40 is triggered at 41', above(40n), { average: [41n, 1n] }, 'triggerOrder'],
    ['above 40 is triggered at 40', above(40n), { average: [40n, 1n] }, 'triggerOrder'],
    ['above 40 is not triggered at 39.9999', above(40n), { average: [399_999n, 10_000n] }, 'order_moved'],
    ['over a minute is not triggered by the price of a moment', below(40n, MINUTE), {}, 'order_moved'],
    ['is not triggered by evidence from before it was placed', below(40n), { asOf: FIRST - 1 }, 'order_moved'],
    ['is not triggered by evidence from the future', below(40n), { asOf: FIRST + 1 }, 'order_moved'],
    ['is not triggered by a price over missing pools', below(40n), { via: ['corn' as TokenAddress] }, 'order_moved'],
    ['is not triggered by a price over an unknown token', below(40n), { via: ['x' as TokenAddress] }, 'order_moved'],
  ])('%s (%#)', (_, trigger, told, answer) => {
    const exchange = market(trigger);
    expect(answerTo(exchange, triggerOrder(FIRST, exchange, told))).toBe(answer);
  });

  test.each([
    [0, 'triggerOrder'],
    [-1, 'order_moved'],
    [60_000, 'triggerOrder'],
    [60_001, 'order_moved'],
  ])('whose evidence ends %i ms before now is answered with %s', (ms, answer) => {
    const exchange = market();
    const command = triggerOrder(FIRST, exchange);
    exchange.nowMs += ms;
    expect(answerTo(exchange, command)).toBe(answer);
  });

  test('is not triggered if it has expired, has no trigger, or is named with another account or pair', () => {
    const exchange = market();
    exchange.run(
      placeOrder(100n, 1000n),
      placeOrder(100n, 1000n, { trigger: below(40n), expiresAtMs: exchange.nowMs + 5 }),
    );
    expect(answerTo(exchange, triggerOrder(FIRST + 1, exchange))).toBe('order_moved');
    for (const other of [{ account: bob }, pairOf(APPLE, CORN)])
      expect(answerTo(exchange, triggerOrder(FIRST, exchange, {}, other))).toBe('not_found');
    exchange.nowMs += 5;
    expect(answerTo(exchange, triggerOrder(FIRST + 2, exchange))).toBe('order_moved');
    exchange.run(closeOrder(FIRST + 2, { reason: 'expired' }));
  });

  test('is not triggered while its pool or a token of it is paused', () => {
    for (const pause of [setPoolStatus('paused'), updateToken(BREAD, { status: 'paused' })]) {
      const exchange = market();
      exchange.run(pause);
      expect(answerTo(exchange, triggerOrder(FIRST, exchange))).toBe('order_moved');
    }
  });
});
