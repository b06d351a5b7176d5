// Orders: both sides of every boundary of placing, filling, matching and closing one.
import { describe, expect, test } from 'vitest';
import { APPLE, BREAD, CORN, PaperExchange, poolAddressOf, ratesOf } from '../../../test/paper-exchange.ts';
import {
  ann,
  bob,
  closeOrder,
  createPool,
  fillOrder,
  lastFillOf,
  matchOrders,
  pairOf,
  placeOrder,
  provide,
  setPoolStatus,
  swap,
  updateToken,
} from '../../../test/paper-orders.ts';
import { feeAccount, orderAccount } from '../accounts.ts';
import { amount, ppm } from '../amount.ts';
import { fillsOf } from '../orders/record.ts';
import { WHOLE_SHARE } from '../route/shape.ts';
import type { Command } from './command.ts';
import { transfersOf } from './command.ts';

const SECOND = 1000;
/** The sequence number of the first order; the setup takes the ten before it. */
const FIRST = 11;

/** 10,000 apples against 4000.00 bread without fees: one apple buys 39 units, and 100 apples buy 3960. */
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

const OVER_CORN = [
  { tokenIn: APPLE.address, tokenOut: CORN.address, share: WHOLE_SHARE },
  { tokenIn: CORN.address, tokenOut: BREAD.address, share: WHOLE_SHARE },
];

const left = (exchange: PaperExchange, order = FIRST) => exchange.balanceOf(orderAccount(order), APPLE.address);

describe('placing an order', () => {
  test('moves the offered tokens to an account named by the order’s number', () => {
    const exchange = market();
    exchange.run(placeOrder(1000n, 4000n));
    expect(exchange.journal.at(-1)).toMatchObject({ sequence: FIRST, receipt: { kind: 'placeOrder', order: FIRST } });
    expect([left(exchange), exchange.balanceOf(ann, APPLE.address)]).toEqual([1000n, 4000n]);
  });

  test.each([
    [true, 999n, '10'],
    [false, 0n, '0.01'],
  ])('with too low a limit is refused with the lowest allowed one: in parts %s', (inParts, minReceived, least) => {
    const [outcome] = market().answer(placeOrder(5000n, minReceived, { inParts }));
    expect(outcome).toEqual({ refusal: { code: 'order_too_small', least, symbol: 'BREAD' } });
  });

  const part = (times: number) => ({ schedule: { times, everyMs: SECOND } });
  test.each<[string, Command, string]>([
    ['of the whole balance is accepted', placeOrder(5000n, 1000n), 'placeOrder'],
    ['of more than the balance is refused', placeOrder(5001n, 1000n), 'insufficient_funds'],
    ['with the lowest limit is accepted', placeOrder(1n, 1000n), 'placeOrder'],
    ['with a lower limit is refused', placeOrder(5000n, 999n), 'order_too_small'],
    ['without a limit is refused', placeOrder(5000n, 0n), 'order_too_small'],
    ['without a limit is accepted if it recurs', placeOrder(5000n, 0n, part(2)), 'placeOrder'],
    ['with too low a limit is refused even if it recurs', placeOrder(5000n, 999n, part(2)), 'order_too_small'],
    ['in a thousand parts is accepted', placeOrder(5000n, 5000n, part(1000)), 'placeOrder'],
    ['in more parts is refused', placeOrder(5000n, 5000n, part(1001)), 'order_too_small'],
    ['in as many parts as units is accepted', placeOrder(7n, 5000n, part(7)), 'placeOrder'],
    ['in more parts than units is refused', placeOrder(7n, 5000n, part(8)), 'order_too_small'],
    ['that expires in 1 ms is accepted', placeOrder(1n, 1000n, { expiresAtMs: market().nowMs + 1 }), 'placeOrder'],
    ['that expires now is refused', placeOrder(1n, 1000n, { expiresAtMs: market().nowMs }), 'deadline_passed'],
    ['between tokens without a pool is accepted', placeOrder(1n, 1000n, pairOf(APPLE, CORN)), 'placeOrder'],
    ['of a token for itself is refused', placeOrder(1n, 1000n, pairOf(APPLE, APPLE)), 'same_token'],
  ])('%s', (_, command, answer) => {
    expect(answerTo(market(), command)).toBe(answer);
  });

  test('also fills as much of it as the command says, before the rest of its batch', () => {
    const exchange = market();
    const place = placeOrder(1000n, 35_000n, { fill: { amountA: amount(600n), expected: amount(22_641n) } });
    const { outcomes } = exchange.settle(
      [place, swap(1000n, { account: bob })].map((command) => ({ actor: ann, command })),
    );
    expect(exchange.journal.slice(-3)).toMatchObject([
      { sequence: FIRST, actor: ann, receipt: { kind: 'placeOrder', amountA: 1000n } },
      {
        sequence: FIRST + 1,
        actor: ann,
        receipt: { kind: 'swap', amountA: 600n, amountB: 22_641n, fill: { order: FIRST, left: 400n } },
      },
      { sequence: FIRST + 2, receipt: { kind: 'swap', amountA: 1000n } },
    ]);
    expect(exchange.journal.at(-3)?.receipt).not.toHaveProperty('fill');
    expect(outcomes.map((outcome) => 'posted' in outcome && outcome.posted.sequence)).toEqual([FIRST, FIRST + 2]);
    expect([left(exchange), exchange.balanceOf(ann, BREAD.address)]).toEqual([400n, 27_641n]);
  });

  test.each<[string, Partial<Parameters<typeof placeOrder>[2]>]>([
    ['below its limit', { fill: { amountA: amount(1000n) } }],
    ['of a part of an all-or-nothing order', { inParts: false, fill: { amountA: amount(600n) } }],
    ['that pays less than expected', { fill: { amountA: amount(600n), expected: amount(23_000n) } }],
    ['of more than the order holds', { fill: { amountA: amount(1001n) } }],
    ['over a pool that does not exist', { fill: { amountA: amount(600n), route: OVER_CORN } }],
  ])('leaves all of it waiting instead of a fill %s', (_, terms) => {
    const exchange = market();
    exchange.run(placeOrder(1000n, 37_000n, terms));
    expect(exchange.journal).toHaveLength(FIRST);
    expect(left(exchange)).toBe(1000n);
  });

  // One apple buys 39 units, 600 buy 22,641; over corn there is no way.
  test.each<[string, Partial<Parameters<typeof placeOrder>[2]>, bigint, string]>([
    ['above what the smallest fill is paid', {}, 39_001n, 'placeOrder'],
    ['at what the smallest fill is paid', {}, 39_000n, 'would_fill'],
    ['above what all of it is paid', { inParts: false }, 36_364n, 'placeOrder'],
    ['at what all of it is paid', { inParts: false }, 36_363n, 'would_fill'],
    [
      'at what the smallest is paid, and above that of the found one',
      { fill: { amountA: amount(600n) } },
      39_000n,
      'would_fill',
    ],
    ['above both', { fill: { amountA: amount(600n) } }, 39_001n, 'placeOrder'],
    [
      'at what its own pool pays, though not the route found',
      { fill: { amountA: amount(1n), route: OVER_CORN } },
      39_000n,
      'would_fill',
    ],
  ])('as postOnly %s', (_, terms, minReceived, answer) => {
    const exchange = market();
    expect(answerTo(exchange, placeOrder(1000n, minReceived, { placedAs: 'postOnly', ...terms }))).toBe(answer);
    const placed = answer === 'placeOrder';
    expect([exchange.journal.length, left(exchange)]).toEqual(placed ? [FIRST, 1000n] : [FIRST - 1, 0n]);
    if (placed) expect(exchange.journal.at(-1)?.receipt).toMatchObject({ placedAs: 'postOnly' });
  });

  test.each<[string, Partial<Parameters<typeof placeOrder>[2]>, readonly [string, bigint][]]>([
    ['without a fill', {}, [['closeOrder', 1000n]]],
    [
      'with a fill of a part',
      { fill: { amountA: amount(600n) } },
      [
        ['swap', 600n],
        ['closeOrder', 400n],
      ],
    ],
    ['with a fill of all of it', { minReceived: amount(36_000n), fill: { amountA: amount(1000n) } }, [['swap', 1000n]]],
  ])('as immediate %s ends in the same batch, and its name is free again', (_, terms, steps) => {
    const exchange = market();
    const place = placeOrder(1000n, 37_000n, { placedAs: 'immediate', clientId: 'x', ...terms });
    const { outcomes } = exchange.settle([place, place].map((command) => ({ actor: ann, command })));
    expect(outcomes.map((outcome) => 'posted' in outcome)).toEqual([true, terms?.fill === undefined]);
    const own = exchange.journal.slice(FIRST - 1, FIRST + steps.length);
    expect(own.map(({ receipt }) => ('amountA' in receipt ? [receipt.kind, receipt.amountA] : []))).toEqual([
      ['placeOrder', 1000n],
      ...steps,
    ]);
    expect(own[0]?.receipt).toMatchObject({ placedAs: 'immediate', expiresAtMs: own[0]?.createdAtMs });
    const closed = own.at(-1)?.receipt;
    if (closed?.kind === 'closeOrder') expect(closed).toMatchObject({ reason: 'expired', clientId: 'x' });
    expect(left(exchange)).toBe(0n);
  });

  test.each<[string, Partial<Parameters<typeof placeOrder>[2]>]>([
    ['below its limit', { fill: { amountA: amount(1000n) } }],
    ['that pays less than expected', { fill: { amountA: amount(600n), expected: amount(23_000n) } }],
    ['over a pool that does not exist', { fill: { amountA: amount(600n), route: OVER_CORN } }],
  ])('as immediate with a fill %s is refused, to find another fill', (_, terms) => {
    const exchange = market();
    expect(answerTo(exchange, placeOrder(1000n, 37_000n, { placedAs: 'immediate', ...terms }))).toBe('route_moved');
    expect([exchange.journal.length, left(exchange)]).toEqual([FIRST - 1, 0n]);
  });

  test('in more parts than can be filled is refused with the most that can', () => {
    const schedule = { times: 600, everyMs: SECOND };
    const [outcome] = market().answer(placeOrder(1001n, 5000n, { schedule }));
    expect(outcome).toEqual({ refusal: { code: 'order_too_small', maxTimes: 500 } });
    expect(answerTo(market(), placeOrder(1001n, 5000n, { schedule: { ...schedule, times: 500 } }))).toBe('placeOrder');
  });

  test.each([APPLE, BREAD])('is refused while %s is paused, but not while its pool is', (token) => {
    expect(answerTo(market(), updateToken(token, { status: 'paused' }), placeOrder(1n, 1000n))).toBe('token_paused');
    expect(answerTo(market(), setPoolStatus('paused'), placeOrder(1n, 1000n))).toBe('placeOrder');
  });
});

describe('a fill', () => {
  test('is a swap that the order’s account pays for and its owner receives, and states what is left', () => {
    const exchange = market();
    exchange.run(placeOrder(1000n, 39_000n), fillOrder(FIRST, 100n, 1000n));
    const { receipt } = exchange.journal.at(-1) as (typeof exchange.journal)[number];
    expect(receipt).toMatchObject({ kind: 'swap', account: ann, amountA: 100n, amountB: 3960n });
    expect(receipt).toMatchObject({ fill: { order: FIRST, left: 900n } });
    expect(transfersOf(receipt).map(({ from, to }) => [from, to])).toEqual([
      [`order ${FIRST}`, 'pool apple-bread'],
      ['pool apple-bread', 'ann'],
    ]);
    expect([left(exchange), exchange.balanceOf(ann, APPLE.address)]).toEqual([900n, 4000n]);
    expect(exchange.balanceOf(ann, BREAD.address)).toBe(8960n);
  });

  test.each<[string, bigint, Partial<Parameters<typeof fillOrder>[3]>, string]>([
    ['that would buy nothing more', 81n, { returned: amount(1n) }, 'swap'],
    ['that would buy one more unit', 80n, { returned: amount(2n) }, 'order_moved'],
    ['although more is left', 80n, { returned: amount(1n) }, 'order_moved'],
    ['and more than is left', 81n, { returned: amount(2n) }, 'order_moved'],
  ])('can give a rest back %s', (_, units, terms, answer) => {
    const exchange = market().fund(bob, BREAD, 1000n);
    const pair = { ...pairOf(BREAD, APPLE), account: bob };
    // 82 units of bread buy two apples, as 81 do.
    exchange.run(placeOrder(82n, 1n, { ...pair, inParts: false }));
    const order = exchange.journal.length;
    expect(answerTo(exchange, fillOrder(order, units, 82n, { ...pair, ...terms }))).toBe(answer);
    const isDone = answer === 'swap';
    expect(exchange.balanceOf(orderAccount(order), BREAD.address)).toBe(isDone ? 0n : 82n);
    expect(exchange.balanceOf(bob, BREAD.address)).toBe(isDone ? 919n : 918n);
  });

  test('can use a route', () => {
    const exchange = market().fund(ann, CORN, 100_000n);
    exchange.run(
      createPool(pairOf(BREAD, CORN)),
      provide(4000n, 100_000n, pairOf(BREAD, CORN)),
      placeOrder(100n, 1000n, pairOf(APPLE, CORN)),
    );
    const hop = (from: typeof APPLE, to: typeof APPLE) => ({
      tokenIn: from.address,
      tokenOut: to.address,
      share: WHOLE_SHARE,
    });
    const order = exchange.journal.length;
    const pair = pairOf(APPLE, CORN);
    exchange.run(fillOrder(order, 100n, 100n, { ...pair, route: [hop(APPLE, BREAD), hop(BREAD, CORN)] }));
    const { receipt } = exchange.journal.at(-1) as (typeof exchange.journal)[number];
    expect(transfersOf(receipt)[0]).toMatchObject({ from: `order ${order}`, amount: 100n });
    expect(exchange.balanceOf(orderAccount(order), APPLE.address)).toBe(0n);
  });

  test.each<[string, Command, Command, string]>([
    ['above its limit is accepted', placeOrder(100n, 1000n), fillOrder(FIRST, 100n, 100n), 'swap'],
    ['exactly at its limit is accepted', placeOrder(1000n, 39_600n), fillOrder(FIRST, 100n, 1000n), 'swap'],
    ['a unit below its limit is refused', placeOrder(1000n, 39_601n), fillOrder(FIRST, 100n, 1000n), 'below_minimum'],
    ['of a thousandth is accepted', placeOrder(5000n, 5000n), fillOrder(FIRST, 5n, 5000n), 'swap'],
    ['of less than a thousandth is refused', placeOrder(5000n, 5000n), fillOrder(FIRST, 4n, 5000n), 'order_moved'],
    ['of a thousandth, rounded up, is accepted', placeOrder(4001n, 4001n), fillOrder(FIRST, 5n, 4001n), 'swap'],
    ['of a thousandth, rounded down, is refused', placeOrder(4001n, 4001n), fillOrder(FIRST, 4n, 4001n), 'order_moved'],
    ['that leaves a thousandth is accepted', placeOrder(5000n, 5000n), fillOrder(FIRST, 4995n, 5000n), 'swap'],
    ['that leaves less is refused', placeOrder(5000n, 5000n), fillOrder(FIRST, 4996n, 5000n), 'order_moved'],
    ['of the whole order is accepted', placeOrder(5000n, 5000n), fillOrder(FIRST, 5000n, 5000n), 'swap'],
    ['of more than the order is refused', placeOrder(4000n, 4000n), fillOrder(FIRST, 4001n, 4000n), 'order_moved'],
    ['of zero is refused', placeOrder(4000n, 4000n), fillOrder(FIRST, 0n, 4000n), 'order_moved'],
    ['that names a wrong rest is refused', placeOrder(1000n, 1000n), fillOrder(FIRST, 9n, 999n), 'order_moved'],
    [
      'of a whole all-or-nothing order is accepted',
      placeOrder(100n, 1000n, { inParts: false }),
      fillOrder(FIRST, 100n, 100n),
      'swap',
    ],
    [
      'of a part of an all-or-nothing order is refused',
      placeOrder(100n, 1000n, { inParts: false }),
      fillOrder(FIRST, 99n, 100n),
      'order_moved',
    ],
    ['for bob is refused', placeOrder(100n, 1000n), fillOrder(FIRST, 100n, 100n, { account: bob }), 'not_found'],
    [
      'in the other direction is refused',
      placeOrder(100n, 1000n),
      fillOrder(FIRST, 100n, 100n, pairOf(BREAD, APPLE)),
      'not_found',
    ],
    ['of a deposit is refused', placeOrder(100n, 1000n), fillOrder(FIRST - 1, 100n, 100n), 'not_found'],
    ['of an unknown order is refused', placeOrder(100n, 1000n), fillOrder(FIRST + 1, 100n, 100n), 'not_found'],
    ['that pays 99 % of what was expected is accepted', placeOrder(1000n, 1000n), found(4000n), 'swap'],
    ['that pays less than 99 % is refused', placeOrder(1000n, 1000n), found(4001n), 'order_moved'],
  ])('%s', (_, placed, filled, answer) => {
    expect(answerTo(market(), placed, filled)).toBe(answer);
  });

  test.each([
    [-1, 'swap'],
    [0, 'order_moved'],
  ])('at the order’s expiry plus %i ms is answered with %s', (more, answer) => {
    const exchange = market();
    const expiresAtMs = exchange.nowMs + 5 * SECOND;
    exchange.run(placeOrder(100n, 1000n, { expiresAtMs }));
    exchange.nowMs = expiresAtMs + more;
    expect(answerTo(exchange, fillOrder(FIRST, 100n, 100n))).toBe(answer);
  });

  test('is refused during a pause, but the owner can still get the rest back', () => {
    const exchange = market();
    exchange.run(placeOrder(100n, 1000n), setPoolStatus('paused'));
    expect(answerTo(exchange, fillOrder(FIRST, 50n, 100n))).toBe('pool_paused');
    exchange.run(setPoolStatus('listed'), fillOrder(FIRST, 50n, 100n), updateToken(APPLE, { status: 'paused' }));
    expect(answerTo(exchange, fillOrder(FIRST, 50n, 50n))).toBe('token_paused');
    expect(answerTo(exchange, closeOrder(FIRST))).toBe('closeOrder');
    expect(exchange.balanceOf(ann, APPLE.address)).toBe(4950n);
  });

  test('of the smallest size is possible at the lowest limit, despite rounding', () => {
    const exchange = market();
    exchange.run(placeOrder(5000n, 1000n), fillOrder(FIRST, 5n, 5000n));
    expect(exchange.journal.at(-1)?.receipt).toMatchObject({ amountA: 5n, amountB: 199n });
  });
});

/** A fill of 100 apples, which buy 3960, with the given expectation. */
function found(units: bigint): Command {
  return fillOrder(FIRST, 100n, 1000n, { expected: amount(units) });
}

describe('a recurring order', () => {
  const EVERY = 60 * SECOND;
  /** Ten apples in three parts: three, three and four. */
  const open = (terms: Partial<Parameters<typeof placeOrder>[2]> = {}) => {
    const exchange = market();
    exchange.run(placeOrder(10n, 0n, { schedule: { times: 3, everyMs: EVERY }, inParts: false, ...terms }));
    return exchange;
  };

  test.each([
    ['its first part at once', 0, 3n, 'swap'],
    ['no more than its first part', 0, 4n, 'order_moved'],
    ['no less than its first part', 0, 2n, 'order_moved'],
    ['one of two parts that are due', EVERY, 3n, 'swap'],
    ['not both parts at once', EVERY, 6n, 'order_moved'],
    ['one part long after all were due', 99 * EVERY, 3n, 'swap'],
    ['not all parts at once', 99 * EVERY, 10n, 'order_moved'],
  ])('fills %s', (_, afterMs, units, answer) => {
    const exchange = open();
    exchange.nowMs += afterMs;
    expect(answerTo(exchange, fillOrder(FIRST, units, 10n))).toBe(answer);
  });

  /** Thirty apples in parts of ten, and bob's order that offers this much bread for ten of them. */
  const openForMatch = (schedule: { times: number; everyMs: number }, bread: bigint) => {
    const exchange = market();
    exchange.run(placeOrder(30n, 1000n, { schedule, inParts: false }));
    exchange.fund(bob, BREAD, bread);
    exchange.run(placeOrder(bread, 10n, { ...pairOf(BREAD, APPLE), account: bob, inParts: false }));
    return exchange;
  };
  /** A fill by a keeper that knows when the order was last filled. */
  const fill = (exchange: PaperExchange, units: bigint, left: bigint) =>
    answerTo(exchange, fillOrder(FIRST, units, left, lastFillOf(exchange, FIRST)));

  test('fills each part when it is due, and nothing in between', () => {
    const exchange = open();
    expect([fill(exchange, 3n, 10n), fill(exchange, 3n, 7n)]).toEqual(['swap', 'order_moved']);
    exchange.nowMs += EVERY - 1;
    expect(fill(exchange, 3n, 7n)).toBe('order_moved');
    exchange.nowMs += 1;
    expect([fill(exchange, 3n, 7n), fill(exchange, 4n, 4n)]).toEqual(['swap', 'order_moved']);
    exchange.nowMs += EVERY;
    expect(fill(exchange, 4n, 4n)).toBe('swap');
    expect(left(exchange)).toBe(0n);
  });

  test.each([
    ['a minute if its interval is an hour', 3600 * SECOND, 60 * SECOND],
    ['its interval if that is less than a minute', 20 * SECOND, 20 * SECOND],
  ])('waits after a late part for %s, before it is filled or matched again', (_, everyMs, waitMs) => {
    const late = () => {
      const exchange = openForMatch({ times: 3, everyMs }, 399n);
      exchange.nowMs += 10 * everyMs;
      expect(fill(exchange, 10n, 30n)).toBe('swap');
      return exchange;
    };
    const match = (exchange: PaperExchange) => {
      const command = matchOrders(10n, [FIRST, 20n], [FIRST + 2, 399n]);
      return answerTo(exchange, { ...command, maker: { ...command.maker, ...lastFillOf(exchange, FIRST) } });
    };
    const answers = [waitMs - 1, waitMs].map((ms) =>
      [(exchange: PaperExchange) => fill(exchange, 10n, 20n), match].map((next) => {
        const exchange = late();
        exchange.nowMs += ms;
        return next(exchange);
      }),
    );
    expect(answers).toEqual([
      ['order_moved', 'order_moved'],
      ['swap', 'matchOrders'],
    ]);
  });

  test('fills its next part on schedule if the last one was at most a second late, and otherwise later', () => {
    const next = (lateMs: number) => {
      const exchange = open();
      exchange.nowMs += lateMs;
      expect(fill(exchange, 3n, 10n)).toBe('swap');
      exchange.nowMs += EVERY - lateMs;
      return fill(exchange, 3n, 7n);
    };
    expect([next(SECOND), next(SECOND + 1)]).toEqual(['swap', 'order_moved']);
  });

  test('is not filled further by a keeper that does not say when it was last filled', () => {
    const exchange = open();
    exchange.run(fillOrder(FIRST, 3n, 10n));
    exchange.nowMs += 99 * EVERY;
    expect(answerTo(exchange, fillOrder(FIRST, 3n, 7n))).toBe('order_moved');
    expect(fill(exchange, 3n, 7n)).toBe('swap');
  });

  test('does not store filledAtMs in the receipt of a match', () => {
    const exchange = openForMatch({ times: 3, everyMs: EVERY }, 400n);
    const command = matchOrders(10n, [FIRST, 30n], [FIRST + 2, 400n]);
    exchange.run({ ...command, maker: { ...command.maker, filledAtMs: exchange.nowMs } });
    expect(JSON.stringify(exchange.journal.at(-1)?.receipt, (_, value) => String(value))).not.toContain('filledAtMs');
  });

  test('keeps a part that would pay less than its limit, even when the next is due', () => {
    const exchange = open({ minReceived: amount(1000n) });
    expect(answerTo(exchange, fillOrder(FIRST, 3n, 10n))).toBe('below_minimum');
    exchange.run(swap(4000n, { account: bob, ...pairOf(APPLE, BREAD), maxPriceImpactPpm: ppm(1_000_000n) }));
    exchange.nowMs += EVERY;
    expect(answerTo(exchange, fillOrder(FIRST, 3n, 10n))).toBe('below_minimum');
    expect(left(exchange)).toBe(10n);
  });

  test('may leave less than the smallest fill of a part, which is filled with the next, but not of the order', () => {
    /** Two parts of 2500; the smallest fill is 5. */
    const fill = (units: bigint, left = 5000n) => fillOrder(FIRST, units, left);
    const two = () => {
      const exchange = market();
      exchange.run(placeOrder(5000n, 1000n, { schedule: { times: 2, everyMs: EVERY } }));
      return exchange;
    };
    expect([5n, 4n].map((units) => answerTo(two(), fill(units)))).toEqual(['swap', 'order_moved']);
    expect(answerTo(two(), fill(2496n))).toBe('swap');
    expect(answerTo(two(), fill(2495n), fill(5n, 2505n))).toBe('swap');
    const last = (units: bigint) => {
      const exchange = two();
      exchange.run(fill(2499n));
      exchange.nowMs += EVERY;
      return answerTo(exchange, fillOrder(FIRST, units, 2501n, lastFillOf(exchange, FIRST)));
    };
    expect([2496n, 2497n, 2501n].map(last)).toEqual(['swap', 'order_moved', 'swap']);
  });

  test('without a limit is subject to the price impact limit', () => {
    // 1765 of 10,000 apples have a price impact of 15.002 %, 1764 of 14.995 %.
    const of = (units: bigint) => {
      const exchange = market();
      exchange.run(placeOrder(units * 2n, 0n, { schedule: { times: 2, everyMs: EVERY } }));
      return answerTo(exchange, fillOrder(FIRST, units, units * 2n));
    };
    expect([of(1764n), of(1765n)]).toEqual(['swap', 'price_impact_too_high']);
  });
});

describe('closing an order', () => {
  test('returns exactly what its fills have left', () => {
    const exchange = market();
    exchange.run(placeOrder(1000n, 1000n), fillOrder(FIRST, 1n, 1000n), fillOrder(FIRST, 998n, 999n));
    exchange.run(closeOrder(FIRST));
    expect(exchange.journal.at(-1)?.receipt).toMatchObject({ kind: 'closeOrder', amountA: 1n, reason: 'cancelled' });
    expect([left(exchange), exchange.balanceOf(ann, APPLE.address)]).toEqual([0n, 4001n]);
    expect(answerTo(exchange, fillOrder(FIRST, 1n, 0n))).toBe('order_moved');
    expect(answerTo(exchange, closeOrder(FIRST))).toBe('order_closed');
  });

  test.each([
    [599n, 'order_moved'],
    [600n, 'closeOrder'],
    [601n, 'order_moved'],
  ])('of which 600 is left, but only if %i is left, is answered with %s', (units, answer) => {
    const exchange = market();
    exchange.run(placeOrder(1000n, 1000n), fillOrder(FIRST, 400n, 1000n));
    expect(answerTo(exchange, closeOrder(FIRST, { left: amount(units) }))).toBe(answer);
    if (answer === 'closeOrder') expect(exchange.journal.at(-1)?.receipt).not.toHaveProperty('left');
    else expect(left(exchange)).toBe(600n);
  });

  test('is refused to another account, and after the whole order was filled', () => {
    expect(answerTo(market(), placeOrder(9n, 1000n), closeOrder(FIRST, { account: bob }))).toBe('not_found');
    const exchange = market();
    expect(answerTo(exchange, placeOrder(1n, 1000n), fillOrder(FIRST, 1n, 1n))).toBe('below_minimum');
    expect(answerTo(exchange, placeOrder(500n, 1000n), fillOrder(FIRST + 1, 500n, 500n))).toBe('swap');
    expect(answerTo(exchange, closeOrder(FIRST + 1))).toBe('order_closed');
  });

  test.each([
    [-1, 'order_moved'],
    [0, 'closeOrder'],
  ])('as expired, at its expiry plus %i ms, is answered with %s; as cancelled it is accepted', (more, answer) => {
    const exchange = market();
    const expiresAtMs = exchange.nowMs + 5 * SECOND;
    exchange.run(placeOrder(100n, 1000n, { expiresAtMs }), placeOrder(100n, 1000n, { expiresAtMs }));
    exchange.nowMs = expiresAtMs + more;
    expect(answerTo(exchange, closeOrder(FIRST, { reason: 'expired' }))).toBe(answer);
    expect(answerTo(exchange, closeOrder(FIRST + 1))).toBe('closeOrder');
  });
});

describe('in one batch', () => {
  test('an order can be placed, filled and closed', () => {
    const exchange = market();
    exchange.run(placeOrder(100n, 1000n), placeOrder(100n, 1000n), fillOrder(FIRST + 1, 40n, 100n));
    const exchangeInOne = market();
    const batch = [placeOrder(100n, 1000n), fillOrder(FIRST, 40n, 100n), closeOrder(FIRST), closeOrder(FIRST)];
    const answers = exchangeInOne.answer(...batch).map((one) => ('refusal' in one ? one.refusal.code : 'done'));
    expect(answers).toEqual(['done', 'done', 'done', 'order_closed']);
    expect([left(exchangeInOne), left(exchange, FIRST + 1)]).toEqual([0n, 60n]);
    expect(exchangeInOne.balanceOf(ann, APPLE.address)).toBe(4960n);
  });

  test('the same fill is done once, however often it is sent', () => {
    const exchange = market();
    exchange.run(placeOrder(100n, 1000n));
    const fill = fillOrder(FIRST, 40n, 100n);
    const answers = exchange.answer(fill, fill, fill).map((one) => ('refusal' in one ? one.refusal.code : 'done'));
    expect(answers).toEqual(['done', 'order_moved', 'order_moved']);
    expect(left(exchange)).toBe(60n);
  });

  test('the number of a rolled back order is given to the next order, which has nothing of the first', () => {
    const exchange = market();
    const chain = [placeOrder(100n, 1000n), fillOrder(FIRST, 40n, 100n), placeOrder(9999n, 1000n)];
    const { outcomes } = exchange.settle([
      ...chain.map((command, at) => ({ actor: ann, command, ...(at < 2 && { linked: true as const }) })),
      { actor: ann, command: fillOrder(FIRST, 60n, 60n) },
      { actor: ann, command: placeOrder(7n, 1000n) },
      { actor: ann, command: closeOrder(FIRST) },
    ]);
    expect(outcomes.map((one) => ('refusal' in one ? one.refusal.code : one.posted.sequence))).toEqual([
      ...['not_attempted', 'not_attempted', 'insufficient_funds', 'not_found', FIRST, FIRST + 1],
    ]);
    expect(exchange.balanceOf(ann, APPLE.address)).toBe(5000n);
  });
});

test('under one idempotency key, a fill refused as order_moved can be retried, and a finished one is not repeated', () => {
  const exchange = market();
  exchange.run(placeOrder(100n, 1000n));
  const under = (command: Command) => ({ actor: ann, command, idempotency: { key: 'k', fingerprint: 'f' } });
  const ask = (command: Command) => exchange.settle([under(command)]).outcomes[0];
  expect(ask(fillOrder(FIRST, 40n, 99n))).toEqual({ refusal: { code: 'order_moved', order: FIRST } });
  const done = ask(fillOrder(FIRST, 40n, 100n));
  expect(done).toMatchObject({ posted: { receipt: { fill: { left: 60n } } } });
  expect(ask(fillOrder(FIRST, 40n, 60n))).toEqual(done);
  expect(left(exchange)).toBe(60n);
});

describe('two orders fill each other', () => {
  const [A, B] = [FIRST + 1, FIRST + 2];
  /** Ann offers apples for at least some bread; then bob offers bread for at least some apples. */
  const open = (apples: Offer, bread: Offer, terms: Partial<Parameters<typeof placeOrder>[2]> = {}) => {
    const exchange = market().fund(bob, BREAD, 90_000n);
    exchange.run(placeOrder(...apples), placeOrder(...bread, { account: bob, ...pairOf(BREAD, APPLE), ...terms }));
    return exchange;
  };
  /** Both limits are 40 units for an apple, like the pool's price. */
  const meeting = () => open([2000n, 80_000n], [90_000n, 2250n]);

  test("at the pools' mid price, each paying the other directly", () => {
    const exchange = open([2000n, 76_000n], [42_000n, 1000n]);
    exchange.run(matchOrders(500n, [A, 2000n], [B, 42_000n]));
    const { receipt } = exchange.journal.at(-1) as (typeof exchange.journal)[number];
    expect(receipt).toMatchObject({
      amountA: 500n,
      amountB: 20_000n,
      maker: { left: 1500n },
      taker: { left: 22_000n },
    });
    expect(transfersOf(receipt)).toEqual([
      { from: `order ${A}`, to: bob, token: 'apple', amount: 500n },
      { from: `order ${B}`, to: ann, token: 'bread', amount: 20_000n },
    ]);
    expect([left(exchange, A), exchange.balanceOf(bob, APPLE.address)]).toEqual([1500n, 5500n]);
  });

  // For 500 apples the pool pays 19047 units; for 21096 units it pays 500 apples, and for one more 501.
  test.each<[string, Offer, Offer, bigint | 'order_moved']>([
    ['at the mid price, however low the limit of the older is', [500n, 1000n], [42_000n, 1000n], 20_000n],
    ['at the mid price, however low the limit of the newer is', [500n, 19_500n], [90_000n, 1000n], 20_000n],
    ['at the limit of the older if that is above the mid price', [500n, 20_500n], [42_000n, 1000n], 20_500n],
    ['at the limit of the newer if that is below the mid price', [500n, 1000n], [39_000n, 1000n], 19_500n],
    ['for as much as the pools pay the older', [500n, 1000n], [38_094n, 1000n], 19_047n],
    ['not for less than the pools pay the older', [500n, 1000n], [38_093n, 1000n], 'order_moved'],
    ['for as much as the pools pay the newer', [500n, 21_096n], [44_000n, 1000n], 21_096n],
    ['not for less than the pools pay the newer', [500n, 21_097n], [44_000n, 1000n], 'order_moved'],
  ])('%s', (_, apples, bread, paid) => {
    const exchange = open(apples, bread);
    const match = matchOrders(500n, [A, 500n], [B, bread[0]]);
    const [outcome] = exchange.answer(match);
    expect(outcome).toMatchObject(
      typeof paid === 'bigint' ? { posted: { receipt: { amountB: paid } } } : { refusal: { code: paid } },
    );
  });

  test('halfway between the limits if no pool pays anything', () => {
    const paused = open([500n, 1000n], [42_000n, 1000n]);
    paused.run(setPoolStatus('paused'), matchOrders(500n, [A, 500n], [B, 42_000n]));
    expect(paused.journal.at(-1)?.receipt).toMatchObject({ amountB: 11_000n });
    const [apart, CORNS] = [market().fund(bob, CORN, 10_000n), pairOf(APPLE, CORN)];
    apart.run(placeOrder(500n, 1000n, CORNS), placeOrder(8000n, 2000n, { account: bob, ...pairOf(CORN, APPLE) }));
    apart.run(matchOrders(500n, [A, 500n], [B, 8000n], CORNS));
    expect(apart.journal.at(-1)?.receipt).toMatchObject({ amountA: 500n, amountB: 1500n });
  });

  test('not if the price halfway between their limits would exceed the largest amount', () => {
    const exchange = market().fund(bob, BREAD, 2n ** 119n);
    const bread = { account: bob, ...pairOf(BREAD, APPLE) };
    exchange.run(setPoolStatus('paused'), placeOrder(5000n, 1000n), placeOrder(2n ** 119n, 1000n, bread));
    // Halfway would exceed the largest amount.
    expect(answerTo(exchange, matchOrders(5000n, [FIRST + 2, 5000n], [FIRST + 3, 2n ** 119n]))).toBe('order_moved');
  });

  test('not if the pools on the given routes pay more', () => {
    const exchange = open([500n, 1000n], [42_000n, 1000n])
      .fund(ann, CORN, 10n ** 6n)
      .fund(ann, BREAD, 10n ** 6n);
    const over = (...tokens: (typeof APPLE)[]) =>
      tokens.slice(1).map(({ address: tokenOut }, at) => ({
        tokenIn: (tokens[at] as typeof APPLE).address,
        tokenOut,
        share: WHOLE_SHARE,
      }));
    const none = matchOrders(500n, [A, 500n], [B, 42_000n], { pools: { sold: over(APPLE, CORN, BREAD) } });
    expect(answerTo(exchange, none)).toBe('order_moved');
    // One apple for two corn, and these for 50 units of bread.
    exchange.run(
      provide(4000n, 8000n, { ...pairOf(APPLE, CORN), mayCreatePool: true }),
      provide(8000n, 200_000n, { ...pairOf(CORN, BREAD), mayCreatePool: true }),
    );
    const both = { sold: over(APPLE, CORN, BREAD), bought: over(BREAD, CORN, APPLE) };
    const compared = (pools: object) => matchOrders(100n, [A, 500n], [B, 42_000n], { pools });
    expect(answerTo(exchange, compared({ sold: both.sold }))).toBe('order_moved');
    expect(answerTo(exchange, compared(both))).toBe('order_moved');
    expect(answerTo(exchange, compared({}))).toBe('matchOrders');
  });

  test.each<[string, () => PaperExchange, Command, string]>([
    ['if their limits meet', meeting, matchOrders(2000n, [A, 2000n], [B, 90_000n]), 'matchOrders'],
    [
      'not if the newer order’s limit for what the older demands exceeds every amount',
      () => open([2000n, 2n ** 100n], [3n, 2n ** 100n]),
      matchOrders(2000n, [A, 2000n], [B, 3n]),
      'below_minimum',
    ],
    [
      'not if their limits are a unit apart',
      () => open([2000n, 80_000n], [90_000n, 2251n]),
      matchOrders(2000n, [A, 2000n], [B, 90_000n]),
      'below_minimum',
    ],
    ['with at least a thousandth of each', meeting, matchOrders(3n, [A, 2000n], [B, 90_000n]), 'matchOrders'],
    ['not with less than a thousandth of the newer', meeting, matchOrders(2n, [A, 2000n], [B, 90_000n]), 'order_moved'],
    ['not if another amount was left of the older', meeting, matchOrders(9n, [A, 1999n], [B, 90_000n]), 'order_moved'],
    ['not if another amount was left of the newer', meeting, matchOrders(9n, [A, 2000n], [B, 89_999n]), 'order_moved'],
    ['not with more than the older has', meeting, matchOrders(2001n, [A, 2000n], [B, 90_000n]), 'order_moved'],
    ['not with far more than the older has', meeting, matchOrders(2n ** 119n, [A, 2000n], [B, 90_000n]), 'order_moved'],
    [
      'not if one is named with another account',
      meeting,
      { ...matchOrders(9n, [A, 2000n], [B, 90_000n]), taker: side(B, 90_000n) },
      'not_found',
    ],
    ['not if both are the same order', meeting, matchOrders(9n, [A, 2000n], [A, 2000n]), 'not_found'],
    [
      'not with the newer named as the older',
      meeting,
      {
        ...matchOrders(2000n, [A, 2000n], [B, 90_000n]),
        ...pairOf(BREAD, APPLE),
        maker: { ...side(B, 90_000n), account: bob },
        taker: { ...side(A, 2000n), account: ann },
      },
      'order_moved',
    ],
    [
      'not if one has no limit',
      () => open([2000n, 80_000n], [90_000n, 0n], { schedule: { times: 1, everyMs: SECOND } }),
      matchOrders(2000n, [A, 2000n], [B, 90_000n]),
      'order_moved',
    ],
  ])('%s', (_, exchange, command, answer) => {
    expect(answerTo(exchange(), command)).toBe(answer);
  });

  test('not while a token is paused, and only once', () => {
    const exchange = meeting();
    const match = matchOrders(500n, [A, 2000n], [B, 90_000n]);
    exchange.run(updateToken(BREAD, { status: 'paused' }));
    expect(answerTo(exchange, match)).toBe('token_paused');
    exchange.run(updateToken(BREAD, { status: 'listed' }), match);
    expect(answerTo(exchange, match)).toBe('order_moved');
  });

  describe('for a fee', () => {
    const charged = (feePpm: bigint, asked: bigint, protocolPpm = 1000n) => {
      const exchange = open([2000n, 80_000n], [80_000n, asked]);
      exchange.policy = { ...exchange.policy, matchFeePpm: ppm(feePpm) };
      exchange.run({ kind: 'setPoolFees', ...pairOf(APPLE, BREAD), protocolFeePpm: ppm(protocolPpm), force: true });
      return exchange;
    };
    const match = matchOrders(1001n, [A, 2000n], [B, 80_000n]);
    const feesOf = (exchange: PaperExchange) =>
      exchange.balanceOf(feeAccount(poolAddressOf(APPLE.address, BREAD.address)), APPLE.address);

    test('which the newer pays, rounded up, to the pool’s fee account, and the older gets the full price', () => {
      const exchange = charged(500n, 1900n);
      exchange.run(match);
      const { receipt } = exchange.journal.at(-1) as (typeof exchange.journal)[number];
      expect(receipt).toMatchObject({ amountA: 1001n, amountB: 40_040n, fee: { ppm: 500n, amount: 1n } });
      expect([feesOf(exchange), exchange.balanceOf(bob, APPLE.address)]).toEqual([1n, 6000n]);
      expect(fillsOf(receipt)).toMatchObject([
        { amountA: 1001n, amountB: 40_040n },
        { amountA: 40_040n, amountB: 1000n },
      ]);
      exchange.run({ kind: 'collectFees', ...pairOf(APPLE, BREAD) });
      expect(feesOf(exchange)).toBe(0n);
    });

    test.each([
      ['as long as the newer still gets its limit', 10_000n, 1978n, 'matchOrders'],
      ['not if the newer would get less than its limit', 10_000n, 1979n, 'below_minimum'],
      ['not if the fee takes everything', 1_000_000n, 1000n, 'below_minimum'],
    ])('%s', (_, feePpm, asked, answer) => {
      expect(answerTo(charged(feePpm, asked), match)).toBe(answer);
    });

    test('but without one if the pool has no protocol fee', () => {
      const exchange = charged(10_000n, 1979n, 0n);
      exchange.run(match);
      expect(exchange.journal.at(-1)?.receipt).not.toHaveProperty('fee');
    });
  });

  test('at a price that is rounded so that no unit is sold below a limit', () => {
    const exchange = open([2000n, 80_001n], [90_000n, 2200n]);
    exchange.run(matchOrders(500n, [A, 2000n], [B, 90_000n]));
    expect(exchange.journal.at(-1)?.receipt).toMatchObject({ amountA: 500n, amountB: 20_001n });
  });
});

type Offer = readonly [units: bigint, asked: bigint];
const side = (order: number, units: bigint) => ({ order, account: 'eve' as never, left: amount(units) });
