// POST /collectFees
import Type from 'typebox';
import { Num, Str, whole } from '../answers.ts';
import { defineCall } from '../call.ts';
import { Fields, Pair, TON, USDT } from '../fields.ts';
import { addressesOf, findPair } from '../pair.ts';

export const collectFees = defineCall({
  name: 'collectFees',
  method: 'POST',
  who: 'operator',
  changes: true,
  tag: 'Operator',
  summary: 'Sweep collected protocol fees',
  description: "Pays a pool's collected protocol fees, either side alone too, to its protocolFeeAddress.",
  body: Fields({ Pair }),
  answer: Type.Object({
    poolAddress: Str('The pool.', 'EQBvI0aFLnw2QbZgjMPCLRdtRHxhUyinQudg6sdiohIwg5jL'),
    protocolFeeAddress: Str('The account that was paid.', 'treasury'),
    token1Address: Str('Address of the first token.', TON),
    token2Address: Str('Address of the second token.', USDT),
    token1Amount: Num('Fees paid in the first token.', 0.125),
    token2Amount: Num('Fees paid in the second token.', 0.4),
  }),
  async handle({ exchange, body, caller, idempotencyKey }) {
    const pair = await findPair(exchange, body.Pair);
    const command = { kind: 'collectFees', ...addressesOf(pair) } as const;
    const { receipt } = await exchange.execute(caller.account, command, idempotencyKey);
    return {
      poolAddress: receipt.pool,
      protocolFeeAddress: receipt.to,
      token1Address: receipt.tokenA,
      token2Address: receipt.tokenB,
      token1Amount: whole(receipt.amountA, pair.tokenA),
      token2Amount: whole(receipt.amountB, pair.tokenB),
    };
  },
});
