// How much two orders trade so that neither is left a rest that is too small to be filled.
import { expect, test } from 'vitest';
import { APPLE, BREAD } from '../../test/paper-exchange.ts';
import { ann, bob, pairOf } from '../../test/paper-orders.ts';
import { type Account, type Amount, amount } from '../core/amount.ts';
import { matchFor, type OrderToMatch } from './match-for.ts';

/** An order of both tokens at the price of one. */
const party = (account: Account, pair: ReturnType<typeof pairOf>, units: bigint, left = units): OrderToMatch => ({
  order: {
    ...{ account, ...pair, amountA: amount(units), minReceived: amount(units), inParts: true },
    ...{ expiresAtMs: 1000, placedAtMs: 0 },
  },
  left: amount(left),
});
const traded = (maker: OrderToMatch, taker: OrderToMatch): Amount | undefined => matchFor(maker, taker, 0)?.amountA;

test.each([
  ['all of the smaller one', 10_000n, 10_000n, 9990n, 9990n],
  ['less than the newer has, which leaves the older the smallest rest', 10_000n, 1000n, 995n, 990n],
  ['less than either has, which leaves the newer the smallest rest', 10_000n, 10_000n, 9995n, 9985n],
  ['nothing if any amount leaves one of them too little', 10_000n, 14n, 9n, undefined],
])('two orders trade %s', (_, units, left, offered, expected) => {
  const maker = party(ann, pairOf(APPLE, BREAD), units, left);
  expect(traded(maker, party(bob, pairOf(BREAD, APPLE), offered))).toBe(expected);
});
