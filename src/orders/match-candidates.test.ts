// Orders that are never matched do not keep others from being matched: neither many of one person, nor those that must be filled as a whole.
import { describe, expect, test } from 'vitest';
import { Kept } from '../../test/kept-exchange.ts';
import { APPLE, account, BREAD, PaperExchange, ratesOf } from '../../test/paper-exchange.ts';
import { ann, bob, closeOrder, guarded, pairOf, placeOrder } from '../../test/paper-orders.ts';
import type { Account } from '../core/amount.ts';
import { MatchTurns } from './match-candidates.ts';

const BUY = pairOf(BREAD, APPLE);
const eve = account('eve');
const eves = Array.from({ length: 10 }, (_, index) => account(`eve-${index}`));

/** One apple is four bread, in a pool that pays too little for any of the orders below. */
function start(strangers: readonly Account[] = [eve]): PaperExchange {
  const exchange = PaperExchange.open({ apple: 1000n, bread: 4000n, rates: ratesOf(2000n, 1000n, 0n) });
  for (const owner of [ann, bob, ...strangers])
    for (const each of [APPLE, BREAD]) exchange.fund(owner, each, 10n ** 12n);
  return exchange;
}

const place = (exchange: PaperExchange, ...terms: Parameters<typeof placeOrder>): number => {
  exchange.run(placeOrder(...terms));
  return exchange.journal.length;
};

/** Ann sells and bob buys, and both meet at four bread for an apple. */
function meet(exchange: PaperExchange, inParts = true): string {
  const maker = place(exchange, 100_000n, 398_000n, { inParts });
  const taker = place(exchange, 402_000n, 100_000n, { ...BUY, account: bob, inParts });
  return `${maker} ${taker}`;
}

/** How many looks it takes until these two orders are matched; each look's commands are executed. */
async function looksUntil(it: Kept, pair: string, between: () => void = () => {}): Promise<number> {
  for (let looks = 1; looks <= 100; looks++) {
    const commands = await it.look();
    it.do(commands);
    const matched = commands.flatMap((one) =>
      one.kind === 'matchOrders' ? [`${one.maker.order} ${one.taker.order}`] : [],
    );
    if (matched.includes(pair)) return looks;
    between();
  }
  throw new Error('not matched in 100 looks');
}

describe('all-or-nothing orders', () => {
  /** Better limits than those of ann and bob, and far more than anybody could fill. */
  const sell = { inParts: false, account: eve };
  const buy = { ...BUY, ...sell };

  test.each([
    [1, {}],
    [8, {}],
    [200, {}],
    [8, { isPurchase: true as const }],
  ])('%i of them that nobody could fill, with %o, take no place', async (count, exact) => {
    const exchange = start();
    for (let index = 0; index < count; index++) {
      place(exchange, 10n ** 9n, 35n * 10n ** 8n, { ...sell, ...exact });
      place(exchange, 10n ** 9n, 2n * 10n ** 8n, { ...buy, ...exact });
    }
    const pair = meet(exchange);
    expect(await looksUntil(new Kept(exchange), pair)).toBe(1);
  });

  test('that only several others together could fill take no place', async () => {
    const exchange = start();
    for (let index = 0; index < 9; index++) place(exchange, 10n ** 6n, 3_500_000n, sell);
    const buys = Array.from({ length: 20 }, () => place(exchange, 402_000n, 100_000n, { ...BUY, account: bob }));
    const maker = place(exchange, 100_000n, 398_000n);
    expect(await looksUntil(new Kept(exchange), `${buys[0]} ${maker}`)).toBe(1);
  });

  test('placed and cancelled again and again they take no place either', async () => {
    const exchange = start();
    const it = new Kept(exchange);
    const open: number[] = [];
    const again = () => {
      for (const order of open.splice(0)) exchange.run(closeOrder(order, { account: eve }));
      for (let index = 0; index < 9; index++) open.push(place(exchange, 10n ** 9n, 35n * 10n ** 8n, sell));
    };
    again();
    await it.look();
    const pair = meet(exchange);
    expect(await looksUntil(it, pair, again)).toBe(1);
  });

  test.each([
    ['one account', [eve], 9],
    ['one account with all it may have', [eve], 100],
    ['ten accounts with 200 orders in all', eves, 10],
  ] as const)(
    'of %s that could fill each other by their limits, but never do by their amounts, leave others their turn',
    async (_, owners, each) => {
      const exchange = start(owners);
      for (const owner of owners)
        for (let index = 0; index < each; index++) {
          // Each sell meets each buy, but not at four bread for an apple, which would leave a rest.
          place(exchange, 10n ** 7n, 35n * 10n ** 6n, { inParts: false, account: owner });
          place(exchange, 38n * 10n ** 6n, 9n * 10n ** 6n, { ...BUY, inParts: false, account: owner });
        }
      const pair = meet(exchange);
      // 3 batches of accounts on each side, and two looks before their turns begin.
      expect(await looksUntil(new Kept(exchange), pair)).toBeLessThanOrEqual(12);
    },
  );
});

test('orders whose guards make them wait take no place', async () => {
  const exchange = start(eves);
  const schedule = { times: 2, everyMs: 60_000 };
  // Their reference is not known before its window has begun.
  for (const owner of [...eves, ...eves])
    exchange.run(guarded(placeOrder(100_000n, 300_000n, { account: owner, schedule })));
  const pair = meet(exchange);
  const it = new Kept(exchange);
  expect(await looksUntil(it, pair)).toBe(1);
  expect([...it.keeper.orders.all].filter(({ attempts }) => attempts.lookAtMs > exchange.nowMs)).toHaveLength(20);
});

test('whoever trades a little with himself in each look does not keep the places', async () => {
  const exchange = start();
  const it = new Kept(exchange);
  for (let index = 0; index < 9; index++) {
    place(exchange, 10n ** 7n, 35n * 10n ** 6n, { inParts: false, account: eve });
    place(exchange, 38n * 10n ** 6n, 9n * 10n ** 6n, { ...BUY, inParts: false, account: eve });
  }
  const trade = () => {
    place(exchange, 100n, 300n, { inParts: false, account: eve });
    place(exchange, 400n, 80n, { ...BUY, inParts: false, account: eve });
  };
  trade();
  const pair = meet(exchange);
  expect(await looksUntil(it, pair, trade)).toBeLessThanOrEqual(4);
});

test('while the best limits trade, they alone are tried, in their order', () => {
  const turns = new MatchTurns();
  const orders = Array.from(
    { length: 20 },
    (_, number) => ({ number, account: `a${number}` }) as never as { number: number },
  );
  const numbers = (isBlocked: boolean) => {
    const { isCut, sides } = turns.choose([orders as never, orders.slice(0, 3) as never]);
    turns.note({ isBlocked: isCut && isBlocked, hasTraded: !isBlocked });
    return sides.map((side) => (side as never as readonly { number: number }[]).map(({ number }) => number));
  };
  const first = [
    [0, 1, 2, 3, 4, 5, 6, 7],
    [0, 1, 2],
  ];
  expect([numbers(false), numbers(false), numbers(true)]).toEqual([first, first, first]);
  // Then the others by account, in turn.
  expect([numbers(true)[0], numbers(true)[0]]).toEqual([
    [0, 1, 2, 3, 4, 5, 6, 7],
    [0, 1, 2, 3, 8, 9, 10, 11],
  ]);
});

test('after a round of turns the keeper is quiet until something changes, and every pair of accounts had a turn', () => {
  const turns = new MatchTurns();
  const side = (length: number) => Array.from({ length }, (_, number) => ({ number, account: `a${number}` }));
  const [ones, others] = [side(40), side(30)];
  const seen = new Set<string>();
  let looks = 0;
  for (let isDue = true; isDue; looks++) {
    const { isCut, sides } = turns.choose([ones as never, others as never]);
    for (const one of sides[0] as never as typeof ones)
      for (const other of sides[1] as never as typeof ones) seen.add(`${one.number} ${other.number}`);
    isDue = turns.note({ isBlocked: isCut, hasTraded: false });
  }
  expect(looks).toBe(65);
  for (let index = 0; index < 65; index++) {
    const { isCut, sides } = turns.choose([ones as never, others as never]);
    for (const one of sides[0] as never as typeof ones)
      for (const other of sides[1] as never as typeof ones) seen.add(`${one.number} ${other.number}`);
    turns.note({ isBlocked: isCut, hasTraded: false });
  }
  expect(seen.size).toBe(40 * 30);
});
