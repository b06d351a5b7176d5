// Which token of a pair has a base unit that is too dear to round a fee up to: by its worth, or by its decimals if it has no price.
import type { TokenAddress } from '../../core/amount.ts';
import { type Coarse, isCoarseByDecimals, isCoarseByWorth } from '../../core/commands/unusual-fees.ts';
import { valueAt } from '../../core/market/value.ts';
import type { Token, TokenPair } from '../../core/pool.ts';
import type { FairPrices } from '../../ports/venue.ts';
import type { Served } from '../call.ts';

type Markets = Pick<Served, 'market' | 'venue'>;

/** A unit of a token with as many decimals is worth next to nothing, so that nobody needs to ask for prices. */
const FINE_DECIMALS = 6;

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
async function pricesOf(tokens: readonly TokenAddress[], { market, venue }: Markets): Promise<FairPrices | undefined> {
  const asked = venue.fairPrices ? venue.fairPrices(tokens) : market.overview({ list: 'named', tokens });
  const found = await asked.catch(() => undefined);
  return found && { quoteToken: found.quoteToken, tokens: found.tokens ?? [] };
}

function worthOf(units: bigint, { address }: Token, prices: FairPrices | undefined) {
  const found = prices?.tokens.find((each) => each.address === address);
  const quote = prices?.quoteToken;
  return found?.price && quote ? { worth: valueAt(units, found.price, found, quote), quote } : undefined;
}
