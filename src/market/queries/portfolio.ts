// A portfolio: the value of everything an account holds, and one page of it, the most valuable first.
import { poolOfLpToken } from '../../core/accounts.ts';
import { type Amount, amount, type PoolAddress, type TokenAddress } from '../../core/amount.ts';
import { worthOf } from '../../core/maths/liquidity.ts';
import { leftOf, type OrderRecord } from '../../core/orders/record.ts';
import type { Token } from '../../core/pool.ts';
import type { Book, BookPool } from '../../journal/book.ts';
import type { PortfolioFound, PortfolioQuery, PositionHeld, TokenHeld, Total } from '../../ports/portfolio.ts';
import type { Observer } from '../observer.ts';
import type { MarketOverview } from '../overview/overview.ts';
import { Ranking } from '../overview/ranking.ts';
import { type Valuation, valuationIn } from '../overview/valuation.ts';
import { HoldingsWalk, KeptHoldings } from './holdings.ts';
import { readOpenOrders } from './orders.ts';
import { readPositionsAt } from './positions.ts';

/** A row costs a few microseconds; if an account holds more, the answer says that it is incomplete. */
const MOST_HOLDINGS = 100_000;

type HeldBalance = { readonly place: number; readonly balance: Amount; readonly worth: bigint | null };
type HeldToken = HeldBalance & { readonly token: Token; readonly inOrders: Amount };
type HeldPool = HeldBalance & { readonly pool: PoolAddress };

export async function readPortfolio(
  observer: Observer,
  overview: MarketOverview,
  { account, list, cursor, limit, quote, history }: PortfolioQuery,
  { kept = new KeptHoldings(observer), most = MOST_HOLDINGS }: { kept?: KeptHoldings; most?: number } = {},
): Promise<PortfolioRead> {
  // Updates the overview first: if that throws `DataMoved`, the query is repeated, and nothing else was read in vain.
  await overview.update();
  const valuation = valuationIn(overview, quote);
  const { fold } = observer;
  const known = kept.take(account);
  const walk = known ?? new HoldingsWalk(observer, account);
  try {
    if (!known) await walk.read(most);
    const open = await readOpenOrders(observer, account, most);
    await overview.update();
    const balances = walk.settle();
    const orders = open.settle();
    const { tokens, pools } = valued(valuation, observer, balances, inOrdersOf(orders));
    const [ofTokens, ofPositions] = [totalOf(valuation, tokens), totalOf(valuation, pools)];
    const ofOrders = totalOf(
      valuation,
      orders.map((order) => ({ worth: worthOfOrder(valuation, observer, order) })),
    );
    const found = {
      ...valuation.moment(),
      worth: together([ofTokens, ofPositions, ofOrders]),
      ...{ ofTokens, ofPositions, ofOrders, isWhole: walk.isWhole && open.isWhole },
      // Valuing a holding takes about as long as reading it, so a holding that was not read counts half.
      looked: (known ? Math.ceil(balances.size / 2) : balances.size) + orders.length,
      ...(history && { units: unitsOf(balances, inOrdersOf(orders)) }),
    };
    if (list === 'tokens') {
      const { items, nextCursor } = pageOf('tokens', tokens, cursor, limit);
      return { ...found, tokens: items.map((held) => tokenHeld(valuation, held)), nextCursor };
    }
    const { items, nextCursor } = pageOf('positions', pools, cursor, limit);
    const keys = items.map(({ pool }) => ({ account, pool }));
    const positions = await readPositionsAt(observer, keys);
    return { ...found, positions: positions.map((each) => positionHeld(valuation, observer, each)), nextCursor };
  } finally {
    if (fold === observer.fold) kept.keep(account, walk, fold);
    else walk.end();
  }
}

/** With a copy of everything held, also in open orders, if the history is to be read. */
export type PortfolioRead = PortfolioFound & { readonly units?: Units };

export type Units = ReadonlyMap<TokenAddress, bigint>;

function unitsOf(balances: Units, inOrders: Units): Units {
  const units = new Map(balances);
  for (const [token, left] of inOrders) units.set(token, (units.get(token) ?? 0n) + left);
  return units;
}

function inOrdersOf(orders: readonly OrderRecord[]): Units {
  const sums = new Map<TokenAddress, bigint>();
  for (const order of orders) sums.set(order.tokenA, (sums.get(order.tokenA) ?? 0n) + leftOf(order));
  return sums;
}

const worthOfOrder = (valuation: Valuation, { book }: Observer, order: OrderRecord): bigint | null =>
  valuation.worth(leftOf(order), (book.tokens.get(order.tokenA) as BookToken).record);

type BookToken = NonNullable<ReturnType<Book['tokens']['get']>>;

function valued(valuation: Valuation, { book, fold }: Observer, balances: Units, inOrders: Units) {
  const tokens: HeldToken[] = [];
  const pools: HeldPool[] = [];
  const addToken = (address: TokenAddress, units: bigint) => {
    const { place, record } = book.tokens.get(address) as BookToken;
    const held = { balance: amount(units), inOrders: amount(inOrders.get(address) ?? 0n) };
    tokens.push({ place, token: record, ...held, worth: valuation.worth(units, record) });
  };
  // A token that is only in open orders is held too.
  for (const address of inOrders.keys()) if (!balances.has(address)) addToken(address, 0n);
  for (const [address, units] of balances) {
    const balance = amount(units);
    const pool = poolOfLpToken(address);
    if (pool === undefined) {
      addToken(address, units);
      continue;
    }
    const { place, token0, token1 } = book.poolAt(pool) as BookPool;
    const state = fold.figures(pool);
    const { amount0, amount1 } = state ? worthOf(state, balance) : NOTHING;
    const worth = sumOfAll([valuation.worth(amount0, token0.record), valuation.worth(amount1, token1.record)]);
    pools.push({ place, pool, balance, worth });
  }
  return { tokens, pools };
}

const NOTHING = { amount0: 0n, amount1: 0n };

/** Holdings without a price are counted but not valued; `worth` is null if none has a price. */
function totalOf({ quote }: Valuation, held: readonly Pick<HeldBalance, 'worth'>[]): Total {
  const unpriced = held.reduce((count, { worth }) => count + (worth === null ? 1 : 0), 0);
  const isKnown = quote !== null && (held.length === 0 || unpriced < held.length);
  const worth = isKnown ? held.reduce((sum, each) => sum + (each.worth ?? 0n), 0n) : null;
  return { count: held.length, unpriced, worth };
}

/** The value of holdings with a price; null if there are holdings, but none with a price. */
function together(totals: readonly Total[]): bigint | null {
  const held = totals.filter(({ count }) => count > 0);
  const priced = held.filter(({ worth }) => worth !== null);
  if (held.length > 0 && priced.length === 0) return null;
  return held.length === 0
    ? (totals[0] as Total).worth
    : priced.reduce((sum, { worth }) => sum + (worth as bigint), 0n);
}

/** Null if one of them is unknown. */
const sumOfAll = (worths: readonly (bigint | null)[]): bigint | null =>
  worths.reduce((sum, worth) => (worth === null || sum === null ? null : sum + worth), 0n);

function pageOf<Item extends HeldBalance>(
  name: string,
  held: readonly Item[],
  cursor: string | undefined,
  limit: number,
): { readonly items: readonly Item[]; readonly nextCursor: string | null } {
  const ranking = new Ranking(`held-${name}`, held, {
    order: 'desc',
    keyOf: ({ worth }) => worth,
    idOf: ({ place }) => place,
  });
  const items: Item[] = [];
  let last: string | null = null;
  for (const ranked of ranking.after(cursor)) {
    if (items.length === limit) return { items, nextCursor: last };
    items.push(ranked.item);
    last = ranked.cursor;
  }
  return { items, nextCursor: null };
}

const tokenHeld = (valuation: Valuation, { token, balance, inOrders, worth }: HeldToken): TokenHeld => ({
  ...{ token, balance, inOrders },
  price: valuation.price(token.address),
  worth,
});

function positionHeld(
  valuation: Valuation,
  { book, fold }: Observer,
  position: Awaited<ReturnType<typeof readPositionsAt>>[number],
): PositionHeld {
  const { token0, token1 } = book.poolAt(position.pool) as BookPool;
  const { side0, side1 } = position.worth ?? { side0: { now: 0n }, side1: { now: 0n } };
  return {
    ...position,
    supply: fold.figures(position.pool)?.supply ?? amount(0n),
    price0: valuation.price(token0.record.address),
    price1: valuation.price(token1.record.address),
    value: sumOfAll([valuation.worth(side0.now, token0.record), valuation.worth(side1.now, token1.record)]),
  };
}
