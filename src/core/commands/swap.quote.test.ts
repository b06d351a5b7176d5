// A quote equals its swap: both use one plan, and an exact output costs the input that its quote names.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyAmount, anyRates } from '../../../test/arbitraries.ts';
import { APPLE, BREAD, PaperExchange } from '../../../test/paper-exchange.ts';
import { ann, bob, buy, pairOf, swap } from '../../../test/paper-orders.ts';
import { amount, MAX_AMOUNT, ppm } from '../amount.ts';
import { Refused } from '../refusal.ts';
import type { Hop } from '../route/leg.ts';
import { planSwap, type SwapTerms } from './swap.ts';
import { hopReceipt } from './swap-receipt.ts';

const reserve = anyAmount({ min: 1001n, max: 2n ** 100n });
const anyMarket = fc.record({ apple: reserve, bread: reserve, rates: anyRates });
const anyTrade = fc.record({ referred: fc.boolean(), units: anyAmount({ min: 1n, max: 2n ** 100n }) });
type Trade = { market: { apple: bigint; bread: bigint }; referred: boolean };

/** The quote on these terms, and the result of ann's swap on them. */
function quoteAndFill({ market, referred }: Trade, exact: SwapTerms['exact']) {
  const exchange = PaperExchange.open(market).fund(ann, APPLE, 2n ** 101n);
  const plan = planSwap({ ...pairOf(APPLE, BREAD), referred, exact }, exchange.state());
  const quote = plan instanceof Refused ? plan.refusal : plan;
  const terms = { ...(referred ? { referrer: bob } : {}), maxPriceImpactPpm: ppm(1_000_000n) };
  const [outcome] = exchange.answer('in' in exact ? swap(exact.in, terms) : buy(exact.out, terms));
  return { quote, fill: outcome && 'posted' in outcome ? outcome.posted.receipt : outcome?.refusal };
}

const receiptOf = (quote: ReturnType<typeof quoteAndFill>['quote'], referred: boolean) =>
  'code' in quote
    ? quote
    : {
        kind: 'swap',
        account: ann,
        ...(referred && { referrer: bob }),
        ...pairOf(APPLE, BREAD),
        pool: 'apple-bread',
        amountA: quote.amountIn,
        amountB: quote.amountOut,
        fees: hopReceipt(quote.hops[0] as Hop).fees,
      };

test('the quote for an exact input equals the receipt or refusal of the swap', () => {
  const property = fc.property(anyMarket, anyTrade, (market, { referred, units }) => {
    const { quote, fill } = quoteAndFill({ market, referred }, { in: units });
    expect(fill).toEqual(receiptOf(quote, referred));
  });
  fc.assert(property, { numRuns: 500 });
});

test('the quote for an exact output equals the receipt of the swap, and its output is the wanted one', () => {
  const property = fc.property(anyMarket, anyTrade, (market, { referred, units }) => {
    const wanted = (units % market.bread) as typeof units;
    fc.pre(wanted > 0n);
    const { quote, fill } = quoteAndFill({ market, referred }, { out: wanted });
    fc.pre('amountIn' in quote && quote.amountIn <= 2n ** 101n);
    expect(fill).toEqual(receiptOf(quote, referred));
    expect(quote.amountOut).toBe(wanted);
  });
  fc.assert(property, { numRuns: 500 });
});

test('an output whose input would exceed the largest amount is refused as amount_too_large, not as pool_too_small', () => {
  const exchange = PaperExchange.open({ apple: MAX_AMOUNT - 2000n, bread: 4000n });
  const quote = (out: bigint) => {
    const terms = { ...pairOf(APPLE, BREAD), referred: false, exact: { out: amount(out) } };
    const plan = planSwap(terms, exchange.state());
    return plan instanceof Refused ? plan.refusal : plan;
  };
  expect(quote(1n)).toMatchObject({ code: 'amount_too_large', symbol: 'APPLE' });
  expect(quote(4000n)).toMatchObject({ code: 'pool_too_small' });
});
