// GET /getQuote
import Type from 'typebox';
import { printRatioDown } from '../../core/decimal.ts';
import { Fees, feesRecord, Num, priceOf, Route, Str, whole } from '../answers.ts';
import { defineCall } from '../call.ts';
import { ApiError } from '../errors.ts';
import { Address, Decimal, Fields, readAccount, readAmount, TON, USDT } from '../fields.ts';
import { number } from '../json.ts';
import { addressesOf, findTokens } from '../pair.ts';

export const getQuote = defineCall({
  name: 'getQuote',
  method: 'GET',
  who: 'anyone',
  changes: false,
  tag: 'Swaps',
  summary: 'Quote a swap',
  description:
    'What a swap would pay now, by the very code that executes it: a swap right after fills at the quote,\nunless its price impact is over its limit.',
  query: Fields({
    tokenA: Address('Address of the token being offered.'),
    tokenB: Address('Address of the token being requested.', USDT),
    amount: Type.Optional(Decimal('How much of tokenA is offered.', 10)),
    receive: Type.Optional(Decimal('Instead of amount: how much of tokenB is to be received at least.', 30)),
    referrer: Type.Optional(Address('Account that would receive the referral fee.', 'shop-42')),
  }),
  answer: Type.Object({
    tokenA: Str('The token offered.', TON),
    tokenB: Str('The token requested.', USDT),
    amountA: Num('What the swap would cost.', 10),
    amountB: Num('What the swap would pay.', 31.9),
    price: Num('tokenB received for one tokenA, fees included.', 3.19),
    priceImpact: Num('How far the swap moves its own price, as a fraction; fees not counted.', 0.000005),
    fees: Fees,
    route: Route,
    sequence: Type.Integer({ description: 'The journal position that the quote was made at.', examples: [42] }),
  }),
  async handle({ exchange, query, seen }) {
    const pair = await findTokens(exchange, ['tokenA', query.tokenA], ['tokenB', query.tokenB]);
    const { amount, receive, referrer } = query;
    if ((amount === undefined) === (receive === undefined)) {
      throw new ApiError('invalid_request', 'Send either amount (of tokenA) or receive (of tokenB).');
    }
    // Who is referred to makes no difference to a quote, but a name that no account can have is still refused.
    if (referrer !== undefined) readAccount(referrer, 'referrer');
    const referred = referrer !== undefined;
    const exact =
      amount !== undefined
        ? { in: readAmount(amount, pair.tokenA, 'amount') }
        : { out: readAmount(receive as string, pair.tokenB, 'receive') };
    const { fill, pool, sequence } = await exchange.quote({ ...addressesOf(pair), referred, exact }, seen);
    const { tokenA, tokenB } = pair;
    const { numerator, denominator } = fill.priceImpact;
    return {
      ...addressesOf(pair),
      amountA: whole(fill.amountIn, tokenA),
      amountB: whole(fill.amountOut, tokenB),
      price: priceOf(fill.amountIn, tokenA, fill.amountOut, tokenB),
      priceImpact: number(printRatioDown(numerator, denominator, 18)),
      fees: feesRecord({ lp: fill.lpFee, protocol: fill.protocolFee, ref: fill.refFee }, tokenA, tokenB),
      route: [{ poolAddress: pool.address, ...addressesOf(pair) }],
      sequence,
    };
  },
});
