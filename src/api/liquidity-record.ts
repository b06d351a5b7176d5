// What providing and refunding liquidity answer with.
import type { ProvideReceipt } from '../core/commands/provide.ts';
import type { RefundReceipt } from '../core/commands/refund.ts';
import { lp, Num, Str, whole } from './answers.ts';
import { TON, USDT } from './fields.ts';
import type { TokenPair } from './pair.ts';

export const LiquidityRecord = {
  poolAddress: Str('Address of the pool.', 'EQBvI0aFLnw2QbZgjMPCLRdtRHxhUyinQudg6sdiohIwg5jL'),
  token1Address: Str('Address of the first token.', TON),
  token2Address: Str('Address of the second token.', USDT),
  token1Amount: Num('Amount of the first token.', 50),
  token2Amount: Num('Amount of the second token.', 160),
};

export const liquidityRecord = (
  receipt: ProvideReceipt | RefundReceipt,
  { tokenA, tokenB }: TokenPair,
  lpName: 'lpTokensBurned' | 'lpTokensMinted',
) => ({
  poolAddress: receipt.pool,
  token1Address: tokenA.address,
  token2Address: tokenB.address,
  token1Amount: whole(receipt.amountA, tokenA),
  token2Amount: whole(receipt.amountB, tokenB),
  [lpName]: lp(receipt.lpTokens),
});
