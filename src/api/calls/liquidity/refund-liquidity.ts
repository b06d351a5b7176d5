// POST /refundLiquidity, and the GET of the same name that the specification asks for.
import * as declared from '../../../contract/liquidity.ts';
import { changeOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import {
  addressesOf,
  LP,
  readAmount,
  readFraction,
  readMinimum,
  readPair,
  readPercentage,
} from '../../fields/read-fields.ts';
import { liquidityRecord, lp, oneTokenRecord } from '../../fields/records.ts';
import { mustTrade, readOnly } from './one-token.ts';

export const refundLiquidity = refundBy(declared.refundLiquidity);
export const refundLiquidityByGet = refundBy(declared.refundLiquidityByGet);

function refundBy(declaration: typeof declared.refundLiquidity) {
  return changeOf(declaration, {
    async read({ venue, input, caller }) {
      const pair = await readPair(venue, ['jetton0', input.jetton0], ['jetton1', input.jetton1]);
      const { lpTokens, percentage, minToken1, minToken2, only, maxPriceImpact } = input;
      if (lpTokens !== undefined && percentage !== undefined) {
        throw new ApiError('invalid_request', 'Send lpTokens or percentage, not both.');
      }
      if (only !== undefined) mustTrade(caller);
      else if (maxPriceImpact !== undefined) throw new ApiError('invalid_request', 'maxPriceImpact goes with only.');
      return {
        command: {
          kind: 'refund',
          account: caller.account,
          ...addressesOf(pair),
          ...(lpTokens !== undefined && { lpTokens: readAmount(lpTokens, LP, 'lpTokens') }),
          ...(percentage !== undefined && { portionPpm: readPercentage(percentage, 'percentage') }),
          ...(minToken1 !== undefined && { minA: readMinimum(minToken1, pair.tokenA, 'minToken1') }),
          ...(minToken2 !== undefined && { minB: readMinimum(minToken2, pair.tokenB, 'minToken2') }),
          ...(only !== undefined && { only: readOnly(only, pair) }),
          ...(maxPriceImpact !== undefined && { maxPriceImpactPpm: readFraction(maxPriceImpact, 'maxPriceImpact') }),
        },
        pair,
      };
    },
    answer: ({ receipt }, { pair }) => ({
      ...liquidityRecord(receipt, pair),
      ...oneTokenRecord(receipt, pair),
      lpTokensBurned: lp(receipt.lpTokens),
    }),
  });
}
