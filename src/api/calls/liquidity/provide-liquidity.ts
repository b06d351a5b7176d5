// POST /provideLiquidity
import * as declared from '../../../contract/liquidity.ts';
import { changeOf } from '../../call.ts';
import { addressesOf, LP, readAmount, readBodyPair, readFraction, readMinimum } from '../../fields/read-fields.ts';
import { liquidityRecord, lp, setsPrice } from '../../fields/records.ts';

export const provideLiquidity = changeOf(declared.provideLiquidity, {
  async read({ venue, input, caller }) {
    const pair = await readBodyPair(venue, input);
    const { amount, minLpTokens, maxPriceImpact } = input;
    return {
      command: {
        kind: 'provide',
        account: caller.account,
        ...addressesOf(pair),
        amountA: readAmount(amount.tokenA, pair.tokenA, 'amount.tokenA'),
        amountB: readAmount(amount.tokenB, pair.tokenB, 'amount.tokenB'),
        ...(minLpTokens !== undefined && { minLpTokens: readMinimum(minLpTokens, LP, 'minLpTokens') }),
        ...(maxPriceImpact !== undefined && { maxPriceImpactPpm: readFraction(maxPriceImpact, 'maxPriceImpact') }),
        ...(caller.role === 'operator' && { mayCreatePool: true as const }),
      },
      pair,
    };
  },
  answer: ({ receipt }, { pair }) => ({
    ...liquidityRecord(receipt, pair),
    lpTokensMinted: lp(receipt.lpTokens),
    setsPrice: setsPrice(receipt),
  }),
});
