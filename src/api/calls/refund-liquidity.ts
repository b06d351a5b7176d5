// POST /refundLiquidity, and the GET of the same name that the interface prescribes.
import Type, { type Static } from 'typebox';
import { LP_DECIMALS } from '../../core/liquidity.ts';
import { Num } from '../answers.ts';
import { type Context, defineCall } from '../call.ts';
import { ApiError } from '../errors.ts';
import { Decimal, Fields, PoolQuery, readAmount, readMinimum, readPercentage, TON, USDT } from '../fields.ts';
import { LiquidityRecord, liquidityRecord } from '../liquidity-record.ts';
import { addressesOf, findTokens } from '../pair.ts';

const Parameters = Fields(
  {
    ...PoolQuery,
    lpTokens: Type.Optional(Decimal('Refund this many LP tokens instead of the whole position.', 1.5)),
    percentage: Type.Optional(Decimal('Refund this part of the position, in percent, instead of the whole.', 50)),
    minToken1: Type.Optional(Decimal('Refuse the refund if it would return less of jetton0.', 49)),
    minToken2: Type.Optional(Decimal('Refuse the refund if it would return less of jetton1.', 157)),
  },
  { examples: [{ jetton0: TON, jetton1: USDT, percentage: 10 }] },
);

const shared = {
  name: 'refundLiquidity',
  who: 'trader',
  changes: true,
  tag: 'Liquidity',
  answer: Type.Object({ ...LiquidityRecord, lpTokensBurned: Num('LP tokens burned.', 2.828427124) }),
} as const;

export const refundLiquidity = defineCall({
  ...shared,
  method: 'POST',
  summary: 'Withdraw liquidity',
  description: 'Burns LP tokens and returns their share of both tokens: the whole position unless a part is named.',
  body: Parameters,
  queryForBody: true,
  handle: ({ body, ...context }) => refund(body, context),
});

export const refundLiquidityByGet = defineCall({
  ...shared,
  method: 'GET',
  summary: 'Withdraw liquidity (GET)',
  description: 'The same as POST. It changes state although it is a GET, so prefer POST: proxies may repeat a GET.',
  query: Parameters,
  handle: ({ query, ...context }) => refund(query, context),
});

async function refund(
  parameters: Static<typeof Parameters>,
  { exchange, caller, idempotencyKey }: Pick<Context<unknown, unknown>, 'exchange' | 'caller' | 'idempotencyKey'>,
) {
  const pair = await findTokens(exchange, ['jetton0', parameters.jetton0], ['jetton1', parameters.jetton1]);
  const { lpTokens, percentage, minToken1, minToken2 } = parameters;
  if (lpTokens !== undefined && percentage !== undefined) {
    throw new ApiError('invalid_request', 'Send lpTokens or percentage, not both.');
  }
  const { receipt } = await exchange.execute(
    caller.account,
    {
      kind: 'refund',
      account: caller.account,
      ...addressesOf(pair),
      ...(lpTokens !== undefined && { lpTokens: readAmount(lpTokens, LP, 'lpTokens') }),
      ...(percentage !== undefined && { portionPpm: readPercentage(percentage, 'percentage') }),
      ...(minToken1 !== undefined && { minA: readMinimum(minToken1, pair.tokenA, 'minToken1') }),
      ...(minToken2 !== undefined && { minB: readMinimum(minToken2, pair.tokenB, 'minToken2') }),
    },
    idempotencyKey,
  );
  return liquidityRecord(receipt, pair, 'lpTokensBurned');
}

const LP = { symbol: 'LP tokens', decimals: LP_DECIMALS };
