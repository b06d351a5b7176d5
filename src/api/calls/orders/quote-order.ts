// GET /quoteOrder
import type { InputOf } from '../../../contract/call.ts';
import * as declared from '../../../contract/orders.ts';
import { type Amount, amount, ZERO } from '../../../core/amount.ts';
import type { Fraction } from '../../../core/curves/curve.ts';
import { printDecimal, printRatioDown, printRatioUp } from '../../../core/maths/decimal.ts';
import { DEFAULT_SLIPPAGE } from '../../../core/orders/guard.ts';
import { leastLimit } from '../../../core/orders/order.ts';
import { defaultWindow, type TriggerTerms } from '../../../core/orders/trigger.ts';
import type { TokenPair } from '../../../core/pool.ts';
import { refused } from '../../../ports/venue.ts';
import { type CallContext, questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { averageRecord, priceFor } from '../../fields/order-records.ts';
import { addressesOf, readAmount, readPair } from '../../fields/read-fields.ts';
import { averageOf, readLimit, readSlippage, readTrigger, warningsOf } from '../../fields/read-orders.ts';
import { rate, whole } from '../../fields/records.ts';
import { number } from '../../json/exact-json.ts';

type Input = InputOf<typeof declared.quoteOrder>;

export const quoteOrder = questionOf(declared.quoteOrder, async (context) => {
  const { venue, input, caller, charge } = context;
  const pair = await readPair(venue, ['tokenA', input.tokenA], ['tokenB', input.tokenB]);
  const amountA = readAmount(input.amount, pair.tokenA, 'amount');
  const minReceived = readLimit(input, amountA, pair);
  if (minReceived === 0n) throw new ApiError('invalid_request', 'Send minReceived or price.');
  const inParts = input.parts !== 'false';
  const leastReceived = leastLimit({ inParts });
  if (minReceived < leastReceived) {
    const { decimals, symbol } = pair.tokenB;
    return refused({ code: 'order_too_small', least: printDecimal(leastReceived, decimals), symbol });
  }
  const order = {
    ...addressesOf(pair),
    account: caller.account,
    amountA,
    minReceived,
    inParts,
  };
  const stop = await stopOf(context, pair, amountA);
  const { least, fill, sequence } = await venue.quoteOrder(order, {
    isStranger: caller.account === '',
    onSearch: (ms) => charge.search(ms),
  });
  const { amountA: filledA, amountB: receivedB } = fill ?? { amountA: ZERO, amountB: ZERO };
  return {
    ...addressesOf(pair),
    amountA: whole(amountA, pair.tokenA),
    minReceived: whole(minReceived, pair.tokenB),
    price: priceFor(minReceived, amountA, pair) as NonNullable<ReturnType<typeof priceFor>>,
    marketPrice: least && priceFor(least.amountB, least.amountA, pair),
    distance: least && distanceOf(minReceived * least.amountA, amountA * least.amountB),
    filledA: whole(filledA, pair.tokenA),
    receivedB: whole(receivedB, pair.tokenB),
    averagePrice: priceFor(receivedB, filledA, pair),
    left: whole(amount(amountA - filledA), pair.tokenA),
    sequence,
    recurringMaxSlippage: rate(DEFAULT_SLIPPAGE.recurring),
    ...stop,
  };
});

const NAMES = { below: 'triggerBelow', above: 'triggerAbove', over: 'over' };

/** For a stop order: the current average price, and its distance to the price that triggers the order. */
async function stopOf(
  { market, input }: Pick<CallContext<Input>, 'market' | 'input'>,
  pair: TokenPair,
  amountA: Amount,
) {
  const { triggerBelow: below, triggerAbove: above, over } = input;
  if (below === undefined && above === undefined && over === undefined) {
    readSlippage(input, 'a stop; send triggerBelow or triggerAbove');
    return { ...averageRecord(null, pair), over: null, warnings: [], maxSlippage: null, triggerDistance: null };
  }
  const trigger = readTrigger(
    {
      ...(below !== undefined && { below }),
      ...(above !== undefined && { above }),
      ...(over !== undefined && { over }),
    },
    pair,
    NAMES,
  );
  const found = await averageOf(market, pair, { trigger, amountA });
  const { evidence, isLarge } = found;
  const { maxSlippagePpm = DEFAULT_SLIPPAGE.stop } = readSlippage({ ...input, kind: 'stop' });
  const triggerDistance = evidence && toGo(trigger, evidence.average);
  return {
    ...averageRecord(evidence, pair),
    over: (trigger.overMs ?? defaultWindow(isLarge)) / 1000,
    warnings: warningsOf(found),
    maxSlippage: rate(maxSlippagePpm),
    triggerDistance,
  };
}

function toGo({ when, price }: TriggerTerms, average: Fraction) {
  const [now, bound] = [average.numerator * price.denominator, price.numerator * average.denominator];
  return when === 'below' ? fractionOf(now - bound, now) : fractionOf(bound - now, now);
}

const DIGITS = 18;

const distanceOf = (limit: bigint, now: bigint) => fractionOf(limit - now, now);

/** The fraction, rounded up so that 0 or less means that the limit is reached. */
const fractionOf = (part: bigint, whole: bigint) =>
  number(
    part >= 0n ? printRatioUp(part, whole, DIGITS) : `-${printRatioDown(-part, whole, DIGITS)}`.replace(/^-0$/, '0'),
  );
