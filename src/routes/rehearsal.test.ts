// Rehearsing a bulk restores the book, gives the same result in parts as at once, and delays no single route.
import { expect, test } from 'vitest';
import { Random } from '../../bench/router/random.ts';
import { ratesOf } from '../../test/paper-exchange.ts';
import { ann, closeOrder, placeOrder, refund, swap } from '../../test/paper-orders.ts';
import { griefedMarket } from '../../test/router/griefed-market.ts';
import { ISSUER, lpToken, orderAccount, reserveAccount, stopAccount } from '../core/accounts.ts';
import { type Account, amount, ppm } from '../core/amount.ts';
import type { Command } from '../core/commands/command.ts';
import { Book } from '../journal/book.ts';
import type { Everything, Tail } from '../ports/tail.ts';
import { RouteFinder } from './finder.ts';
import { type BulkQuestion, type BulkStep, rehearse } from './rehearsal.ts';
import { RouteService } from './service.ts';
import { questionOf } from './wire.ts';

const POLICY = {
  maxPriceImpactPpm: ppm(150_000n),
  rates: ratesOf(2000n, 1000n, 1000n),
  treasury: 'treasury' as Account,
  refusalRetentionMs: 0,
  poolCreation: 'anyone' as const,
  transfers: 'on' as const,
  orders: 'on' as const,
  matchFeePpm: ppm(0n),
};

function open(seed: number) {
  const random = new Random(seed);
  const { after: everything, tokens } = griefedMarket(random);
  const book = new Book(everything);
  const finder = new RouteFinder({ maxPools: 16, minGain: 5e-6 });
  finder.restart(book);
  const [first] = everything.pools;
  const lp = lpToken((first as (typeof everything.pools)[number]).address);
  const held = [
    { account: ISSUER, token: lp, units: -(10n ** 12n) },
    { account: ann, token: lp, units: 10n ** 11n },
  ];
  const steps = Array.from({ length: 30 }, (_, at): BulkStep => {
    const tokenA = random.oneOf(tokens);
    const tokenB = random.oneOf(tokens.filter((token) => token !== tokenA));
    if (at % 10 === 9) {
      const pair = { tokenA: first?.token0 as never, tokenB: first?.token1 as never };
      return { command: refund({ ...pair, account: ann, portionPpm: ppm(100_000n) }), isRouted: false };
    }
    const units = BigInt(Math.ceil(Math.min(1e30, random.powerBetween(1e-2, 1e6) / tokenA.unitValue)));
    const pair = { tokenA: tokenA.address, tokenB: tokenB.address };
    // Near the market price: pools fill some orders partly, and others completely or not at all.
    const limit = BigInt(Math.ceil(Math.min(1e30, (Number(units) * tokenA.unitValue) / tokenB.unitValue)));
    if (at % 5 === 3) return { command: placeOrder(units, (limit * 97n) / 100n + 1000n, pair), isRouted: true };
    return { command: swap(units, pair) as Command, isRouted: random.next() < 0.9 };
  });
  const question: BulkQuestion = { steps, policy: POLICY, held, moved: [] };
  const options = (isTime = () => false) => ({ finder, book, nowMs: 0, isTime });
  return { everything, book, finder, question, options };
}

const reservesIn = ({ pools }: Book) => pools.map(({ reserve0, reserve1 }) => [reserve0, reserve1]);

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a bulk gives the same result in parts as at once, and the book is restored (market %d)',
  (seed) => {
    const { book, finder, question, options } = open(seed);
    const before = reservesIn(book);
    const [{ command }] = question.steps as [BulkStep & { command: Extract<Command, { kind: 'swap' }> }];
    const ask = () =>
      finder.best({ ...command, exact: { in: amount(1000n) }, referred: false, maxPriceImpactPpm: ppm(150_000n) });
    const answered = ask();
    const whole = rehearse(question, options());
    expect(whole.found).toHaveLength(question.steps.length);
    expect(whole.found.some((found) => found && 'expected' in found)).toBe(true);
    expect(whole.moved.some(({ account }) => account.startsWith('order '))).toBe(false);
    expect(whole.moved.some(({ token }) => token.startsWith('LP '))).toBe(true);
    expect(reservesIn(book)).toEqual(before);
    expect(ask()).toEqual(answered);

    let part = { found: [] as typeof whole.found, moved: question.moved };
    while (part.found.length < question.steps.length) {
      const { found, moved } = rehearse(
        { ...question, steps: question.steps.slice(part.found.length), moved: part.moved },
        options(() => true),
      );
      expect(found).toHaveLength(1);
      part = { found: [...part.found, ...found], moved };
    }
    expect(part).toEqual(whole);
    expect(reservesIn(book)).toEqual(before);
  },
);

test('the result is the same if reserves are listed in `held`, as in a bulk that collects fees', () => {
  const { book, question, options } = open(1);
  const reserves = book.pools.flatMap(({ record: { address, token0, token1 }, reserve0, reserve1 }) => [
    { account: reserveAccount(address), token: token0, units: reserve0 },
    { account: reserveAccount(address), token: token1, units: reserve1 },
  ]);
  const held = [...question.held, ...reserves];
  expect(rehearse({ ...question, held }, options())).toEqual(rehearse(question, options()));
});

test('cancelling an older order after placing others returns what it holds', () => {
  const { everything, question, options } = open(1);
  const [{ token0, token1 }] = everything.pools as [(typeof everything.pools)[number]];
  const pair = { tokenA: token0, tokenB: token1 };
  const held = [
    { account: ann, token: token0, units: 5000n },
    { account: orderAccount(1), token: token0, units: 700n },
    { account: stopAccount(1), token: token0, units: 0n },
  ];
  const steps = [placeOrder(1000n, 1000n, pair), placeOrder(1000n, 1000n, pair), closeOrder(1, pair)].map(
    (command) => ({ command, isRouted: false }),
  );
  expect(rehearse({ ...question, steps, held }, options()).moved).toEqual([
    { account: ann, token: token0, units: -1300n },
    { account: orderAccount(1), token: token0, units: -700n },
    { account: stopAccount(1), token: token0, units: 0n },
  ]);
});

test('a bulk whose earlier part took more than a reserve still holds is rehearsed to its end, and the book is restored', () => {
  const { book, question, options } = open(9);
  const [pool] = book.pools as [(typeof book.pools)[number]];
  const account = `pool ${pool.record.address}` as Account;
  const before = reservesIn(book);
  const moved = [{ account, token: pool.record.token0, units: -(pool.reserve0 + 1n) }];
  expect(rehearse({ ...question, moved }, options()).found).toHaveLength(question.steps.length);
  expect(reservesIn(book)).toEqual(before);
});

test('a single route does not wait for earlier bulks, and bulks wait for each other', async () => {
  const { everything, question } = open(10);
  const service = new RouteService(tailOf(everything), { maxPools: 16, minGain: 5e-6 });
  const [{ command }] = question.steps as [BulkStep & { command: Extract<Command, { kind: 'swap' }> }];
  const single = questionOf('plan', { ...command, exact: { in: amount(1000n) }, referred: false });
  const order: string[] = [];
  const noted = (name: string, questions: Parameters<RouteService['answer']>[0]) =>
    service.answer(questions).then((reply) => {
      expect(reply).toHaveProperty('answers');
      order.push(name);
    });
  await Promise.all([
    noted('first look', []),
    ...['bulk 1', 'bulk 2', 'bulk 3'].map((name) => noted(name, [question])),
    noted('single', [single]),
  ]);
  expect(order).toEqual(['first look', 'single', 'bulk 1', 'bulk 2', 'bulk 3']);
  await service.close();
});

function tailOf(everything: Everything): Tail {
  const { mark, listingSequence } = everything;
  const tail: Pick<Tail, 'everything' | 'next' | 'close'> = {
    everything: async () => everything,
    next: async () => ({ posted: [], mark, head: mark, listingSequence }),
    close: async () => {},
  };
  return tail as Tail;
}
