// GET /quoteLiquidity
import type { InputOf } from '../../../contract/call.ts';
import * as declared from '../../../contract/liquidity.ts';
import { invertPrice, type Price } from '../../../core/market/price.ts';
import { changeOf, fractionOf, PART_DIGITS } from '../../../core/market/value.ts';
import { printDecimal, printRatioDown } from '../../../core/maths/decimal.ts';
import type { TokenPair } from '../../../core/pool.ts';
import { CatchingUp, MarketUnavailable } from '../../../ports/market.ts';
import type { PairPrice } from '../../../ports/market-figures.ts';
import { StoreUnavailable } from '../../../ports/store.ts';
import { NotOnThisVenue } from '../../../ports/venue.ts';
import { type CallContext, questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { balanceRecord } from '../../fields/activity-records.ts';
import { addressesOf, LP, readAmount, readFraction, readPair, readPercentage } from '../../fields/read-fields.ts';
import { liquidityRecord, lp, oneTokenRecord, price, setsPrice } from '../../fields/records.ts';
import { number } from '../../json/exact-json.ts';
import { readOffered, readOnly } from './one-token.ts';

/** Decimal places of the price impact, as in getQuote. */
const IMPACT_DIGITS = 18;

type Input = InputOf<typeof declared.quoteLiquidity>;

export const quoteLiquidity = questionOf(declared.quoteLiquidity, async (context) => {
  const { venue, input } = context;
  const pair = await readPair(venue, ['jetton0', input.jetton0], ['jetton1', input.jetton1]);
  const { receipt, entries, lpTokens, lpSupply, sequence, priceImpact, ...quoted } = await venue.quoteLiquidity(
    readCommand(context, pair),
  );
  const { kind } = receipt;
  return {
    kind,
    ...liquidityRecord(receipt, pair),
    ...oneTokenRecord(receipt, pair),
    ...(priceImpact && {
      priceImpact: number(printRatioDown(priceImpact.numerator, priceImpact.denominator, IMPACT_DIGITS)),
    }),
    lpTokens: lp(receipt.lpTokens),
    sharePercentage: number(lpSupply === 0n ? '0' : printRatioDown(lpTokens * 100n, lpSupply, 18)),
    createsPool: 'created' in receipt,
    setsPrice: setsPrice(receipt),
    ...(await pricesOf(context, pair, quoted.price)),
    gas: entries.length,
    entries: await Promise.all(entries.map((entry) => balanceRecord(venue, entry))),
    sequence,
  };
});

/** The price that the pool will have, and the market price to compare it with; null if unknown. */
async function pricesOf({ market }: CallContext<Input>, pair: TokenPair, shown: Price | null) {
  const { price: known, via } = await market.pairPrice(addressesOf(pair)).catch(unlessUnknown);
  const difference = shown && known && changeOf(fractionOf(known), fractionOf(shown));
  return {
    price: shown && price(shown),
    inversePrice: shown && price(invertPrice(shown)),
    marketPrice: known && price(known),
    marketVia: via,
    priceDifference: difference === null ? null : number(printDecimal(difference, PART_DIGITS)),
  };
}

/** Errors that mean that the market price is unknown now or on this venue. */
const UNKNOWN = [CatchingUp, MarketUnavailable, StoreUnavailable, NotOnThisVenue];

/** Returns an unknown price instead of failing, since liquidity can be quoted without market data. */
function unlessUnknown(error: unknown): Pick<PairPrice, 'price' | 'via'> {
  if (UNKNOWN.some((kind) => error instanceof kind)) return { price: null, via: [] };
  throw error;
}

/** A deposit of one or both tokens if an amount is given, otherwise a withdrawal of the position or a part of it. */
function readCommand({ input, caller }: CallContext<Input>, pair: TokenPair) {
  const { amount0, amount1, maxPriceImpact, lpTokens, percentage, only } = input;
  const of = {
    account: caller.account,
    ...addressesOf(pair),
    ...(maxPriceImpact !== undefined && { maxPriceImpactPpm: readFraction(maxPriceImpact, 'maxPriceImpact') }),
  };
  if (amount0 === undefined && amount1 === undefined) {
    if (maxPriceImpact !== undefined && only === undefined)
      throw new ApiError('invalid_request', 'maxPriceImpact goes with amount0, amount1 or only.');
    if (lpTokens !== undefined && percentage !== undefined)
      throw new ApiError('invalid_request', 'Send lpTokens or percentage, not both.');
    return {
      kind: 'refund' as const,
      ...of,
      ...(lpTokens !== undefined && { lpTokens: readAmount(lpTokens, LP, 'lpTokens') }),
      ...(percentage !== undefined && { portionPpm: readPercentage(percentage, 'percentage') }),
      ...(only !== undefined && { only: readOnly(only, pair) }),
    };
  }
  if (lpTokens !== undefined || percentage !== undefined || only !== undefined) {
    throw new ApiError(
      'invalid_request',
      'Send amount0, amount1 or both to provide, or lpTokens, percentage or only to withdraw.',
    );
  }
  return {
    kind: 'provide' as const,
    ...of,
    amountA: readOffered(amount0, pair.tokenA, 'amount0'),
    amountB: readOffered(amount1, pair.tokenB, 'amount1'),
    ...(caller.role === 'operator' && { mayCreatePool: true as const }),
  };
}
