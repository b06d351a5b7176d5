// Which token of a pair has a base unit that is too dear to round a fee up to: by its worth, or by its decimals if it has no price.
import type { TokenAddress } from '../../core/amount.ts';
import { type Coarse, isCoarseByDecimals, isCoarseByWorth } from '../../core/commands/unusual-fees.ts';
import { valueAt } from '../../core/market/value.ts';
import type { Token, TokenPair } from '../../core/pool.ts';
import type { FairPrices } from '../../ports/venue.ts';
import type { Served } from '../call.ts';

type Markets = Pick<Served, 'market' | 'venue'>;

/** Prices with the value of what all pools hold of a token, which a chain does not tell. */
type Priced = FairPrices['tokens'][number] & { readonly tvl?: bigint | null };
type Prices = Pick<FairPrices, 'quoteToken'> & { readonly tokens: readonly Priced[] };
type Overview = Pick<FairPrices, 'quoteToken'> & { readonly tokens?: readonly Priced[] };

/** A unit of a token with as many decimals is worth next to nothing, so that nobody needs to ask for prices. */
const FINE_DECIMALS = 6;

/** Pools must hold as many units of a token for its price to count, so that a pool of a few units cannot make a token count as dear. */
const LEAST_HELD = 1000n;

/** By market prices alone: an offer that a trader makes up could spare his pool its fees. */
export async function coarseOf({ tokenA, tokenB }: TokenPair, markets: Markets): Promise<Coarse> {
  if (tokenA.decimals >= FINE_DECIMALS && tokenB.decimals >= FINE_DECIMALS) return null;
  const prices = await pricesOf([tokenA.address, tokenB.address], markets);
  const isCoarse = (token: Token): boolean => {
    const unit = worthOf(1n, token, prices);
    return unit ? isCoarseByWorth(unit.worth, 1n, unit.quote) : isCoarseByDecimals(1n, token.decimals);
  };
  return [tokenA, tokenB].find(isCoarse)?.address ?? null;
}

/** Nothing if the market is not counted or has no quote token. */
async function pricesOf(tokens: readonly TokenAddress[], { market, venue }: Markets): Promise<Prices | undefined> {
  const asked: Promise<Overview> = venue.fairPrices
    ? venue.fairPrices(tokens)
    : market.overview({ list: 'named', tokens });
  const found = await asked.catch(() => undefined);
  return found && { quoteToken: found.quoteToken, tokens: found.tokens ?? [] };
}

/** Undefined if the token has no price, or one that too few units stand for. */
function worthOf(units: bigint, { address }: Token, prices: Prices | undefined) {
  const found = prices?.tokens.find((each) => each.address === address);
  const quote = prices?.quoteToken;
  if (!found?.price || !quote) return undefined;
  const isHeld = found.tvl === undefined || (found.tvl ?? 0n) >= valueAt(LEAST_HELD, found.price, found, quote);
  return isHeld ? { worth: valueAt(units, found.price, found, quote), quote } : undefined;
}
