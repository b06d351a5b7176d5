// GET /getQuote
import * as declared from '../../contract/swaps.ts';
import { printRatioDown } from '../../core/decimal.ts';
import { questionOf } from '../call.ts';
import { ApiError } from '../errors.ts';
import { number } from '../exact-json.ts';
import { addressesOf, readAccount, readAmount, readPair } from '../read-fields.ts';
import { feesRecord, priceOf, whole } from '../records.ts';

export const getQuote = questionOf(declared.getQuote, async ({ venue, input }) => {
  const pair = await readPair(venue, ['tokenA', input.tokenA], ['tokenB', input.tokenB]);
  const { amount, receive, referrer } = input;
  if ((amount === undefined) === (receive === undefined)) {
    throw new ApiError('invalid_request', 'Send either amount (of tokenA) or receive (of tokenB).');
  }
  // Who is referred to makes no difference to a quote, but a name that no account can have is still refused.
  if (referrer !== undefined) readAccount(referrer, 'referrer');
  const referred = referrer !== undefined;
  const exact =
    amount !== undefined
      ? { in: readAmount(amount, pair.tokenA, 'amount') }
      : { out: readAmount(receive as string, pair.tokenB, 'receive') };
  const { fill, route, sequence } = await venue.quote({ ...addressesOf(pair), referred, exact });
  const { numerator, denominator } = fill.priceImpact;
  return {
    ...addressesOf(pair),
    amountA: whole(fill.amountIn, pair.tokenA),
    amountB: whole(fill.amountOut, pair.tokenB),
    price: priceOf(fill.amountIn, pair.tokenA, fill.amountOut, pair.tokenB),
    priceImpact: number(printRatioDown(numerator, denominator, 18)),
    fees: feesRecord({ lp: fill.lpFee, protocol: fill.protocolFee, ref: fill.refFee }, pair),
    route,
    sequence,
  };
});
