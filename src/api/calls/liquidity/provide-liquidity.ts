// POST /provideLiquidity
import * as declared from '../../../contract/liquidity.ts';
import { changeOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { coarseOf } from '../../fields/coarse-tokens.ts';
import { addressesOf, LP, readBodyPair, readFraction, readMinimum } from '../../fields/read-fields.ts';
import { liquidityRecord, lp, oneTokenRecord, setsPrice } from '../../fields/records.ts';
import { mustTrade, readOffered } from './one-token.ts';

export const provideLiquidity = changeOf(declared.provideLiquidity, {
  async read({ venue, market, input, caller }) {
    const pair = await readBodyPair(venue, input);
    const { amount, minLpTokens, maxPriceImpact } = input;
    if (amount.tokenA === undefined && amount.tokenB === undefined)
      throw new ApiError('invalid_request', 'amount is missing: send amount.tokenA, amount.tokenB or both.');
    if (amount.tokenA === undefined || amount.tokenB === undefined) mustTrade(caller);
    const offered = {
      amountA: readOffered(amount.tokenA, pair.tokenA, 'amount.tokenA'),
      amountB: readOffered(amount.tokenB, pair.tokenB, 'amount.tokenB'),
    };
    // A pool that an operator creates gets exactly the fees of the settings, so no token counts as coarse (see `coarseOf`).
    const coarse = caller.role === 'operator' ? null : await coarseOf(pair, { venue, market });
    return {
      command: {
        kind: 'provide',
        account: caller.account,
        ...addressesOf(pair),
        ...offered,
        ...(coarse !== null && { coarse }),
        ...(minLpTokens !== undefined && { minLpTokens: readMinimum(minLpTokens, LP, 'minLpTokens') }),
        ...(maxPriceImpact !== undefined && { maxPriceImpactPpm: readFraction(maxPriceImpact, 'maxPriceImpact') }),
        ...(caller.role === 'operator' && { mayCreatePool: true as const }),
      },
      pair,
    };
  },
  answer: ({ receipt }, { pair }) => ({
    ...liquidityRecord(receipt, pair),
    ...oneTokenRecord(receipt, pair),
    lpTokensMinted: lp(receipt.lpTokens),
    setsPrice: setsPrice(receipt),
  }),
});
