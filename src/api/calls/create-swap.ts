// POST /createSwap
import Type, { type Static } from 'typebox';
import type { Token } from '../../core/pool.ts';
import { Str } from '../answers.ts';
import { defineCall } from '../call.ts';
import { ApiError } from '../errors.ts';
import {
  Address,
  Decimal,
  Fields,
  Pair,
  readAccount,
  readAmount,
  readFraction,
  readMinimum,
  readMoment,
  TON,
  USDT,
} from '../fields.ts';
import { addressesOf, findPair } from '../pair.ts';

const Offer = Fields(
  { tokenA: Decimal('How much of tokenA is offered, in whole tokens: what the swapper pays.', 10) },
  { description: 'The quantity offered.' },
);

const Body = Fields(
  {
    Pair,
    amount: Type.Optional(Offer),
    price: Type.Optional({ ...Offer, description: 'Another name for `amount`. If both are sent they must be equal.' }),
    minReceived: Type.Optional(Decimal('Refuse the swap if it would pay less tokenB than this.', 30)),
    deadline: Type.Optional(
      Decimal('Refuse the swap after this moment: ISO 8601 with a zone, or unix seconds.', 1_893_456_000),
    ),
    referrer: Type.Optional(Address('Account that receives the referral fee.', 'shop-42')),
    maxPriceImpact: Type.Optional(
      Decimal('Refuse a larger price impact than this fraction. Default 0.15; 1 allows any.', 0.05),
    ),
  },
  { examples: [{ Pair: { tokenA: TON, tokenB: USDT }, amount: { tokenA: 10 } }] },
);

export const createSwap = defineCall({
  name: 'createSwap',
  method: 'POST',
  who: 'trader',
  changes: true,
  tag: 'Swaps',
  summary: 'Swap one token for another',
  description: 'Executes the swap at once against the pool of the two tokens. The answer means that it is durable.',
  body: Body,
  answer: Type.Object({
    transactionId: Str('Identifier of the swap; `getSwap` tracks it.', '019a8a5c-2f3e-7000-8000-00004a1b2c3d'),
    status: Str('`completed`.', 'completed'),
  }),
  async handle({ exchange, body, caller, idempotencyKey }) {
    const pair = await findPair(exchange, body.Pair);
    const { minReceived, deadline, referrer, maxPriceImpact } = body;
    const done = await exchange.execute(
      caller.account,
      {
        kind: 'swap',
        account: caller.account,
        ...addressesOf(pair),
        amountA: readOffer(body, pair.tokenA),
        ...(minReceived !== undefined && { minReceived: readMinimum(minReceived, pair.tokenB, 'minReceived') }),
        ...(deadline !== undefined && { deadlineMs: readMoment(deadline, 'deadline') }),
        ...(referrer !== undefined && { referrer: readAccount(referrer, 'referrer') }),
        ...(maxPriceImpact !== undefined && { maxPriceImpactPpm: readFraction(maxPriceImpact, 'maxPriceImpact') }),
      },
      idempotencyKey,
    );
    return { transactionId: done.id, status: 'completed' };
  },
});

function readOffer({ amount, price }: Pick<Static<typeof Body>, 'amount' | 'price'>, tokenA: Token) {
  const [byAmount, byPrice] = [
    amount && readAmount(amount.tokenA, tokenA, 'amount.tokenA'),
    price && readAmount(price.tokenA, tokenA, 'price.tokenA'),
  ];
  const offered = byAmount ?? byPrice;
  if (offered === undefined) throw new ApiError('invalid_request', 'amount is missing.');
  if (byPrice !== undefined && byPrice !== offered) {
    throw new ApiError('invalid_request', 'amount and price differ; send one of them, or both with the same value.');
  }
  return offered;
}
