// What a portfolio was worth: its transactions undone one after another, and what was held then at the prices of then.
import { setImmediate as turn } from 'node:timers/promises';
import { poolOfLpToken } from '../../core/accounts.ts';
import { type Amount, amount, type PoolAddress, type TokenAddress } from '../../core/amount.ts';
import type { PoolFigures } from '../../core/market/figures.ts';
import { ChangesBetween, timesBefore, WORTH_PERIODS } from '../../core/market/past-holdings.ts';
import type { Price } from '../../core/market/price.ts';
import { valueAt } from '../../core/market/value.ts';
import { worthOf } from '../../core/maths/liquidity.ts';
import type { Token } from '../../core/pool.ts';
import type { PortfolioFound, PortfolioQuery, WorthPeriod, WorthPoint } from '../../ports/portfolio.ts';
import { DataMoved, type Observer } from '../observer.ts';
import type { MarketOverview } from '../overview/overview.ts';
import { type Valuation, valuationIn } from '../overview/valuation.ts';
import { figuresAt, inMemory } from '../overview/window.ts';
import type { PortfolioRead, Units } from './portfolio.ts';

type Bounds = {
  /** The transactions read at once, and the most in all. */
  readonly page: number;
  readonly rows: number;
  /** The most pools whose figures are read for every point. */
  readonly pools: number;
};
const BOUNDS: Bounds = { page: 500, rows: 10_000, pools: 200 };

/** Adds the history. Every value is rounded down for each holding, as in the portfolio itself. */
export async function withHistory(
  observer: Observer,
  overview: MarketOverview,
  query: PortfolioQuery,
  { units, ...found }: PortfolioRead & { readonly units: Units },
  bounds: Bounds = BOUNDS,
): Promise<PortfolioFound> {
  const { fold } = observer;
  const times = timesBefore(found.asOfMs, WORTH_PERIODS[query.history as WorthPeriod]);
  const walked = await readChanges(observer, { account: query.account, sequence: found.sequence, times }, bounds);
  const { points, left, looked } = await observer.answer(async () => {
    await overview.update();
    // If the journal was rolled back, what was read belongs to another history than the figures.
    if (fold !== observer.fold) throw new DataMoved();
    return valued(observer, valuationIn(overview, query.quote), { units, times, ...walked }, bounds);
  });
  const { ofTokens, ofPositions, ofOrders, worth, asOfMs } = found;
  const unpriced = ofTokens.unpriced + ofPositions.unpriced + ofOrders.unpriced;
  const isWhole = found.isWhole && walked.changes.length === times.length && left === 0;
  return {
    ...found,
    looked: found.looked + walked.rows + looked,
    history: { isWhole, points: [...points.reverse(), { atMs: asOfMs, worth, unpriced }] },
  };
}

type Walk = {
  readonly account: PortfolioQuery['account'];
  readonly sequence: number;
  readonly times: readonly number[];
};

async function readChanges({ tail }: Observer, { account, sequence, times }: Walk, { page, rows: most }: Bounds) {
  const sorted = new ChangesBetween(account, times);
  let [before, rows, isWhole] = [sequence + 1, 0, false];
  while (!isWhole && rows < most) {
    if (rows > 0) await turn();
    const posted = await tail.activity({ account, before, limit: page });
    rows += posted.length;
    before = posted.at(-1)?.sequence ?? 0;
    isWhole = !posted.every((one) => sorted.take(one)) || posted.length < page;
  }
  return { changes: sorted.changes(isWhole), rows };
}

type Past = { readonly units: Units; readonly times: readonly number[]; readonly changes: readonly Units[] };

async function valued(observer: Observer, valuation: Valuation, past: Past, bounds: Bounds) {
  const { times, changes } = past;
  const held = new Map(past.units);
  const tokens = new Set([past.units, ...changes].flatMap((each) => [...each.keys()]));
  const plan = planOf(observer, valuation, [...tokens], past.units, bounds.pools);
  // Memory is read before the store, so that rows that are stored meanwhile are in one of both.
  const pools = [...plan.pools].map((pool) => ({ pool, ...inMemory(observer, pool) }));
  const points: WorthPoint[] = [];
  for (const [at, changed] of changes.entries()) {
    await turn();
    for (const [token, delta] of changed) held.set(token, (held.get(token) ?? 0n) - delta);
    const atMs = times[at] as number;
    const figures = await figuresAt(observer, pools, atMs);
    const then = new Map(pools.map(({ pool }, index) => [pool, figures[index]]));
    points.push({ atMs, ...worthThen(observer, valuation, held, { then, of: plan.tokens }) });
  }
  return { points, left: tokens.size - plan.tokens.size, looked: pools.length * points.length };
}

/** The tokens to value, those most worth now first, and the pools that their value depends on. A token without a price needs none. */
function planOf(observer: Observer, valuation: Valuation, tokens: readonly TokenAddress[], now: Units, most: number) {
  const worths = new Map(
    tokens.map((token) => [token, worthNow(observer, valuation, token, now.get(token) ?? 0n) ?? 0n]),
  );
  const worthIn = (token: TokenAddress) => worths.get(token) as bigint;
  const ranked = tokens.toSorted((a, b) => Number(worthIn(b) > worthIn(a)) - Number(worthIn(b) < worthIn(a)));
  const pools = new Set<PoolAddress>();
  const planned = new Set<TokenAddress>();
  for (const token of ranked) {
    const needed = poolsFor(observer, valuation, token).filter((pool) => !pools.has(pool));
    if (pools.size + needed.length > most) continue;
    for (const pool of needed) pools.add(pool);
    planned.add(token);
  }
  return { pools, tokens: planned };
}

function worthNow(observer: Observer, valuation: Valuation, token: TokenAddress, units: bigint): bigint | null {
  const pool = poolOfLpToken(token);
  const state = pool && observer.fold.figures(pool);
  const priceOf = (each: Token) => valuation.price(each.address);
  return worthOfUnits(observer, valuation, { token, units: amount(units), state, priceOf });
}

/** The pools that must be known to value a token, or the LP token of a pool. */
function poolsFor({ book }: Observer, valuation: Valuation, token: TokenAddress): readonly PoolAddress[] {
  const address = poolOfLpToken(token);
  if (address === undefined) return (valuation.poolsOf(token) ?? []).map((pool) => pool.address);
  const { token0, token1 } = book.poolAt(address) as NonNullable<ReturnType<typeof book.poolAt>>;
  const paths = [token0, token1].map(({ record }) => valuation.poolsOf(record.address));
  if (paths.includes(undefined)) return [];
  return [address, ...paths.flatMap((path = []) => path.map((pool) => pool.address))];
}

type Then = {
  readonly then: ReadonlyMap<PoolAddress, PoolFigures | undefined>;
  /** The tokens whose pools were read; the others count as without a price. */
  readonly of: ReadonlySet<TokenAddress>;
};

function worthThen(observer: Observer, valuation: Valuation, held: Units, { then, of }: Then) {
  const prices = new Map<TokenAddress, Price | null>();
  const priceOf = ({ address }: Token): Price | null => {
    const known = prices.get(address);
    if (known !== undefined) return known;
    const price = valuation.priceBy(address, (pool, ofToken0) => pool.priceIn(then.get(pool.listed.address), ofToken0));
    prices.set(address, price);
    return price;
  };
  let [worth, count, unpriced] = [0n, 0, 0];
  for (const [token, units] of held) {
    if (units === 0n) continue;
    count += 1;
    const pool = poolOfLpToken(token);
    const state = pool && then.get(pool);
    const value = of.has(token)
      ? worthOfUnits(observer, valuation, { token, units: amount(units), state, priceOf })
      : null;
    if (value === null) unpriced += 1;
    else worth += value;
  }
  const isKnown = valuation.quote !== null && (count === 0 || unpriced < count);
  return { worth: isKnown ? worth : null, unpriced };
}

/** In base units of the quote token: each amount rounded down, of an LP token what withdrawing it would return; null without a price. */
function worthOfUnits(
  { book }: Observer,
  { quote }: Valuation,
  {
    token,
    units,
    state,
    priceOf,
  }: {
    readonly token: TokenAddress;
    readonly units: Amount;
    readonly state: PoolFigures | undefined;
    priceOf(token: Token): Price | null;
  },
): bigint | null {
  const worth = (of: bigint, each: Token): bigint | null => {
    const price = priceOf(each);
    return price && quote && valueAt(of, price, each, quote);
  };
  const address = poolOfLpToken(token);
  if (address === undefined) return worth(units, (book.tokens.get(token) as BookToken).record);
  const { token0, token1 } = book.poolAt(address) as BookPool;
  if (!state || state.supply === 0n) return null;
  const { amount0, amount1 } = worthOf(state, units);
  const [first, second] = [worth(amount0, token0.record), worth(amount1, token1.record)];
  return first === null || second === null ? null : first + second;
}

type BookToken = NonNullable<ReturnType<Observer['book']['tokens']['get']>>;
type BookPool = NonNullable<ReturnType<Observer['book']['poolAt']>>;
