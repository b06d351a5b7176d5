// POST /createPool
import Type from 'typebox';
import { Num, rate, Str } from '../answers.ts';
import { defineCall } from '../call.ts';
import { Address, Decimal, Fields, Pair, readAccount, readFraction, TON, USDT } from '../fields.ts';
import { addressesOf, findPair, poolAddressOf } from '../pair.ts';

export const createPool = defineCall({
  name: 'createPool',
  method: 'POST',
  who: 'operator',
  changes: true,
  tag: 'Operator',
  summary: 'Create a pool with its own rates',
  description: 'Creates an empty pool; what is not given takes the default of the exchange.',
  body: Fields(
    {
      Pair,
      lpFee: Type.Optional(Decimal('Fee that stays with the providers, as a fraction.', 0.002)),
      protocolFee: Type.Optional(Decimal('Fee that the protocol collects, as a fraction.', 0.001)),
      refFee: Type.Optional(Decimal('Fee of a referrer, as a fraction.', 0.001)),
      protocolFeeAddress: Type.Optional(Address('Account that collectFees pays.', 'treasury')),
    },
    { examples: [{ Pair: { tokenA: 'GOLD', tokenB: USDT }, lpFee: 0.003 }] },
  ),
  answer: Type.Object({
    poolAddress: Str('Address of the pool and of its LP token.', 'EQBvI0aFLnw2QbZgjMPCLRdtRHxhUyinQudg6sdiohIwg5jL'),
    token1Address: Str('Address of the first token.', TON),
    token2Address: Str('Address of the second token.', USDT),
    lpFee: Num('Fee that stays with the providers, as a fraction.', 0.002),
    protocolFee: Num('Fee that the protocol collects, as a fraction.', 0.001),
    refFee: Num('Fee of a referrer, as a fraction.', 0.001),
    protocolFeeAddress: Str('Account that collectFees pays; "N/A" for a pool without a protocol fee.', 'treasury'),
  }),
  async handle({ exchange, body, caller, idempotencyKey }) {
    const pair = await findPair(exchange, body.Pair);
    const { lpFee, protocolFee, refFee, protocolFeeAddress } = body;
    const { receipt } = await exchange.execute(
      caller.account,
      {
        kind: 'createPool',
        ...addressesOf(pair),
        poolAddress: poolAddressOf(exchange, pair),
        ...(lpFee !== undefined && { lpFeePpm: readFraction(lpFee, 'lpFee') }),
        ...(protocolFee !== undefined && { protocolFeePpm: readFraction(protocolFee, 'protocolFee') }),
        ...(refFee !== undefined && { refFeePpm: readFraction(refFee, 'refFee') }),
        ...(protocolFeeAddress !== undefined && {
          protocolFeeAddress: readAccount(protocolFeeAddress, 'protocolFeeAddress'),
        }),
      },
      idempotencyKey,
    );
    return {
      poolAddress: receipt.pool,
      token1Address: receipt.tokenA,
      token2Address: receipt.tokenB,
      lpFee: rate(receipt.lpFeePpm),
      protocolFee: rate(receipt.protocolFeePpm),
      refFee: rate(receipt.refFeePpm),
      protocolFeeAddress: receipt.protocolFeeAddress ?? 'N/A',
    };
  },
});
