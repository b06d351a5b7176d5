// GET /getLPAccountData
import Type from 'typebox';
import { printRatioDown } from '../../core/decimal.ts';
import { worthOf } from '../../core/liquidity.ts';
import { lp, Num, Str, whole } from '../answers.ts';
import { defineCall } from '../call.ts';
import { Fields, PoolQuery, TON, USDT } from '../fields.ts';
import { number } from '../json.ts';
import { findTokens } from '../pair.ts';

export const getLPAccountData = defineCall({
  name: 'getLPAccountData',
  method: 'GET',
  who: 'trader',
  changes: false,
  tag: 'Liquidity',
  summary: "The caller's position in a pool",
  description: 'Both balances are what the position would return if it were refunded now. Without a position: zeros.',
  query: Fields(PoolQuery),
  answer: Type.Object({
    lpAddress: Str('Address of the liquidity-provider account.', 'EQBvI0aFLnw2QbZgjMPCLRdtRHxhUyinQudg6sdiohIwg5jL'),
    token1Address: Str('Address of the first token.', TON),
    token2Address: Str('Address of the second token.', USDT),
    token1Balance: Num('Share of the first token.', 100),
    token2Balance: Num('Share of the second token.', 320),
    lpTokenBalance: Num('LP tokens held.', 5.656854249),
    sharePercentage: Num('Share of the pool in percent, 0 to 100, cut after 18 digits.', 0.005),
  }),
  async handle({ exchange, query, caller }) {
    const { tokenA, tokenB } = await findTokens(exchange, ['jetton0', query.jetton0], ['jetton1', query.jetton1]);
    const { pool, state, lpTokens } = await exchange.position(caller.account, tokenA.address, tokenB.address);
    const { amount0, amount1 } = worthOf(state, lpTokens);
    const [first, second] = tokenA.address === pool.token0 ? [amount0, amount1] : [amount1, amount0];
    return {
      lpAddress: exchange.addresses.lpAccount(pool.address, caller.account),
      token1Address: tokenA.address,
      token2Address: tokenB.address,
      token1Balance: whole(first, tokenA),
      token2Balance: whole(second, tokenB),
      lpTokenBalance: lp(lpTokens),
      sharePercentage: number(state.supply === 0n ? '0' : printRatioDown(lpTokens * 100n, state.supply, 18)),
    };
  },
});
