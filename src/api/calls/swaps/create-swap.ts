// POST /createSwap
import { isDeepStrictEqual } from 'node:util';
import type { InputOf } from '../../../contract/call.ts';
import * as declared from '../../../contract/swaps.ts';
import type { Pair, TokenPair } from '../../../core/pool.ts';
import { faultOfRoute, MAX_HOPS, type RouteHop } from '../../../core/route/shape.ts';
import { refused } from '../../../ports/venue.ts';
import { changeOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { keepNamesForPeople } from '../../fields/names-of-people.ts';
import {
  addressesOf,
  inputText,
  readAccount,
  readAmount,
  readBodyPair,
  readFraction,
  readMinimum,
  readMoment,
  readRouting,
  readToken,
} from '../../fields/read-fields.ts';
import { whole } from '../../fields/records.ts';

export const createSwap = changeOf(declared.createSwap, {
  async read({ venue, people, input, caller }) {
    const pair = await readBodyPair(venue, input);
    const { minReceived, deadline, maxPriceImpact, route } = input;
    const referrer = input.referrer === undefined ? undefined : readAccount(input.referrer, 'referrer');
    if (referrer !== undefined) await keepNamesForPeople(referrer, { venue, people, caller });
    return {
      command: {
        kind: 'swap',
        account: caller.account,
        ...addressesOf(pair),
        ...readOffer(input, pair),
        ...(minReceived !== undefined && { minReceived: readMinimum(minReceived, pair.tokenB, 'minReceived') }),
        ...(deadline !== undefined && { deadlineMs: readMoment(deadline, 'deadline') }),
        ...(referrer !== undefined && { referrer }),
        ...(maxPriceImpact !== undefined && { maxPriceImpactPpm: readFraction(maxPriceImpact, 'maxPriceImpact') }),
        ...(Array.isArray(route) && { route: readRoute(route, input, addressesOf(pair)) }),
      },
      routing: readRouting(venue, typeof route === 'string' ? route : undefined),
      ...(input.detail === true && { detailed: pair }),
    };
  },
  answer({ transactionId, status, receipt }, { detailed }) {
    if (!detailed) return { transactionId, status };
    const { amountA, amountB } = receipt;
    return {
      transactionId,
      status,
      amountA: whole(amountA, detailed.tokenA),
      amountB: whole(amountB, detailed.tokenB),
    };
  },
});

type Input = InputOf<typeof declared.createSwap>;
type Offer = NonNullable<Input['amount']>;

function readOffer({ amount, price, maxPaid, minReceived }: Input, pair: TokenPair) {
  const [byAmount, byPrice] = [
    amount && readQuantity('amount', amount, pair),
    price && readQuantity('price', price, pair),
  ];
  const offer = byAmount ?? byPrice;
  if (offer === undefined) throw new ApiError('invalid_request', 'amount is missing.');
  if (byPrice !== undefined && !isDeepStrictEqual(byPrice, offer)) {
    throw new ApiError('invalid_request', 'amount and price differ; send one of them, or both with the same value.');
  }
  if (minReceived !== undefined && 'amountB' in offer) {
    throw new ApiError(
      'invalid_request',
      'minReceived goes with amount.tokenA; with amount.tokenB the amount received is exact.',
    );
  }
  if (maxPaid === undefined) return offer;
  if ('amountA' in offer) {
    throw new ApiError(
      'invalid_request',
      'maxPaid goes with amount.tokenB; with amount.tokenA the amount paid is exact.',
    );
  }
  return { ...offer, maxPaid: readAmount(maxPaid, pair.tokenA, 'maxPaid') };
}

function readQuantity(field: string, { tokenA, tokenB }: Offer, pair: TokenPair) {
  if (tokenB === undefined) {
    if (tokenA === undefined)
      throw new ApiError('invalid_request', `${field}.tokenA is missing, or ${field}.tokenB for an exact result.`);
    return { amountA: readAmount(tokenA, pair.tokenA, `${field}.tokenA`) };
  }
  if (tokenA === undefined) return { amountB: readAmount(tokenB, pair.tokenB, `${field}.tokenB`) };
  throw new ApiError('invalid_request', `${field} has both tokenA and tokenB; send one, the other follows from it.`);
}

type InputHop = Extract<NonNullable<Input['route']>, readonly unknown[]>[number];

/** Checks the route before anything is looked up. Reads one hop more than a route may have, which is enough to refuse it. */
function readRoute(hops: readonly InputHop[], { amount, price }: Input, pair: Pair): readonly RouteHop[] {
  const isBought = (amount ?? price)?.tokenB !== undefined;
  const route = hops.slice(0, MAX_HOPS + 1).map(readHop);
  const fault = faultOfRoute(route, pair, isBought ? 'out' : 'in');
  return fault ? refused({ code: 'invalid_route', fault }) : route;
}

const readHop = ({ tokenA, tokenB, share }: InputHop, index: number): RouteHop => ({
  tokenIn: readToken(tokenA, `route.${index}.tokenA`),
  tokenOut: readToken(tokenB, `route.${index}.tokenB`),
  share: readShare(inputText(share)),
});

/** The share of a hop; NaN if it is not a whole number, and then it is refused. */
const readShare = (text: string): number => (/^\d+(\.0+)?$/.test(text) ? Number(text) : Number.NaN);
