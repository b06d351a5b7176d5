// What an account holds, at cost and at present prices, as records of getGains.
import type { Account, PoolAddress, TokenAddress } from '../../core/amount.ts';
import type { Books } from '../../core/gains/books.ts';
import type { Lots } from '../../core/gains/lots.ts';
import type { Price } from '../../core/market/price.ts';
import { ONE, valueAt } from '../../core/market/value.ts';
import type { Token } from '../../core/pool.ts';
import type { CallContext } from '../call.ts';
import { orNull } from '../fields/market-records.ts';
import { readQuote } from '../fields/read-fields.ts';
import { lp, price, tokenRecord, whole } from '../fields/records.ts';
import { noSums, type Realised, type Sums } from './realised.ts';

type Context = Pick<CallContext, 'venue' | 'market'> & { readonly input: { readonly quote?: string } };

/** Tokens or pools named in one query of the market. */
const NAMED = 100;

/** What was realised, and what is held now. */
export async function gainsRecord(
  context: Context,
  { books, quote, realised }: { readonly books: Books; readonly quote: Token; readonly realised: Realised },
) {
  const prices = await pricesOf(context, books, quote);
  const tokens = await tokensHeld(context, books, { prices, quote, realised });
  const positions = await positionsHeld(context, books, { prices, quote });
  const gains = [...tokens, ...positions].flatMap(({ unrealised }) => unrealised ?? []);
  const all = [...tokens.filter(({ amount }) => amount > 0n), ...positions];
  const hasNone = all.length > 0 && gains.length === 0;
  return {
    quoteToken: tokenRecord(quote),
    realised: sumsRecord(realised.total, quote),
    held: {
      cost: whole(sum([...tokens, ...positions].map(({ cost }) => cost ?? 0n)), quote),
      unrealised: hasNone ? null : whole(sum(gains), quote),
      unknown: all.filter(({ isPartlyUnknown }) => isPartlyUnknown).length,
    },
    tokens: tokens.map(({ record }) => record),
    positions: positions.map(({ record }) => record),
  };
}

const sum = (of: readonly bigint[]): bigint => of.reduce((total, each) => total + each, 0n);

const sumsRecord = ({ proceeds, cost, income, ...counts }: Sums, quote: Token) => ({
  proceeds: whole(proceeds, quote),
  cost: whole(cost, quote),
  gain: whole(proceeds - cost, quote),
  income: whole(income, quote),
  ...counts,
});

type Prices = ReadonlyMap<TokenAddress, Price | null>;
type Priced = { readonly prices: Prices; readonly quote: Token };

async function pricesOf({ market, venue, input }: Context, books: Books, quote: Token): Promise<Prices> {
  const named = new Set(books.tokens.keys());
  for (const { token0, token1 } of await poolsOf({ venue }, books)) named.add(token0.address).add(token1.address);
  const prices = new Map<TokenAddress, Price | null>([[quote.address, ONE]]);
  for (const tokens of piecesOf([...named])) {
    const { tokens: found = [] } = await market.overview({ list: 'named', tokens, ...readQuote(input) });
    for (const token of found) if (token.address !== quote.address) prices.set(token.address, token.price);
  }
  return prices;
}

const poolsOf = async ({ venue }: Pick<Context, 'venue'>, { positions }: Books) =>
  (await Promise.all(piecesOf([...positions.keys()]).map((pools) => venue.poolsNamed(pools)))).flat();

const piecesOf = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / NAMED) }, (_, at) => items.slice(at * NAMED, (at + 1) * NAMED));

async function tokensHeld(
  { venue }: Context,
  books: Books,
  { prices, quote, realised }: Priced & { readonly realised: Realised },
) {
  const held = [...books.tokens].filter(([token, { units }]) => units > 0n || realised.tokens.has(token));
  const missing = [...realised.tokens.keys()].filter((token) => !books.tokens.has(token));
  const named = [...held, ...missing.map((token) => [token, NOTHING] as const)];
  named.sort(([one], [other]) => (one < other ? -1 : 1));
  return Promise.all(
    named.map(async ([address, { units, unknownUnits, cost }]) => {
      const token = await venue.token(address);
      const now = prices.get(address) ?? null;
      const worthOf = (amount: bigint) => orNull(now, (known) => valueAt(amount, known, token, quote));
      const known = worthOf(units - unknownUnits);
      const unrealised = known === null || (units > 0n && unknownUnits === units) ? null : known - cost;
      const record = {
        ...tokenRecord(token),
        amount: whole(units, token),
        unknownAmount: whole(unknownUnits, token),
        cost: whole(cost, quote),
        price: orNull(now, price),
        worth: orNull(worthOf(units), (base) => whole(base, quote)),
        unrealised: orNull(unrealised, (base) => whole(base, quote)),
        realised: sumsRecord(realised.tokens.get(address) ?? noSums(), quote),
      };
      return { record, amount: units, cost, unrealised, isPartlyUnknown: unrealised === null || unknownUnits > 0n };
    }),
  );
}

const NOTHING: Pick<Lots, 'units' | 'unknownUnits' | 'cost'> = { units: 0n, unknownUnits: 0n, cost: 0n };

async function positionsHeld({ venue, market }: Context, books: Books, { prices, quote }: Priced) {
  const views = new Map((await poolsOf({ venue }, books)).map((pool) => [pool.address, pool]));
  const pools = [...books.positions.keys()].sort();
  const found = await Promise.all(
    piecesOf(pools).map((some) =>
      market.positionsIn({ account: books.account as Account, pools: some as PoolAddress[] }),
    ),
  );
  return found.flat().flatMap(({ pool, worth: now }) => {
    const [view, position] = [views.get(pool), books.positions.get(pool)];
    if (!view || !position) return [];
    const worthOf = (units: bigint, token: Token) =>
      orNull(prices.get(token.address) ?? null, (known) => valueAt(units, known, token, quote));
    const [one, other] = [worthOf(now?.side0.now ?? 0n, view.token0), worthOf(now?.side1.now ?? 0n, view.token1)];
    const worth = one === null || other === null ? null : one + other;
    const { cost } = position;
    const unrealised = worth === null || cost === null ? null : worth - cost;
    const record = {
      poolAddress: pool,
      jetton0: view.token0.address,
      symbol0: view.token0.symbol,
      jetton1: view.token1.address,
      symbol1: view.token1.symbol,
      lpTokens: lp(position.lp),
      cost: orNull(cost, (base) => whole(base, quote)),
      worth: orNull(worth, (base) => whole(base, quote)),
      unrealised: orNull(unrealised, (base) => whole(base, quote)),
    };
    return [{ record, cost, unrealised, isPartlyUnknown: unrealised === null }];
  });
}
