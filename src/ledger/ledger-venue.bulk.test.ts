// Commands of a bulk affect each other: each swap is routed on the pools as the commands before it leave them.
import { describe, expect, test } from 'vitest';
import { useExchange } from '../../test/exchange-file.ts';
import { APPLE, account, BREAD, CORN, MAKER, token } from '../../test/paper-exchange.ts';
import {
  ann,
  bob,
  buy,
  deposit,
  pairOf,
  provide,
  refund,
  registerToken,
  swap,
  withdraw,
} from '../../test/paper-orders.ts';
import { POLICY } from '../../test/store-contract/site.ts';
import { amount, ppm } from '../core/amount.ts';
import type { Command, Receipt } from '../core/commands/command.ts';
import { hopsOf } from '../core/commands/swap-receipt.ts';
import { WHOLE_SHARE } from '../core/route/shape.ts';
import type { Completed, Executed, Submission } from '../ports/venue/trading.ts';
import { RefusedError } from '../ports/venue.ts';
import { RouteClient } from '../routes/client.ts';
import { LedgerVenue } from './ledger-venue.ts';

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
/** A second exchange, where the same commands are executed one by one. */
const beside = useExchange(MARKET, { routed: true });

const best = (command: Command): Submission => ({ command, routing: 'best' });
const told = (all: readonly (Executed | Error)[]) =>
  all.map((one) => (one instanceof RefusedError ? one.refusal.code : one instanceof Error ? one.message : one.status));
const done = (count: number) => Array<string>(count).fill('completed');
const receiptsOf = (all: readonly (Executed | Error)[]) =>
  all.map((one) => (one instanceof RefusedError ? one.refusal : figuresOf((one as Completed).receipt)));

/** Everything but pool addresses, which differ between exchanges. */
function figuresOf(receipt: Receipt): object {
  const { pool: _, created: __, ...figures } = { pool: undefined, created: undefined, ...receipt };
  const hops = receipt.kind === 'swap' ? hopsOf(receipt).map(({ pool: _, ...hop }) => hop) : [];
  return { ...figures, hops };
}

/** The results of executing the commands one after the other. */
async function oneByOne(submissions: readonly Submission[]): Promise<readonly object[]> {
  const answers: (Executed | Error)[] = [];
  for (const { command, routing } of submissions) {
    answers.push(await beside.exchange.execute(ann, command, undefined, routing).catch((error: Error) => error));
  }
  return receiptsOf(answers);
}

describe.each([{ atomic: false }, { atomic: true }])('on an idle exchange, atomic: $atomic', ({ atomic }) => {
  test.each([100n, 1000n])(
    'ten swaps of %d units in pools of 100,000 have the same receipts as when executed one by one',
    async (units) => {
      const submissions = Array.from({ length: 10 }, () => best(swap(units, pairOf(APPLE, BREAD))));
      const bulk = await on.exchange.executeAll(ann, submissions, { atomic });
      expect(told(bulk)).toEqual(done(10));
      expect(receiptsOf(bulk)).toEqual(await oneByOne(submissions));
    },
  );

  test('swaps between provides, refunds, direct swaps and swaps with a given route have the same receipts as one by one', async () => {
    const submissions = [
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
    const bulk = await on.exchange.executeAll(ann, submissions, { atomic });
    expect(told(bulk)).toEqual(done(submissions.length));
    expect(receiptsOf(bulk)).toEqual(await oneByOne(submissions));
    expect(receiptsOf(bulk).some((figures) => 'hops' in figures && (figures.hops as object[]).length > 1)).toBe(true);
    const sequences = bulk.map((one) => (one as Completed).sequence);
    // Ascending sequences: no swap was routed again and executed after the others.
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
  });
});

test('swaps of an atomic bulk can use a pool that the same bulk creates', async () => {
  const figs = token('figs', 0);
  await on.exchange.execute(MAKER, registerToken(figs));
  await on.exchange.execute(MAKER, deposit(ann, figs, 10n ** 9n));
  const submissions = [
    { command: provide(DEEP, DEEP, pairOf(APPLE, figs)) },
    best(swap(100n, pairOf(APPLE, figs))),
    best(swap(100n, pairOf(APPLE, figs))),
  ];
  expect(told(await on.exchange.executeAll(ann, submissions, { atomic: true }))).toEqual(done(3));
});

test('a bulk of a thousand swaps is executed, and quotes are answered meanwhile', { timeout: 60_000 }, async () => {
  const submissions = Array.from({ length: 1000 }, (_, at) =>
    best(at % 2 === 0 ? swap(1000n, pairOf(APPLE, BREAD)) : swap(1000n, pairOf(BREAD, APPLE))),
  );
  let answered = 0;
  const bulk = on.exchange.executeAll(ann, submissions);
  const terms = { ...pairOf(APPLE, CORN), referred: false, exact: { in: amount(5n) }, routing: 'best' as const };
  const others = Promise.all(Array.from({ length: 20 }, () => on.exchange.quote(terms).then(() => answered++)));
  await others;
  expect(answered).toBe(20);
  expect(new Set(told(await bulk))).toEqual(new Set(['completed']));
});

describe('later swaps of a bulk are routed by what earlier commands really change', () => {
  const cat = account('cat');
  const ofCat = { ...pairOf(APPLE, BREAD), account: cat };
  const big = best(swap(50_000n, { ...pairOf(APPLE, BREAD), ...AT_ANY_PRICE }));
  const small = best(swap(1000n, pairOf(APPLE, BREAD)));

  test('a swap refused for insufficient funds does not affect the routes of later swaps, also after deposits and withdrawals', async () => {
    const submissions = [
      { command: deposit(cat, APPLE, 2000n) },
      best(swap(50_000n, { ...ofCat, ...AT_ANY_PRICE })),
      best(swap(1000n, ofCat)),
      { command: withdraw(cat, APPLE, 900n) },
      { command: swap(50_000n, { ...ofCat, ...AT_ANY_PRICE }) },
      best(swap(101n, ofCat)),
      { command: deposit(cat, APPLE, 60_000n) },
      best(swap(50_000n, { ...ofCat, ...AT_ANY_PRICE })),
      best(swap(1000n, { ...ofCat, tokenA: BREAD.address, tokenB: CORN.address })),
      best(swap(1000n, ofCat)),
    ];
    const bulk = await on.exchange.executeAll(ann, submissions);
    const [yes, no] = ['completed', 'insufficient_funds'];
    expect(told(bulk)).toEqual([yes, no, yes, yes, no, no, yes, yes, yes, yes]);
    expect(receiptsOf(bulk)).toEqual(await oneByOne(submissions));
  });

  test('tokens received from a pool created in the bulk can be spent by its later swaps', async () => {
    const figs = token('figs', 0);
    const offer = provide(DEEP, DEEP, { ...pairOf(figs, CORN), account: MAKER });
    const before = [registerToken(figs), deposit(MAKER, figs, DEEP), deposit(ann, figs, DEEP), offer];
    for (const command of before) await on.exchange.execute(MAKER, command);
    const submissions = [
      { command: provide(DEEP, DEEP, pairOf(APPLE, figs)) },
      { command: swap(60_000n, { ...pairOf(APPLE, figs), ...AT_ANY_PRICE }) },
      best(swap(30_000n, { ...pairOf(figs, CORN), ...AT_ANY_PRICE })),
      best(swap(5000n, { ...pairOf(figs, BREAD), ...AT_ANY_PRICE })),
    ];
    expect(told(await on.exchange.executeAll(ann, submissions, { atomic: true }))).toEqual(done(4));
  });

  test('a command answered earlier under its key, or a key repeated in the bulk, changes the pools only once', async () => {
    const keyed = (submission: Submission, idempotencyKey: string) => ({ ...submission, idempotencyKey });
    const [first] = await on.exchange.executeAll(ann, [keyed(big, 'k/0')]);
    const again = [keyed(big, 'k/0'), keyed(small, 'k/1'), keyed(big, 'k/2'), keyed(big, 'k/2'), keyed(small, 'k/3')];
    const bulk = await on.exchange.executeAll(ann, again);
    expect(told(bulk)).toEqual(done(5));
    expect((bulk[0] as Completed).transactionId).toBe((first as Completed).transactionId);
    expect((bulk[3] as Completed).transactionId).toBe((bulk[2] as Completed).transactionId);
    const [alone, ...others] = await oneByOne([big, small, big, small]);
    expect(receiptsOf(bulk)).toEqual([alone, others[0], others[1], others[1], others[2]]);
  });

  test('a repeated atomic bulk gets its first answers', async () => {
    const submissions = [big, small].map((submission, at) => ({ ...submission, idempotencyKey: `k/${at}` }));
    const first = await on.exchange.executeAll(ann, submissions, { atomic: true });
    expect(told(first)).toEqual(done(2));
    expect(await on.exchange.executeAll(ann, submissions, { atomic: true })).toEqual(first);
  });
});

test.each([{ atomic: false }, { atomic: true }])(
  'without a route service only swaps that need it fail, or the whole atomic bulk, atomic: $atomic',
  async ({ atomic }) => {
    const gone = { answer: async () => ({ lost: true as const }), close: async () => {} };
    const queue = { maxBatch: 100, maxQueue: 1000, maxWaitMs: Number.POSITIVE_INFINITY };
    const routeClient = new RouteClient(gone, { maxWaiting: 1000 });
    const exchange = new LedgerVenue(on.store, { ...queue, policy: POLICY, routeClient });
    const [own, direct] = [best(swap(100n, { route: DIRECTLY })), { command: swap(100n) }];
    expect(told(await exchange.executeAll(ann, [own, direct], { atomic }))).toEqual(done(2));
    const needsBenchmark = best(swap(50_000n, { route: DIRECTLY }));
    const unfound = 'the journal is not being followed at the moment';
    for (const failing of [best(swap(100n)), needsBenchmark]) {
      const others = atomic ? 'not_attempted' : 'completed';
      const bulk = await exchange.executeAll(ann, [own, failing, direct], { atomic });
      expect(told(bulk)).toEqual([others, unfound, others]);
    }
  },
);
