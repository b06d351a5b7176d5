// The changes of a bulk see each other: each swap is routed as those before it leave the pools.
import { describe, expect, test } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { APPLE, BREAD, CORN, MAKER, token } from '../../test/paper-exchange.ts';
import { ann, bob, buy, deposit, pairOf, provide, refund, registerToken, swap } from '../../test/paper-orders.ts';
import { amount, ppm } from '../core/amount.ts';
import type { Command, Receipt } from '../core/commands/command.ts';
import { hopsOf } from '../core/commands/swap.ts';
import { WHOLE_SHARE } from '../core/route/shape.ts';
import { type Completed, type Executed, type Order, RefusedError } from './venue.ts';

const TOKENS = [APPLE, BREAD, CORN];
const DEEP = 100_000n;
const AT_ANY_PRICE = { maxPriceImpactPpm: ppm(1_000_000n) };
const DIRECTLY = [{ tokenIn: APPLE.address, tokenOut: BREAD.address, share: WHOLE_SHARE }];

const MARKET = [
  ...TOKENS.map(registerToken),
  ...TOKENS.flatMap((each) => [MAKER, ann, bob].map((account) => deposit(account, each, 10n ** 15n))),
  ...[pairOf(APPLE, BREAD), pairOf(APPLE, CORN), pairOf(CORN, BREAD)].map((pair) =>
    provide(DEEP, DEEP, { ...pair, account: MAKER }),
  ),
];
const on = useExchange(MARKET, { routed: true });
/** Where the same is done one by one. */
const beside = useExchange(MARKET, { routed: true });

const best = (command: Command): Order => ({ command, routing: 'best' });
const told = (all: readonly (Executed | Error)[]) =>
  all.map((one) => (one instanceof RefusedError ? one.refusal.code : one instanceof Error ? one.message : one.status));
const done = (count: number) => Array<string>(count).fill('completed');
const receiptsOf = (all: readonly (Executed | Error)[]) => all.map((one) => figuresOf((one as Completed).receipt));

/** All but the addresses of pools, which are others on every exchange. */
function figuresOf(receipt: Receipt): object {
  const { pool: _, created: __, ...figures } = { pool: undefined, created: undefined, ...receipt };
  const hops = receipt.kind === 'swap' ? hopsOf(receipt).map(({ pool: _, ...hop }) => hop) : [];
  return { ...figures, hops };
}

/** What each gets that is carried out alone, after those before it. */
async function oneByOne(orders: readonly Order[]): Promise<readonly object[]> {
  const receipts: object[] = [];
  for (const { command, routing } of orders) {
    receipts.push(figuresOf((await beside.exchange.execute(ann, command, undefined, routing)).receipt));
  }
  return receipts;
}

describe.each([{ atomic: false }, { atomic: true }])('on an idle exchange, atomic: $atomic', ({ atomic }) => {
  test.each([100n, 1000n])(
    'ten times %d in pools 100,000 deep are all done, as they would be one by one',
    async (units) => {
      const orders = Array.from({ length: 10 }, () => best(swap(units, pairOf(APPLE, BREAD))));
      const bulk = await on.exchange.executeAll(ann, orders, { atomic });
      expect(told(bulk)).toEqual(done(10));
      expect(receiptsOf(bulk)).toEqual(await oneByOne(orders));
    },
  );

  test('what is provided, refunded and swapped directly or by an own route in between is seen too', async () => {
    const orders = [
      best(swap(20_000n, { ...pairOf(APPLE, BREAD), ...AT_ANY_PRICE })),
      { command: provide(10n * DEEP, 10n * DEEP, { ...pairOf(APPLE, CORN), ...AT_ANY_PRICE }) },
      best(swap(5000n, pairOf(APPLE, BREAD))),
      { command: swap(10_000n, { ...pairOf(CORN, BREAD), ...AT_ANY_PRICE }) },
      best(swap(3000n, { ...pairOf(APPLE, BREAD), route: DIRECTLY })),
      best(swap(2000n, pairOf(APPLE, BREAD))),
      { command: refund(pairOf(APPLE, CORN)) },
      best(buy(2000n, pairOf(APPLE, BREAD))),
      best(swap(2000n, pairOf(BREAD, CORN))),
    ];
    const bulk = await on.exchange.executeAll(ann, orders, { atomic });
    expect(told(bulk)).toEqual(done(orders.length));
    expect(receiptsOf(bulk)).toEqual(await oneByOne(orders));
    expect(receiptsOf(bulk).some((figures) => 'hops' in figures && (figures.hops as object[]).length > 1)).toBe(true);
    const sequences = bulk.map((one) => (one as Completed).sequence);
    // None of them had to be tried again.
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
  });
});

test('a pool that a bulk creates serves those of its pair', async () => {
  const figs = token('figs', 0);
  await on.exchange.execute(MAKER, registerToken(figs));
  await on.exchange.execute(MAKER, deposit(ann, figs, 10n ** 9n));
  const orders = [
    { command: provide(DEEP, DEEP, pairOf(APPLE, figs)) },
    best(swap(100n, pairOf(APPLE, figs))),
    best(swap(100n, pairOf(APPLE, figs))),
  ];
  expect(told(await on.exchange.executeAll(ann, orders, { atomic: true }))).toEqual(done(3));
});

test('a thousand swaps of one bulk are all done, while others ask', { timeout: 60_000 }, async () => {
  const orders = Array.from({ length: 1000 }, (_, at) =>
    best(at % 2 === 0 ? swap(1000n, pairOf(APPLE, BREAD)) : swap(1000n, pairOf(BREAD, APPLE))),
  );
  let answered = 0;
  const bulk = on.exchange.executeAll(ann, orders);
  const terms = { ...pairOf(APPLE, CORN), referred: false, exact: { in: amount(5n) }, routing: 'best' as const };
  const others = Promise.all(Array.from({ length: 20 }, () => on.exchange.quote(terms).then(() => answered++)));
  await others;
  expect(answered).toBe(20);
  expect(new Set(told(await bulk))).toEqual(new Set(['completed']));
});
