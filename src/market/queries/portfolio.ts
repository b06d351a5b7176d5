// A portfolio: what all that an account holds comes to, and a page of it, the dearest first.
import { poolOfLpToken } from '../../core/accounts.ts';
import { type Amount, amount, type PoolAddress, type TokenAddress } from '../../core/amount.ts';
import { worthOf } from '../../core/maths/liquidity.ts';
import type { Token } from '../../core/pool.ts';
import type { Book, BookPool } from '../../journal/book.ts';
import type { PortfolioAsked, PortfolioFound, PositionHeld, TokenHeld, Total } from '../../ports/portfolio.ts';
import type { Observer } from '../observer.ts';
import type { MarketOverview } from '../overview/overview.ts';
import { Ranking } from '../overview/ranking.ts';
import { type Valuation, valuationIn } from '../overview/valuation.ts';
import { HoldingsWalk, KeptHoldings } from './holdings.ts';
import { readPositionsAt } from './positions.ts';

/** A row costs a few microseconds; whoever holds more is told that not all of it is counted. */
const MOST_HOLDINGS = 100_000;

type Held = { readonly place: number; readonly balance: Amount; readonly worth: bigint | null };
type HeldToken = Held & { readonly token: Token };
type HeldPool = Held & { readonly pool: PoolAddress };

export async function readPortfolio(
  observer: Observer,
  overview: MarketOverview,
  { account, list, cursor, limit, quote }: PortfolioAsked,
  { kept = new KeptHoldings(observer), most = MOST_HOLDINGS }: { kept?: KeptHoldings; most?: number } = {},
): Promise<PortfolioFound> {
  // Before anything is read that would have to be read again.
  await overview.update();
  const told = valuationIn(overview, quote);
  const { fold } = observer;
  const known = kept.take(account);
  const walk = known ?? new HoldingsWalk(observer, account);
  try {
    if (!known) await walk.read(most);
    await overview.update();
    const balances = walk.settle();
    const { tokens, pools } = valued(told, observer, balances);
    const [ofTokens, ofPositions] = [totalOf(told, tokens), totalOf(told, pools)];
    const found = {
      ...told.moment(),
      worth: together(ofTokens, ofPositions),
      ...{ ofTokens, ofPositions, isWhole: walk.isWhole },
      // To value one takes about as long as to read it.
      looked: known ? Math.ceil(balances.size / 2) : balances.size,
    };
    if (list === 'tokens') {
      const { items, nextCursor } = pageOf('tokens', tokens, cursor, limit);
      return { ...found, tokens: items.map((held) => tokenHeld(told, held)), nextCursor };
    }
    const { items, nextCursor } = pageOf('positions', pools, cursor, limit);
    const keys = items.map(({ pool }) => ({ account, pool }));
    const positions = await readPositionsAt(observer, keys);
    return { ...found, positions: positions.map((each) => positionHeld(told, observer, each)), nextCursor };
  } finally {
    if (fold === observer.fold) kept.keep(account, walk, fold);
    else walk.end();
  }
}

function valued(told: Valuation, { book, fold }: Observer, balances: ReadonlyMap<TokenAddress, bigint>) {
  const tokens: HeldToken[] = [];
  const pools: HeldPool[] = [];
  for (const [address, units] of balances) {
    const balance = amount(units);
    const pool = poolOfLpToken(address);
    if (pool === undefined) {
      const { place, record } = book.tokens.get(address) as NonNullable<ReturnType<Book['tokens']['get']>>;
      tokens.push({ place, token: record, balance, worth: told.worth(units, record) });
      continue;
    }
    const { place, token0, token1 } = book.poolAt(pool) as BookPool;
    const state = fold.figures(pool);
    const { amount0, amount1 } = state ? worthOf(state, balance) : NOTHING;
    const worth = sumOfAll([told.worth(amount0, token0.record), told.worth(amount1, token1.record)]);
    pools.push({ place, pool, balance, worth });
  }
  return { tokens, pools };
}

const NOTHING = { amount0: 0n, amount1: 0n };

/** What has no price is counted, and left out of the worth; of what has none at all, nothing is known. */
function totalOf({ quote }: Valuation, held: readonly Held[]): Total {
  const unpriced = held.reduce((count, { worth }) => count + (worth === null ? 1 : 0), 0);
  const isKnown = quote !== null && (held.length === 0 || unpriced < held.length);
  const worth = isKnown ? held.reduce((sum, each) => sum + (each.worth ?? 0n), 0n) : null;
  return { count: held.length, unpriced, worth };
}

/** Of what has a price; null where something is held, and nothing of it has one. */
function together(one: Total, other: Total): bigint | null {
  if (one.count === 0) return other.worth;
  if (other.count === 0 || other.worth === null) return one.worth;
  return (one.worth ?? 0n) + other.worth;
}

/** Null where one of them is not known. */
const sumOfAll = (worths: readonly (bigint | null)[]): bigint | null =>
  worths.reduce((sum, worth) => (worth === null || sum === null ? null : sum + worth), 0n);

function pageOf<Item extends Held>(
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

const tokenHeld = (told: Valuation, { token, balance, worth }: HeldToken): TokenHeld => ({
  token,
  balance,
  price: told.price(token.address),
  worth,
});

function positionHeld(
  told: Valuation,
  { book, fold }: Observer,
  position: Awaited<ReturnType<typeof readPositionsAt>>[number],
): PositionHeld {
  const { token0, token1 } = book.poolAt(position.pool) as BookPool;
  const { side0, side1 } = position.worth ?? { side0: { now: 0n }, side1: { now: 0n } };
  return {
    ...position,
    supply: fold.figures(position.pool)?.supply ?? amount(0n),
    price0: told.price(token0.record.address),
    price1: told.price(token1.record.address),
    value: sumOfAll([told.worth(side0.now, token0.record), told.worth(side1.now, token1.record)]),
  };
}
