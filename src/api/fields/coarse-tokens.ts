// Which token of a pair has a base unit that is too dear to round a fee up to: by its worth, or by its decimals if it has no price.
import type { TokenAddress } from '../../core/amount.ts';
import { type Coarse, isCoarseByDecimals, isCoarseByWorth } from '../../core/commands/unusual-fees.ts';
import { valueAt } from '../../core/market/value.ts';
import type { Token, TokenPair } from '../../core/pool.ts';
import type { FairPrices } from '../../ports/venue.ts';
import type { Served } from '../call.ts';

type Markets = Pick<Served, 'market' | 'venue'>;
/** What is offered of both; it prices one of them by the other if that alone has a price. */
type Offered = { readonly amountA: bigint; readonly amountB: bigint };

/** A unit of a token with as many decimals is worth next to nothing, so that nobody needs to ask for prices. */
const FINE_DECIMALS = 6;

export async function coarseOf(pair: TokenPair, markets: Markets, offered?: Offered): Promise<Coarse> {
  const { tokenA, tokenB } = pair;
  if (tokenA.decimals >= FINE_DECIMALS && tokenB.decimals >= FINE_DECIMALS) return null;
  const prices = await pricesOf([tokenA.address, tokenB.address], markets);
  const isCoarse = (token: Token, other: Token, units: readonly [bigint, bigint] | undefined): boolean => {
    const own = worthOf(1n, token, prices);
    if (own) return isCoarseByWorth(own.worth, 1n, own.quote);
    const paid = units && units[0] > 0n ? worthOf(units[1], other, prices) : undefined;
    if (units && paid) return isCoarseByWorth(paid.worth, units[0], paid.quote);
    return isCoarseByDecimals(1n, token.decimals);
  };
  if (isCoarse(tokenA, tokenB, offered && [offered.amountA, offered.amountB])) return tokenA.address;
  return isCoarse(tokenB, tokenA, offered && [offered.amountB, offered.amountA]) ? tokenB.address : null;
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
