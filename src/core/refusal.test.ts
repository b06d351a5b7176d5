// Every refusal, with exact data, next to a similar command that is accepted.
import { expect, test } from 'vitest';
import { APPLE, BREAD, CORN, PaperExchange, ratesOf, token } from '../../test/paper-exchange.ts';
import {
  ann,
  bob,
  buy,
  closeOrder,
  collectFees,
  createPool,
  deposit,
  fillOrder,
  pairOf,
  placeOrder,
  provide,
  refund,
  registerToken,
  setPoolStatus,
  swap,
  transfer,
  updateToken,
  withdraw,
} from '../../test/paper-orders.ts';
import { LOCK } from './accounts.ts';
import { type Account, amount, MAX_AMOUNT } from './amount.ts';
import type { Command } from './commands/command.ts';
import { planSwap } from './commands/swap.ts';
import { type Refusal, Refused } from './refusal.ts';

type Side = (exchange: PaperExchange) => Refusal | undefined;
type Boundary<Code> = {
  readonly refused: Side;
  readonly accepted: Side;
  readonly data: Omit<Extract<Refusal, { code: Code }>, 'code'>;
};

const NOW_MS = new PaperExchange().nowMs;

/** 850 apples against 34.00 bread and no fees: 150 apples buy 5.10 bread at a price impact of exactly 15 %. */
const market = () =>
  PaperExchange.open({ apple: 850n, bread: 3400n, rates: ratesOf(0n, 0n, 0n) })
    .fund(ann, APPLE, 5000n)
    .fund(ann, BREAD, 5000n)
    .fund(ann, CORN, 5000n);

/** The refusal of the last of the commands; those before it must succeed. */
const of =
  (...commands: Command[]): Side =>
  (exchange) => {
    exchange.run(...commands.slice(0, -1));
    const [outcome] = exchange.answer(...commands.slice(-1));
    return outcome && 'refusal' in outcome ? outcome.refusal : undefined;
  };

const quoteOut =
  (out: bigint): Side =>
  (exchange) => {
    const terms = { ...pairOf(APPLE, BREAD), referred: false, exact: { out: amount(out) } };
    const plan = planSwap(terms, exchange.state());
    return plan instanceof Refused ? plan.refusal : undefined;
  };

const repeated =
  (fingerprint: string): Side =>
  (exchange) => {
    const under = (fingerprint: string) => ({ actor: ann, command: swap(9n), idempotency: { key: 'k', fingerprint } });
    const [, outcome] = exchange.settle([under('one'), under(fingerprint)]).outcomes;
    return outcome && 'refusal' in outcome ? outcome.refusal : undefined;
  };

const moved =
  (units: bigint): Side =>
  (exchange) => {
    const reference = 'the same wire';
    const [, outcome] = exchange.answer(...[1n, units].map((each) => ({ ...deposit(bob, BREAD, each), reference })));
    return outcome && 'refusal' in outcome ? outcome.refusal : undefined;
  };

/** The answer to a swap that is linked to another command. */
const linkedTo =
  (command: Command): Side =>
  (exchange) => {
    const [outcome] = exchange.settle([
      { actor: ann, command: swap(9n), linked: true },
      { actor: ann, command },
    ]).outcomes;
    return outcome && 'refusal' in outcome ? outcome.refusal : undefined;
  };

const toCorn = pairOf(APPLE, CORN);
const backwards = pairOf(BREAD, APPLE);
const taxed = createPool({ ...toCorn, ...ratesOf(0n, 1000n, 0n) });

const hop = (share: number) => [{ tokenIn: APPLE.address, tokenOut: BREAD.address, share }];

const BOUNDARIES: { readonly [Code in Refusal['code']]: Boundary<Code> } = {
  unknown_token: {
    refused: of(swap(9n, { tokenB: token('ghost', 0).address })),
    accepted: of(registerToken(token('ghost', 0)), createPool(pairOf(APPLE, token('ghost', 0)))),
    data: { token: 'ghost' },
  },
  invalid_route: {
    refused: of(swap(9n, { route: hop(2 ** 30 - 1) })),
    accepted: of(swap(9n, { route: hop(2 ** 30) })),
    data: { fault: 'shares_do_not_add_up' },
  },
  route_moved: {
    // 99 apples buy 354 units of bread, which is just over 99 % of 357.
    refused: of(swap(99n, { route: hop(2 ** 30), expected: amount(358n) })),
    accepted: of(swap(99n, { route: hop(2 ** 30), expected: amount(357n) })),
    data: {},
  },
  above_maximum: {
    refused: of(buy(1n, { maxPaid: amount(0n) })),
    accepted: of(buy(1n, { maxPaid: amount(1n) })),
    data: { actual: '1', maximum: '0', symbol: 'APPLE' },
  },
  unknown_pool: {
    refused: of(swap(9n, toCorn)),
    accepted: of(provide(2000n, 2000n, toCorn), swap(9n, toCorn)),
    data: { tokenA: 'APPLE', tokenB: 'CORN' },
  },
  same_token: {
    refused: of(swap(9n, pairOf(APPLE, APPLE))),
    accepted: of(swap(9n, pairOf(APPLE, BREAD))),
    data: { token: 'APPLE' },
  },
  token_exists: {
    refused: of(registerToken(token('apple', 3))),
    accepted: of({ ...registerToken(token('Apple', 3)), force: true }),
    data: { token: 'apple' },
  },
  symbol_taken: {
    refused: of(registerToken({ ...token('pomme', 3), symbol: '\uff21pple' })),
    accepted: of(registerToken({ ...token('pomme', 3), symbol: 'Apples' })),
    data: { symbol: 'APPLE', token: 'apple' },
  },
  pool_exists: {
    refused: of(createPool(backwards)),
    accepted: of(createPool(toCorn)),
    data: { tokenA: 'BREAD', tokenB: 'APPLE' },
  },
  fees_too_high: {
    refused: of(createPool({ ...toCorn, ...ratesOf(999_999n, 250_000n, 250_001n) })),
    accepted: of(createPool({ ...toCorn, ...ratesOf(999_999n, 250_000n, 250_000n) })),
    data: {},
  },
  unusual_fees: {
    refused: of({ ...createPool(toCorn), ...ratesOf(50_000n, 0n, 0n), force: undefined as never }),
    accepted: of({ ...createPool(toCorn), ...ratesOf(49_999n, 0n, 0n), force: undefined as never }),
    data: { percent: '5' },
  },
  token_paused: {
    refused: of(updateToken(BREAD, { status: 'paused' }), swap(9n)),
    accepted: of(updateToken(BREAD, { status: 'paused' }), updateToken(BREAD, { status: 'hidden' }), swap(9n)),
    data: { token: 'BREAD' },
  },
  pool_paused: {
    refused: of(setPoolStatus('paused'), provide(1n, 4n)),
    accepted: of(setPoolStatus('paused'), setPoolStatus('hidden'), provide(1n, 4n)),
    data: { tokenA: 'APPLE', tokenB: 'BREAD' },
  },
  no_liquidity: {
    refused: of(createPool(toCorn), swap(9n, toCorn)),
    accepted: of(createPool(toCorn), provide(2000n, 2000n, toCorn), swap(9n, toCorn)),
    data: { tokenA: 'APPLE', tokenB: 'CORN' },
  },
  pool_too_small: {
    refused: quoteOut(3400n),
    accepted: quoteOut(3399n),
    data: { wanted: '34', reserve: '34', symbol: 'BREAD' },
  },
  output_zero: {
    refused: of(swap(4n, backwards)),
    accepted: of(swap(5n, backwards)),
    data: { symbolA: 'BREAD', symbolB: 'APPLE' },
  },
  price_impact_too_high: {
    refused: of(swap(151n)),
    accepted: of(swap(150n)),
    data: { percent: '15.09', maxPercent: '15' },
  },
  below_minimum: {
    refused: of(swap(150n, { minReceived: amount(511n) })),
    accepted: of(swap(150n, { minReceived: amount(510n) })),
    data: { actual: '5.1', minimum: '5.11', symbol: 'BREAD' },
  },
  deadline_passed: {
    refused: of(swap(9n, { deadlineMs: NOW_MS - 1 })),
    accepted: of(swap(9n, { deadlineMs: NOW_MS })),
    data: { deadlineMs: NOW_MS - 1, nowMs: NOW_MS },
  },
  insufficient_funds: {
    refused: of(withdraw(ann, BREAD, 5001n)),
    accepted: of(withdraw(ann, BREAD, 5000n)),
    data: { account: 'ann', needed: '50.01', available: '50', symbol: 'BREAD' },
  },
  amount_too_large: {
    refused: of(deposit(ann, APPLE, MAX_AMOUNT - 5849n)),
    accepted: of(deposit(ann, APPLE, MAX_AMOUNT - 5850n)),
    data: { symbol: 'APPLE', max: '1329227995784915872903807060280344575' },
  },
  liquidity_too_small: {
    refused: of(provide(1000n, 1000n, toCorn)),
    accepted: of(provide(1001n, 1001n, toCorn)),
    data: {},
  },
  both_tokens_needed: {
    refused: of(provide(5000n, 0n, toCorn)),
    accepted: of(provide(5000n, 5000n, toCorn)),
    data: { tokenA: 'APPLE', tokenB: 'CORN' },
  },
  // One LP token is half an apple or 0.02 bread, rounded up: 169 take 85 apples, 168 take 84.
  ratio_too_far: {
    refused: of(provide(100n, 337n)),
    accepted: of(provide(100n, 338n)),
    data: {
      takenA: '84',
      offeredA: '100',
      symbolA: 'APPLE',
      takenB: '3.36',
      offeredB: '3.37',
      symbolB: 'BREAD',
      leastPercent: '85',
    },
  },
  pool_creation_restricted: {
    refused: (exchange) => of(provide(2000n, 2000n, toCorn))(exchange.leaveToOperators()),
    accepted: (exchange) => of(provide(2000n, 2000n, { ...toCorn, mayCreatePool: true }))(exchange.leaveToOperators()),
    data: { tokenA: 'APPLE', tokenB: 'CORN' },
  },
  no_position: {
    refused: of(refund({ account: ann })),
    accepted: of(provide(1n, 4n), refund({ account: ann })),
    data: { account: 'ann', tokenA: 'APPLE', tokenB: 'BREAD' },
  },
  position_too_small: {
    refused: of(refund({ lpTokens: amount(701n) })),
    accepted: of(refund({ lpTokens: amount(700n) })),
    data: { wanted: '0.000000701', held: '0.0000007' },
  },
  refund_too_small: {
    refused: of(refund({ lpTokens: amount(0n) })),
    accepted: of(refund({ lpTokens: amount(1n) })),
    data: { tokenA: 'APPLE', tokenB: 'BREAD' },
  },
  not_on_this_venue: {
    refused: (exchange) => of(placeOrder(1000n, 1000n))(exchange.forbidOrders()),
    accepted: (exchange) => of(swap(9n))(exchange.forbidOrders()),
    data: { what: 'orders' },
  },
  same_account: {
    refused: of(transfer(APPLE, 1n, { to: ann })),
    accepted: of(transfer(APPLE, 1n, { to: 'Ann' as Account })),
    data: { account: 'ann' },
  },
  account_reserved: {
    refused: of(transfer(APPLE, 1n, { to: LOCK })),
    accepted: of(transfer(APPLE, 1n, { to: 'the-lock' as Account })),
    data: { account: 'the lock' },
  },
  nothing_to_collect: {
    refused: of(taxed, provide(2000n, 2000n, toCorn), collectFees(toCorn)),
    accepted: of(taxed, provide(2000n, 2000n, toCorn), swap(9n, toCorn), collectFees(toCorn)),
    data: { tokenA: 'APPLE', tokenB: 'CORN' },
  },
  reference_reused: {
    refused: moved(2n),
    accepted: moved(1n),
    data: { amount: '0.01', symbol: 'BREAD', transactionId: expect.stringMatching(/^[-0-9a-f]{36}$/) },
  },
  // The market has ten transactions, so the first order is number 11.
  not_found: {
    refused: of(placeOrder(1000n, 1000n), closeOrder(10)),
    accepted: of(placeOrder(1000n, 1000n), closeOrder(11)),
    data: { what: 'order', order: 10 },
  },
  order_closed: {
    refused: of(placeOrder(1000n, 1000n), closeOrder(11), closeOrder(11)),
    accepted: of(placeOrder(1000n, 1000n), fillOrder(11, 1n, 1000n), closeOrder(11)),
    data: { order: 11 },
  },
  order_moved: {
    refused: of(placeOrder(1000n, 1000n), fillOrder(11, 1n, 1000n), fillOrder(11, 1n, 1000n)),
    accepted: of(placeOrder(1000n, 1000n), fillOrder(11, 1n, 1000n), fillOrder(11, 1n, 999n)),
    data: { order: 11 },
  },
  order_too_small: {
    refused: of(placeOrder(1000n, 999n)),
    accepted: of(placeOrder(1000n, 1000n)),
    data: { least: '10', symbol: 'BREAD' },
  },
  would_fill: {
    refused: of(placeOrder(1000n, 1000n, { placedAs: 'postOnly' })),
    accepted: of(placeOrder(1000n, 1_000_000n, { placedAs: 'postOnly' })),
    data: {},
  },
  not_attempted: {
    refused: linkedTo(withdraw(ann, APPLE, 4992n)),
    accepted: linkedTo(withdraw(ann, APPLE, 4991n)),
    data: { item: 1 },
  },
  idempotency_key_reused: { refused: repeated('two'), accepted: repeated('one'), data: {} },
};

test.each(Object.entries(BOUNDARIES))('one command gets %s, a similar none', (code, { refused, accepted, data }) => {
  expect(refused(market())).toEqual({ code, ...data });
  expect(accepted(market())).toBeUndefined();
});

test('a transfer is refused if transfers are off, a withdrawal is not', () => {
  const off = { code: 'not_on_this_venue', what: 'transfers' };
  expect(of(transfer(APPLE, 1n))(market().forbidTransfers())).toEqual(off);
  expect(of(withdraw(ann, APPLE, 1n))(market().forbidTransfers())).toBeUndefined();
});
