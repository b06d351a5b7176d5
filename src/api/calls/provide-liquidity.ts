// POST /provideLiquidity
import Type from 'typebox';
import { LP_DECIMALS } from '../../core/liquidity.ts';
import { Num } from '../answers.ts';
import { defineCall } from '../call.ts';
import { Decimal, Fields, Pair, readAmount, readMinimum, TON, USDT } from '../fields.ts';
import { LiquidityRecord, liquidityRecord } from '../liquidity-record.ts';
import { addressesOf, findPair, poolAddressOf } from '../pair.ts';

export const provideLiquidity = defineCall({
  name: 'provideLiquidity',
  method: 'POST',
  who: 'trader',
  changes: true,
  tag: 'Liquidity',
  summary: 'Provide liquidity',
  description:
    'Takes as much of both offers as the ratio of the pool needs and mints LP tokens. Creates the pool if there is none.',
  body: Fields(
    {
      Pair,
      amount: Fields(
        {
          tokenA: Decimal('The most of tokenA to take.', 10),
          tokenB: Decimal('The most of tokenB to take.', 32),
        },
        { description: 'The offer.' },
      ),
      minLpTokens: Type.Optional(Decimal('Refuse if fewer LP tokens would be minted.', 0.5)),
    },
    { examples: [{ Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 10, tokenB: 32 } }] },
  ),
  answer: Type.Object({ ...LiquidityRecord, lpTokensMinted: Num('LP tokens minted.', 0.565685424) }),
  async handle({ exchange, body, caller, idempotencyKey }) {
    const pair = await findPair(exchange, body.Pair);
    const { amount, minLpTokens } = body;
    const { receipt } = await exchange.execute(
      caller.account,
      {
        kind: 'provide',
        account: caller.account,
        ...addressesOf(pair),
        amountA: readAmount(amount.tokenA, pair.tokenA, 'amount.tokenA'),
        amountB: readAmount(amount.tokenB, pair.tokenB, 'amount.tokenB'),
        ...(minLpTokens !== undefined && { minLpTokens: readMinimum(minLpTokens, LP, 'minLpTokens') }),
        poolAddress: poolAddressOf(exchange, pair),
      },
      idempotencyKey,
    );
    return liquidityRecord(receipt, pair, 'lpTokensMinted');
  },
});

const LP = { symbol: 'LP tokens', decimals: LP_DECIMALS };
