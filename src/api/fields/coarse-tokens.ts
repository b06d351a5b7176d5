// Finds the token of a pair whose base unit is worth too much to round fees up to, by its price or, without one, by its decimals.
import type { TokenAddress } from '../../core/amount.ts';
import { type Coarse, isCoarseByDecimals, isCoarseByWorth } from '../../core/commands/unusual-fees.ts';
import { valueAt } from '../../core/market/value.ts';
import type { Token, TokenPair } from '../../core/pool.ts';
import type { FairPrices } from '../../ports/venue/listing.ts';
import type { CallServices } from '../call.ts';

type Markets = Pick<CallServices, 'market' | 'venue'>;

/** The price of a token, and the value of all its units in pools (`tvl`), which is unknown on a chain. */
type Priced = FairPrices['tokens'][number] & { readonly tvl?: bigint | null };
type Prices = Pick<FairPrices, 'quoteToken'> & { readonly tokens: readonly Priced[] };
type Overview = Pick<FairPrices, 'quoteToken'> & { readonly tokens?: readonly Priced[] };

/** A base unit of a token with at least this number of decimals is worth next to nothing, so no price is needed. */
const FINE_DECIMALS = 6;

/** A price counts only if pools hold this number of base units, so that a pool of a few units cannot make a token seem valuable. */
const LEAST_HELD = 1000n;

/** Uses market prices, not the amounts offered: a trader could make up an offer that frees a pool from its fees. */
export async function coarseOf({ tokenA, tokenB }: TokenPair, markets: Markets): Promise<Coarse> {
  if (tokenA.decimals >= FINE_DECIMALS && tokenB.decimals >= FINE_DECIMALS) return null;
  const prices = await pricesOf([tokenA.address, tokenB.address], markets);
  const isCoarse = (token: Token): boolean => {
    const unit = worthOf(1n, token, prices);
    return unit ? isCoarseByWorth(unit.worth, 1n, unit.quote) : isCoarseByDecimals(1n, token.decimals);
  };
  return [tokenA, tokenB].find(isCoarse)?.address ?? null;
}

/** Undefined if prices cannot be read, for example because market data is off. */
async function pricesOf(tokens: readonly TokenAddress[], { market, venue }: Markets): Promise<Prices | undefined> {
  const prices: Promise<Overview> = venue.fairPrices
    ? venue.fairPrices(tokens)
    : market.overview({ list: 'named', tokens });
  const found = await prices.catch(() => undefined);
  return found && { quoteToken: found.quoteToken, tokens: found.tokens ?? [] };
}

/** The value of `units` base units; undefined if the token has no price, or pools hold too few units of it. */
function worthOf(units: bigint, { address }: Token, prices: Prices | undefined) {
  const found = prices?.tokens.find((each) => each.address === address);
  const quote = prices?.quoteToken;
  if (!found?.price || !quote) return undefined;
  const isHeld = found.tvl === undefined || (found.tvl ?? 0n) >= valueAt(LEAST_HELD, found.price, found, quote);
  return isHeld ? { worth: valueAt(units, found.price, found, quote), quote } : undefined;
}
