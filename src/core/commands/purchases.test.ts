// Purchases (orders for an exact amount): both sides of every boundary of placing, filling and matching one.
import { describe, expect, test } from 'vitest';
import { APPLE, BREAD, PaperExchange, ratesOf } from '../../../test/paper-exchange.ts';
import {
  ann,
  bob,
  closeOrder,
  fillOrder,
  fillPurchase,
  matchOrders,
  pairOf,
  placeOrder,
  placePurchase,
} from '../../../test/paper-orders.ts';
import { orderAccount } from '../accounts.ts';
import { amount, ppm, type TokenAddress } from '../amount.ts';
import type { OrderFill } from '../orders/order.ts';
import { fillsOf } from '../orders/record.ts';
import type { Command } from './command.ts';

/** The sequence number of the first order; the setup takes those before it. */
const FIRST = 11;
const BACK = pairOf(BREAD, APPLE);

/** 10,000 apples against 4000.00 bread without fees: 3960 units of bread cost 100 apples, and 3961 cost 101. */
const market = () =>
  PaperExchange.open({ apple: 10_000n, bread: 400_000n, rates: ratesOf(0n, 0n, 0n) })
    .fund(ann, APPLE, 5000n)
    .fund(ann, BREAD, 5000n)
    .fund(bob, APPLE, 5000n);

/** Runs each command in a batch of its own; returns the last one's receipt kind or refusal code. */
function answerTo(exchange: PaperExchange, ...commands: readonly Command[]): string {
  const outcomes = commands.map((command) => exchange.settle([{ actor: ann, command }]).outcomes[0]);
  const last = outcomes.at(-1);
  if (!last) throw new Error('nothing was asked');
  return 'refusal' in last ? last.refusal.code : last.posted.receipt.kind;
}

const left = (exchange: PaperExchange, order = FIRST, token: TokenAddress = APPLE.address) =>
  exchange.balanceOf(orderAccount(order), token);
const lastFills = ({ journal }: PaperExchange): readonly OrderFill[] => {
  const receipt = journal.at(-1)?.receipt;
  return receipt ? fillsOf(receipt) : [];
};

describe('placing a purchase', () => {
  test('sets aside the most that it pays', () => {
    const exchange = market();
    exchange.run(placePurchase(3960n, 1000n));
    expect([left(exchange), exchange.balanceOf(ann, APPLE.address)]).toEqual([1000n, 4000n]);
  });

  test.each<[string, Command, string]>([
    ['for the least that may be bought in parts is accepted', placePurchase(1n, 1000n), 'placeOrder'],
    ['for less is refused', placePurchase(4000n, 999n), 'order_too_small'],
    ['as a whole for one unit is accepted', placePurchase(1n, 1n, { inParts: false }), 'placeOrder'],
    ['of nothing is refused', placePurchase(0n, 1000n), 'order_too_small'],
    ['of nothing as a whole is refused', placePurchase(0n, 1000n, { inParts: false }), 'order_too_small'],
    ['for the whole balance is accepted', placePurchase(1n, 5000n), 'placeOrder'],
    ['for more than the balance is refused', placePurchase(1n, 5001n), 'insufficient_funds'],
  ])('%s', (_, command, answer) => {
    expect(answerTo(market(), command)).toBe(answer);
  });

  test('says that the limit is the most that it pays', () => {
    const [outcome] = market().answer(placePurchase(4000n, 999n));
    expect(outcome).toEqual({ refusal: { code: 'order_too_small', least: '1000', symbol: 'APPLE' } });
  });

  test('also fills as much of it as the command says', () => {
    const exchange = market();
    exchange.run(placePurchase(7920n, 1000n, { fill: { amountA: amount(100n), amountB: amount(3960n) } }));
    expect(lastFills(exchange)).toEqual([
      { order: FIRST, amountA: 100n, amountB: 3960n, left: 900n, receivedB: 3960n },
    ]);
  });
});

describe('a fill of a purchase', () => {
  test('buys exactly what it wants, and returns what is left', () => {
    const exchange = market();
    exchange.run(placePurchase(3960n, 102n, { inParts: false }), fillPurchase(FIRST, 3960n, 102n));
    expect(lastFills(exchange)).toEqual([
      { order: FIRST, amountA: 100n, amountB: 3960n, left: 0n, returned: 2n, receivedB: 3960n },
    ]);
    expect([left(exchange), exchange.balanceOf(ann, APPLE.address), exchange.balanceOf(ann, BREAD.address)]).toEqual([
      0n,
      4900n,
      8960n,
    ]);
    expect(answerTo(exchange, closeOrder(FIRST))).toBe('order_closed');
  });

  const whole = { inParts: false };
  test.each<[string, readonly Command[], string]>([
    ['at exactly its limit', [placePurchase(3960n, 100n, whole), fillPurchase(FIRST, 3960n, 100n)], 'swap'],
    [
      'a unit above it',
      [placePurchase(3960n, 99n, whole), fillPurchase(FIRST, 3960n, 99n, { amountA: amount(100n) })],
      'below_minimum',
    ],
    ['of a part at its limit', [placePurchase(39_600n, 1000n), fillPurchase(FIRST, 3960n, 1000n)], 'swap'],
    ['of a part above it', [placePurchase(39_610n, 1000n), fillPurchase(FIRST, 3960n, 1000n)], 'below_minimum'],
    ['of the smallest part', [placePurchase(10_000n, 1000n), fillPurchase(FIRST, 10n, 1000n)], 'swap'],
    ['of less', [placePurchase(10_000n, 1000n), fillPurchase(FIRST, 9n, 1000n)], 'order_moved'],
    ['that leaves the smallest rest', [placePurchase(10_000n, 1000n), fillPurchase(FIRST, 9990n, 1000n)], 'swap'],
    ['that leaves less', [placePurchase(10_000n, 1000n), fillPurchase(FIRST, 9991n, 1000n)], 'order_moved'],
    ['of more than it wants', [placePurchase(10_000n, 1000n), fillPurchase(FIRST, 10_001n, 1000n)], 'order_moved'],
    ['of nothing', [placePurchase(10_000n, 1000n), fillPurchase(FIRST, 0n, 1000n)], 'order_moved'],
    [
      'of a part, if it is bought as a whole',
      [placePurchase(39_600n, 1100n, whole), fillPurchase(FIRST, 3960n, 1100n)],
      'order_moved',
    ],
    ['with another rest', [placePurchase(10_000n, 1000n), fillPurchase(FIRST, 3960n, 999n)], 'order_moved'],
    ['that sells an amount', [placePurchase(10_000n, 1000n), fillOrder(FIRST, 100n, 1000n)], 'order_moved'],
    ['of an order that sells', [placeOrder(1000n, 10_000n), fillPurchase(FIRST, 3960n, 1000n)], 'order_moved'],
    [
      'that returns something itself',
      [placePurchase(3960n, 1000n), fillPurchase(FIRST, 3960n, 1000n, { returned: amount(900n) })],
      'order_moved',
    ],
    [
      'that costs 1 % more than found',
      [placePurchase(10_000n, 1000n), fillPurchase(FIRST, 3961n, 1000n, { amountA: amount(100n) })],
      'swap',
    ],
    [
      'that costs more than that',
      [placePurchase(10_000n, 1000n), fillPurchase(FIRST, 3961n, 1000n, { amountA: amount(99n) })],
      'order_moved',
    ],
  ])('%s', (_, commands, answer) => {
    expect(answerTo(market(), ...commands)).toBe(answer);
  });

  test('after another one names it, so that it never buys more than the order wants', () => {
    const exchange = market();
    exchange.run(placePurchase(10_000n, 1000n), fillPurchase(FIRST, 3960n, 1000n));
    const [rest, lastFill] = [left(exchange), exchange.journal.length];
    expect(rest).toBe(900n);
    const next = (units: bigint, last: { lastFill?: number }) =>
      answerTo(exchange, fillPurchase(FIRST, units, rest, last));
    expect(next(6041n, { lastFill })).toBe('order_moved');
    // Neither the order itself, another transaction nor none says what was received.
    for (const other of [{}, { lastFill: FIRST }, { lastFill: 1 }, { lastFill: 2 ** 40 }])
      expect(next(6040n, other)).toBe('order_moved');
    expect(next(6040n, { lastFill })).toBe('swap');
    expect(lastFills(exchange)).toMatchObject([{ amountB: 6040n, receivedB: 10_000n, left: 0n }]);
  });

  test('in the same batch needs not name the one before, and one fill found twice is done once', () => {
    const exchange = market();
    const outcomes = exchange.answer(
      placePurchase(10_000n, 1000n),
      fillPurchase(FIRST, 3960n, 1000n),
      fillPurchase(FIRST, 3960n, 1000n),
      fillPurchase(FIRST, 6041n, 900n),
      fillPurchase(FIRST, 6040n, 900n),
    );
    expect(outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.code : 'done'))).toEqual([
      'done',
      'done',
      'order_moved',
      'order_moved',
      'done',
    ]);
  });

  test('is refused from the moment it expires', () => {
    const exchange = market();
    exchange.run(placePurchase(3960n, 1000n, { expiresAtMs: exchange.nowMs + 1 }));
    exchange.nowMs += 1;
    expect(answerTo(exchange, fillPurchase(FIRST, 3960n, 1000n))).toBe('order_moved');
  });
});

/** Without a pool, orders meet halfway between their limits. */
const apart = (matchFeePpm = 0n) => {
  const exchange = PaperExchange.open()
    .fund(ann, APPLE, 10n ** 6n)
    .fund(bob, BREAD, 10n ** 6n);
  exchange.policy = { ...exchange.policy, matchFeePpm: ppm(matchFeePpm) };
  return exchange;
};
const [OLDER, NEWER] = [6, 7];

describe('a match with a purchase', () => {
  test('gives an older one exactly what it wants for its rounded payment, and the rest back', () => {
    const exchange = apart();
    // Ann buys 4000 bread for at most 1100 apples; bob wants at least 900 apples for 4000 bread, and sells more.
    exchange.run(placePurchase(4000n, 1100n), placeOrder(8000n, 1800n, { ...BACK, account: bob }));
    exchange.run(matchOrders(1000n, [OLDER, 1100n], [NEWER, 8000n], { amountB: amount(4000n) }));
    expect(lastFills(exchange)).toEqual([
      { order: OLDER, amountA: 1000n, amountB: 4000n, left: 0n, returned: 100n, receivedB: 4000n },
      { order: NEWER, amountA: 4000n, amountB: 1000n, left: 4000n },
    ]);
    expect([exchange.balanceOf(ann, APPLE.address), exchange.balanceOf(ann, BREAD.address)]).toEqual([999_000n, 4000n]);
  });

  test('gives a newer one exactly what it wants, and the rest back', () => {
    const exchange = apart();
    // Ann sells apples for at least 4 bread each; bob buys 500 for at most 6 each.
    exchange.run(
      placeOrder(1000n, 4000n),
      placePurchase(500n, 3000n, { ...BACK, account: bob }),
      matchOrders(500n, [OLDER, 1000n], [NEWER, 3000n]),
    );
    expect(lastFills(exchange)).toEqual([
      { order: OLDER, amountA: 500n, amountB: 2500n, left: 500n },
      { order: NEWER, amountA: 2500n, amountB: 500n, left: 0n, returned: 500n, receivedB: 500n },
    ]);
    expect(exchange.balanceOf(bob, BREAD.address)).toBe(10n ** 6n - 2500n);
  });

  const older = placePurchase(4000n, 1100n);
  const seller = placeOrder(8000n, 1800n, { ...BACK, account: bob });
  const meet = (units: bigint, bought?: bigint) =>
    matchOrders(units, [OLDER, 1100n], [NEWER, 8000n], bought === undefined ? {} : { amountB: amount(bought) });
  test.each<[string, Command, string]>([
    ['for one apple less', meet(999n, 4000n), 'order_moved'],
    ['for one apple more', meet(1001n, 4000n), 'order_moved'],
    ['of more than it wants', meet(1000n, 4001n), 'order_moved'],
    ['that leaves dust', meet(999n, 3997n), 'order_moved'],
    ['that leaves the smallest rest', meet(999n, 3996n), 'matchOrders'],
    // Halfway between 3.636 and 4.444 bread for an apple.
    ['that rounds the payment of the newer order instead', meet(500n), 'matchOrders'],
    ['of more than it wants, which that leads to', meet(1001n), 'order_moved'],
  ])('%s', (_, match, answer) => {
    expect(answerTo(apart(), older, seller, match)).toBe(answer);
  });

  test('of an older order that sells rounds no payment for an exact amount', () => {
    const match = matchOrders(500n, [OLDER, 1000n], [NEWER, 3000n], { amountB: amount(2500n) });
    const purchase = placePurchase(500n, 3000n, { ...BACK, account: bob });
    expect(answerTo(apart(), placeOrder(1000n, 4000n), purchase, match)).toBe('order_moved');
  });

  test('of a newer one leaves it the exact amount after the fee', () => {
    const exchange = PaperExchange.open({ apple: 10_000n, bread: 400_000n, rates: ratesOf(0n, 1000n, 0n) })
      .fund(ann, APPLE, 5000n)
      .fund(bob, BREAD, 21_000n);
    exchange.policy = { ...exchange.policy, matchFeePpm: ppm(10_000n) };
    exchange.run(placeOrder(1000n, 39_000n), placePurchase(500n, 21_000n, { ...BACK, account: bob }));
    const [maker, taker] = [FIRST - 1, FIRST];
    const match = (units: bigint) => matchOrders(units, [maker, 1000n], [taker, 21_000n]);
    // A hundredth, rounded up, is the fee: of 507 apples 501 would be left.
    expect(answerTo(exchange, match(507n))).toBe('order_moved');
    expect(answerTo(exchange, match(506n))).toBe('matchOrders');
    expect(lastFills(exchange)).toEqual([
      { order: maker, amountA: 506n, amountB: 20_240n, left: 494n },
      { order: taker, amountA: 20_240n, amountB: 500n, left: 0n, returned: 760n, receivedB: 500n },
    ]);
  });
});
