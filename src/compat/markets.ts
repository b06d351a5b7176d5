// The markets of an exchange, for clients that know a market as BASE/QUOTE.
import { symbolKey } from '../core/pool.ts';
import { allPools, allTokens, type TokenEntry } from './lists.ts';
import { type Exchange, SurfaceRefusal } from './surface.ts';
import { type MarketOfPool, marketsOf, type PairOfPool } from './symbols.ts';

export type Market = MarketOfPool & { readonly baseToken: TokenEntry; readonly quoteToken: TokenEntry };

export type Markets = {
  /** By `symbolKey` of the symbol. */
  readonly bySymbol: ReadonlyMap<string, Market>;
  readonly byPool: ReadonlyMap<string, Market>;
};

/** The markets of all pools that are not hidden. */
export const readMarkets = (exchange: Exchange): Promise<Markets> =>
  exchange.shared('markets', async (ask) => {
    // In this order, no pool has a token that is not in the list of tokens.
    const [pools, tokens] = [await allPools(ask), await allTokens(ask)];
    const markets = withTokens(pools, tokens);
    return {
      bySymbol: new Map(markets.map((market) => [symbolKey(market.symbol), market])),
      byPool: new Map(markets.map((market) => [market.poolAddress, market])),
    };
  });

/** The two tokens of a pool, base first; a pool is found without reading the list of all. */
export async function readPairOf({ ask }: Exchange, pool: string): Promise<Pick<Market, 'base' | 'quote'>> {
  const [found] = (await ask('getPools', { pool })).pools;
  if (!found) throw new SurfaceRefusal('not_found', `There is no pool ${pool}.`);
  const { tokens } = await ask('getTokens', { token: [found.jetton0, found.jetton1] });
  return withTokens([found], tokens)[0] as Market;
}

function withTokens(pools: readonly PairOfPool[], tokens: readonly TokenEntry[]): readonly Market[] {
  const byAddress = new Map(tokens.map((token) => [token.address, token]));
  const named = tokens.map(({ address, symbol, place }) => ({
    ...{ address, symbol },
    place: place === null ? null : Number(place),
  }));
  return marketsOf(pools, named).map((market) => ({
    ...market,
    baseToken: byAddress.get(market.base) as TokenEntry,
    quoteToken: byAddress.get(market.quote) as TokenEntry,
  }));
}
