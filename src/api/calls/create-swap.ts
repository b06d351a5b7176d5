// POST /createSwap
import type { InputOf } from '../../contract/call.ts';
import * as declared from '../../contract/swaps.ts';
import type { Token } from '../../core/pool.ts';
import { changeOf } from '../call.ts';
import { ApiError } from '../errors.ts';
import {
  addressesOf,
  readAccount,
  readAmount,
  readBodyPair,
  readFraction,
  readMinimum,
  readMoment,
} from '../read-fields.ts';

export const createSwap = changeOf(declared.createSwap, {
  async read({ venue, input, caller }) {
    const pair = await readBodyPair(venue, input);
    const { minReceived, deadline, referrer, maxPriceImpact } = input;
    return {
      command: {
        kind: 'swap',
        account: caller.account,
        ...addressesOf(pair),
        amountA: readOffer(input, pair.tokenA),
        ...(minReceived !== undefined && { minReceived: readMinimum(minReceived, pair.tokenB, 'minReceived') }),
        ...(deadline !== undefined && { deadlineMs: readMoment(deadline, 'deadline') }),
        ...(referrer !== undefined && { referrer: readAccount(referrer, 'referrer') }),
        ...(maxPriceImpact !== undefined && { maxPriceImpactPpm: readFraction(maxPriceImpact, 'maxPriceImpact') }),
      },
    };
  },
  answer: ({ transactionId, status }) => ({ transactionId, status }),
});

function readOffer({ amount, price }: InputOf<typeof declared.createSwap>, tokenA: Token) {
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
