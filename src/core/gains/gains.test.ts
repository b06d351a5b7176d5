// Each rule of cost and gain with figures computed by hand.
import { describe, expect, test } from 'vitest';
import { type Account, type Amount, MAX_AMOUNT, type PoolAddress, type TokenAddress } from '../amount.ts';
import type { Receipt } from '../commands/command.ts';
import { Books, gainOf } from './books.ts';
import { type Arrival, apply, tokensValued } from './gains.ts';
import { Mark } from './lots.ts';
import type { DayAverage, Valuing } from './worth.ts';

const [CASH, EURO, GOLD, SILVER] = ['cash', 'euro', 'gold', 'silver'] as unknown as readonly TokenAddress[] as [
  TokenAddress,
  TokenAddress,
  TokenAddress,
  TokenAddress,
];
const [ANN, BOB] = ['ann' as Account, 'bob' as Account];
const POOL = 'pool-of-both' as PoolAddress;
const FEES = { lp: 0n, protocol: 0n, ref: 0n } as const;
type Averages = Partial<Record<string, readonly [volume: bigint, quoteVolume: bigint]>>;

/** Applies receipts one a day, each with the averages of its day. */
class History {
  readonly books: Books;
  #sequence = 0;

  constructor(valuing: Partial<Valuing> = {}) {
    this.books = new Books(ANN, { own: CASH, unit: CASH, ...valuing });
  }

  day(receipt: object, averages: Averages = {}, arrival: Arrival = {}): this {
    this.#sequence += 1;
    const posted = {
      sequence: this.#sequence,
      id: `id ${this.#sequence}`,
      actor: ANN,
      createdAtMs: this.#sequence * 86_400_000,
      receipt: receipt as Receipt,
    };
    const of = (token: TokenAddress): DayAverage | null => {
      const found = averages[token];
      return found ? { volume: found[0], quoteVolume: found[1] } : null;
    };
    apply(this.books, { posted, averages: { of } }, arrival);
    return this;
  }

  /** The lines, as: type token amount proceeds cost gain. */
  get lines(): readonly string[] {
    return this.books.entries.map((entry) =>
      [entry.type, entry.token, entry.units, entry.proceeds ?? '?', entry.cost ?? '?', gainOf(entry) ?? '?'].join(' '),
    );
  }

  /** Amount, amount of unknown cost, and cost of a token. */
  held(token: TokenAddress): readonly bigint[] {
    const { units, unknownUnits, cost } = this.books.lots(token);
    return [units, unknownUnits, cost];
  }
}

const deposit = (token: TokenAddress, amount: bigint) => ({
  kind: 'deposit',
  account: ANN,
  token,
  amount,
  reference: 'r',
});
const withdraw = (token: TokenAddress, amount: bigint) => ({ ...deposit(token, amount), kind: 'withdraw' });
const swap = (tokenA: TokenAddress, amountA: bigint, tokenB: TokenAddress, amountB: bigint, more: object = {}) => ({
  ...{ kind: 'swap', account: ANN, tokenA, tokenB, amountA, amountB, pool: POOL, fees: FEES },
  ...more,
});
const liquidity = (
  kind: 'provide' | 'refund',
  gold: bigint,
  other: readonly [TokenAddress, bigint],
  lpTokens: bigint,
) => ({
  ...{ kind, account: ANN, pool: POOL, tokenA: GOLD, amountA: gold, tokenB: other[0], amountB: other[1], lpTokens },
});
const send = (amount: bigint, from: Account, to: Account) => ({
  kind: 'transfer',
  account: from,
  to,
  token: GOLD,
  amount,
});
const sendLp = (amount: bigint, from: Account, to: Account) => ({
  kind: 'transfer',
  account: from,
  to,
  pool: POOL,
  amount,
});

/** Ten units of gold for 1000, then ten for 2001. */
const bought = () =>
  new History()
    .day(deposit(CASH, 10_000n))
    .day(swap(CASH, 1000n, GOLD, 10n))
    .day(swap(CASH, 2001n, GOLD, 10n));

describe('a disposal', () => {
  test.each<[string, bigint, bigint, string[], readonly bigint[]]>([
    ['of a part of the first lot', 4n, 800n, ['disposal gold 4 800 400 400'], [16n, 0n, 2601n]],
    ['of all of the first lot', 10n, 900n, ['disposal gold 10 900 1000 -100'], [10n, 0n, 2001n]],
    // ⌊2001·3/10⌋ = 600, and the rest keeps the remainder.
    ['of the first lot and a part of the next', 13n, 3000n, ['disposal gold 13 3000 1600 1400'], [7n, 0n, 1401n]],
    ['of everything', 20n, 1n, ['disposal gold 20 1 3001 -3000'], [0n, 0n, 0n]],
  ])('against the quote token is exact: %s', (_, units, brought, lines, held) => {
    const history = bought().day(swap(GOLD, units, CASH, brought));
    expect(history.lines).toEqual(lines);
    expect(history.held(GOLD)).toEqual(held);
    expect(history.held(CASH)).toEqual([6999n + brought, 0n, 6999n + brought]);
    expect(history.books.entries[0]).toMatchObject({ proceedsBy: 'exact', marks: 0, firstMs: 2 * 86_400_000 });
  });

  test.each<[string, Averages, string, readonly bigint[], string]>([
    // 3 units at 1000 for 7, rounded down.
    ['is worth what was given', { gold: [7n, 1000n] }, 'disposal gold 3 428 300 128', [5n, 0n, 428n], 'average'],
    ['is unknown without a price', { silver: [1n, 9n] }, 'disposal gold 3 ? 300 ?', [5n, 5n, 0n], 'exact'],
    [
      'rests on enough trade at a hundredth',
      { gold: [1n, 100n] },
      'disposal gold 3 300 300 0',
      [5n, 0n, 300n],
      'average',
    ],
  ])('between two others %s', (_, averages, line, held, proceedsBy) => {
    const history = bought().day(swap(GOLD, 3n, SILVER, 5n), averages);
    expect([...history.lines, history.books.entries[0]?.proceedsBy]).toEqual([line, proceedsBy]);
    expect(history.held(SILVER)).toEqual(held);
  });

  test.each([
    [100n, 'average'],
    [101n, 'thin'],
  ])('of %d at a day’s volume of 1 is marked %s', (units, proceedsBy) => {
    const history = new History().day(deposit(GOLD, 1000n), { gold: [1000n, 1n] });
    history.day(swap(GOLD, units, SILVER, 5n), { gold: [1n, 3n] });
    expect(history.books.entries[0]?.proceedsBy).toBe(proceedsBy);
    expect(history.books.dispose(SILVER, 1n).known.marks).toBe(
      units === 101n ? Mark.average | Mark.thin : Mark.average,
    );
  });

  test('of known and unknown lots has a line for each, and the remainder goes to the known', () => {
    const history = bought()
      .day(deposit(GOLD, 3n))
      .day(swap(GOLD, 22n, CASH, 1000n));
    // ⌊1000·2/22⌋ = 90.
    expect(history.lines).toEqual(['disposal gold 20 910 3001 -2091', 'disposal gold 2 90 ? ?']);
    expect(history.held(GOLD)).toEqual([1n, 1n, 0n]);
  });

  test('of the largest amounts is exact', () => {
    const history = new History().day(deposit(GOLD, MAX_AMOUNT), { gold: [1n, MAX_AMOUNT] });
    expect(history.held(GOLD)).toEqual([MAX_AMOUNT, 0n, MAX_AMOUNT * MAX_AMOUNT]);
    history.day(swap(GOLD, MAX_AMOUNT - 1n, CASH, MAX_AMOUNT));
    expect(history.held(GOLD)).toEqual([1n, 0n, MAX_AMOUNT]);
    expect(history.books.entries.map(gainOf)).toEqual([MAX_AMOUNT - (MAX_AMOUNT - 1n) * MAX_AMOUNT]);
  });
});

test('what comes from outside costs its worth on that day, and leaves with its cost', () => {
  const history = new History().day(deposit(GOLD, 10n), { gold: [3n, 100n] }).day(withdraw(GOLD, 4n));
  expect(history.lines).toEqual(['out gold 4 ? 133 ?']);
  expect(history.held(GOLD)).toEqual([6n, 0n, 200n]);
  expect(history.books.entries[0]).toMatchObject({ marks: Mark.deposit });
});

test('fees received are income, and cost what they were worth', () => {
  const referred = swap(CASH, 100n, GOLD, 90n, { account: BOB, referrer: ANN, fees: { ...FEES, ref: 4n } });
  const collected = { kind: 'collectFees', tokenA: GOLD, tokenB: CASH, pool: POOL, amountA: 2n, amountB: 5n, to: ANN };
  const history = new History().day(referred, { gold: [2n, 15n] }).day(collected);
  expect(history.lines).toEqual(['income gold 4 30 0 ?', 'income gold 2 ? 0 ?', 'income cash 5 5 0 ?']);
  expect(history.held(GOLD)).toEqual([6n, 2n, 30n]);
});

describe('orders', () => {
  const maker = { order: 7, account: ANN, left: 0n };
  const taker = { order: 8, account: BOB, left: 0n };
  const match = {
    kind: 'matchOrders',
    tokenA: GOLD,
    tokenB: CASH,
    amountA: 10n,
    amountB: 1500n,
    fee: { ppm: 1n, amount: 1n, pool: POOL },
  };

  test('that are placed, triggered or closed change nothing', () => {
    const order = { account: ANN, tokenA: GOLD, tokenB: CASH, amountA: 5n, order: 9 };
    const history = bought();
    const before = history.held(GOLD);
    for (const kind of ['placeOrder', 'triggerOrder', 'closeOrder']) history.day({ kind, ...order });
    expect([history.lines, history.held(GOLD)]).toEqual([[], before]);
  });

  test.each<[string, object, string[], readonly bigint[]]>([
    ['sells what the maker gives', { maker, taker }, ['disposal gold 10 1500 1000 500'], [10n, 0n, 2001n]],
    ['gives the taker what is left after the fee', { maker: taker, taker: maker }, [], [29n, 0n, 4501n]],
    [
      'of oneself is a sale and a purchase',
      { maker, taker: maker },
      ['disposal gold 10 1500 1000 500'],
      [19n, 0n, 3501n],
    ],
  ])('a match %s', (_, sides, lines, held) => {
    const history = bought().day({ ...match, ...sides });
    expect([history.lines, history.held(GOLD)]).toEqual([lines, held]);
  });

  test('a fill sells what was paid, not what was given back', () => {
    const history = bought().day(swap(GOLD, 4n, CASH, 800n, { fill: { order: 9, left: 0n, returned: 3n } }));
    expect([history.lines, history.held(GOLD)]).toEqual([['disposal gold 4 800 400 400'], [16n, 0n, 2601n]]);
  });
});

describe('liquidity', () => {
  const provided = (other: TokenAddress = CASH, units = 1000n) => {
    const history = bought();
    if (other !== CASH) history.day(swap(CASH, 3000n, other, units));
    return history.day(liquidity('provide', 15n, [other, units], 100n));
  };

  test('that is put in takes its lots along, without a gain', () => {
    const history = provided();
    expect([history.lines, history.held(GOLD)]).toEqual([[], [5n, 0n, 1001n]]);
    expect(history.books.position(POOL)).toMatchObject({ lp: 100n, cost: 1000n + 1000n + 1000n });
  });

  test.each<
    [string, readonly [gold: bigint, cash: bigint, lp: bigint], string[], readonly bigint[], bigint | undefined]
  >([
    ['all of it, unchanged', [15n, 1000n, 100n], [], [20n, 0n, 3001n], undefined],
    // ⌊15/2⌋ = 7 units of the first lot and 500 of cash come back.
    ['half of it, unchanged', [7n, 500n, 50n], [], [12n, 0n, 1701n], 1800n],
    ['less gold for more cash', [11n, 1450n, 100n], ['disposal gold 4 450 400 50'], [16n, 0n, 2601n], undefined],
    ['more gold for less cash', [18n, 800n, 100n], [], [23n, 0n, 3201n], undefined],
    [
      'more of both',
      [16n, 1030n, 100n],
      ['surplus cash 30 30 0 30', 'surplus gold 1 200 0 200'],
      [21n, 0n, 3201n],
      undefined,
    ],
    [
      'less of both',
      [14n, 990n, 100n],
      ['loss cash 10 0 10 -10', 'loss gold 1 0 100 -100'],
      [19n, 0n, 2901n],
      undefined,
    ],
  ])('that is taken out: %s', (_, [gold, cash, lp], lines, held, cost) => {
    const history = provided().day(liquidity('refund', gold, [CASH, cash], lp), { gold: [1n, 200n] });
    expect([history.lines, history.held(GOLD)]).toEqual([lines, held]);
    expect(history.books.positions.get(POOL)?.cost ?? undefined).toBe(cost);
  });

  test('between two others exchanges at the average, and is unknown without one', () => {
    const refund = liquidity('refund', 13n, [SILVER, 35n], 100n);
    expect(provided(SILVER, 30n).day(refund, { gold: [3n, 500n] }).lines).toEqual(['disposal gold 2 333 200 133']);
    const unknown = provided(SILVER, 30n).day(refund);
    expect([unknown.lines, unknown.held(SILVER)]).toEqual([['disposal gold 2 ? 200 ?'], [35n, 5n, 3000n]]);
  });

  test('lots return to their place in the order of acquisition', () => {
    const history = provided()
      .day(swap(CASH, 900n, GOLD, 3n))
      .day(liquidity('refund', 15n, [CASH, 1000n], 100n));
    expect(history.day(swap(GOLD, 10n, CASH, 1n)).lines).toEqual(['disposal gold 10 1 1000 -999']);
  });

  test('of one token is a swap, and liquidity', () => {
    const swapped = { sold: 'A', amountIn: 4n, amountOut: 480n, fees: FEES };
    const history = bought().day({ ...liquidity('provide', 6n, [CASH, 480n], 100n), swapped });
    expect([history.lines, history.held(GOLD)]).toEqual([['disposal gold 4 480 400 80'], [10n, 0n, 2001n]]);
    expect(history.books.position(POOL).cost).toBe(600n + 480n);
  });
});

describe('a transfer', () => {
  test('takes its lots along: the recipient gets one lot with their cost, at the time of the transfer', () => {
    const sender = bought().day(send(13n, ANN, BOB));
    expect(sender.lines).toEqual(['out gold 13 ? 1600 ?']);
    const parcel = sender.books.sent.find(4);
    const recipient = new History().day(send(13n, BOB, ANN), {}, { parcel });
    expect(recipient.held(GOLD)).toEqual([13n, 0n, 1600n]);
    // ⌊1600·10/13⌋: nothing tells that the first ten had cost 1000.
    expect(recipient.day(swap(GOLD, 10n, CASH, 1n)).lines).toEqual(['disposal gold 10 1 1230 -1229']);
    expect(recipient.books.entries[0]).toMatchObject({ marks: Mark.received, firstMs: 86_400_000, lastMs: 86_400_000 });
  });

  test('whose sender is not followed costs its worth on that day', () => {
    const history = new History().day(send(10n, BOB, ANN), { gold: [3n, 100n] }).day(send(10n, BOB, ANN));
    expect(history.held(GOLD)).toEqual([20n, 10n, 333n]);
    expect(history.books.dispose(GOLD, 1n).known.marks).toBe(Mark.unfollowed);
  });

  test('of LP tokens takes their share of the lots along', () => {
    const sender = bought()
      .day(liquidity('provide', 15n, [CASH, 1001n], 100n))
      .day(sendLp(50n, ANN, BOB), {}, { pair: [CASH, GOLD] });
    expect(sender.lines).toEqual(['out cash 500 ? 500 ?', 'out gold 7 ? 700 ?']);
    const recipient = new History().day(sendLp(50n, BOB, ANN), {}, { parcel: sender.books.sent.find(5) });
    expect(recipient.books.position(POOL)).toMatchObject({ lp: 50n, cost: 1200n });
    recipient.day(liquidity('refund', 7n, [CASH, 500n], 50n));
    expect([recipient.lines, recipient.held(GOLD), recipient.held(CASH)]).toEqual([
      [],
      [7n, 0n, 700n],
      [500n, 0n, 500n],
    ]);
  });

  test('of LP tokens whose sender is not followed has no known cost', () => {
    const history = bought()
      .day(liquidity('provide', 15n, [CASH, 1000n], 100n))
      .day(sendLp(50n, BOB, ANN));
    expect(history.books.position(POOL)).toMatchObject({ lp: 150n, cost: null });
    // A third of what comes back is of unknown cost: ⌊⌊100·50/150⌋·27/100⌋ = 8 units; 67 of 100 LP tokens take ⌊15·67/100⌋ = 10 units along.
    history.day(liquidity('refund', 27n, [CASH, 1000n], 100n), { gold: [1n, 100n] });
    expect(history.lines).toEqual(['surplus gold 9 900 0 900']);
  });
});

test('in a chosen token, figures are those of the quote token at its average of the day; a swap against it is exact', () => {
  const averages = { gold: [1n, 10n], cash: [10n, 9n] } as const;
  const history = new History({ unit: EURO }).day(deposit(GOLD, 10n), averages).day(deposit(CASH, 7n), averages);
  expect([history.held(GOLD), history.held(CASH)]).toEqual([
    [10n, 0n, 90n],
    [7n, 0n, 6n],
  ]);
  history
    .day(swap(GOLD, 2n, CASH, 25n), averages)
    .day(swap(GOLD, 2n, EURO, 30n), averages)
    .day(swap(CASH, 32n, EURO, 20n));
  expect(history.lines).toEqual(['disposal gold 2 22 18 4', 'disposal gold 2 30 18 12', 'disposal cash 32 20 28 -8']);
  expect(history.held(EURO)).toEqual([50n, 0n, 50n]);
});

test('a swap against the quote token needs no average', () => {
  const posted = (receipt: object) => ({ receipt: receipt as Receipt });
  const { books } = new History();
  expect(tokensValued(books, posted(swap(CASH, 1n, GOLD, 1n)))).toEqual([]);
  expect(tokensValued(books, posted(swap(SILVER, 1n, GOLD, 1n)))).toEqual([SILVER, GOLD]);
  expect(tokensValued(new History({ unit: EURO }).books, posted(deposit(GOLD, 1n as Amount)))).toEqual([GOLD, CASH]);
});
