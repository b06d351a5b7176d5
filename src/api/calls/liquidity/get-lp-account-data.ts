// GET /getLPAccountData
import * as declared from '../../../contract/liquidity.ts';
import { printRatioDown } from '../../../core/maths/decimal.ts';
import { questionOf } from '../../call.ts';
import { readPair } from '../../fields/read-fields.ts';
import { lp, whole } from '../../fields/records.ts';
import { number } from '../../json/exact-json.ts';

export const getLPAccountData = questionOf(declared.getLPAccountData, async ({ venue, input, caller }) => {
  const { tokenA, tokenB } = await readPair(venue, ['jetton0', input.jetton0], ['jetton1', input.jetton1]);
  const position = await venue.position(caller.account, tokenA.address, tokenB.address);
  const { lpAddress, amountA, amountB, lpTokens, lpSupply } = position;
  return {
    lpAddress,
    token1Address: tokenA.address,
    token2Address: tokenB.address,
    token1Balance: whole(amountA, tokenA),
    token2Balance: whole(amountB, tokenB),
    lpTokenBalance: lp(lpTokens),
    sharePercentage: number(lpSupply === 0n ? '0' : printRatioDown(lpTokens * 100n, lpSupply, 18)),
  };
});
