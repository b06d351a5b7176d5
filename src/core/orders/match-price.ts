// The price at which two orders fill each other: the mid price of the pools, within both limits.
import { type Amount, amount, MAX_AMOUNT, PPM, type Ppm } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import { mulDivUp, sqrtDown } from '../maths/rounding.ts';
import { netPriceBefore } from '../route/impact.ts';
import type { RoutePlan } from '../route/leg.ts';
import { limitFor, type OrderTerms } from './order.ts';

/** The older order (maker) sells tokenA for tokenB; the newer (taker) sells tokenB for tokenA and pays the fee out of what it gets. */
export type Matching = {
  readonly maker: OrderTerms;
  readonly taker: OrderTerms;
  readonly feePpm: Ppm;
  /** `midSquared` of the pools; without it the price is halfway between the limits. */
  readonly mid?: Fraction;
};

/** The fee for `amountA` units of tokenA, rounded up like every fee. */
export const matchFee = (amountA: bigint, feePpm: Ppm): Amount => amount(mulDivUp(amountA, feePpm, PPM));

/**
 * The square of the pools' mid price, in tokenB per tokenA: the geometric mean of what the pools pay for the first unit of tokenA
 * and what they ask for it. For a single pool that is its price.
 */
export function midSquared(sold: Pick<RoutePlan, 'hops'>, bought: Pick<RoutePlan, 'hops'>): Fraction {
  const [bid, back] = [netPriceBefore(sold.hops), netPriceBefore(bought.hops)];
  return { numerator: bid.numerator * back.denominator, denominator: bid.denominator * back.numerator };
}

/** The least of tokenA that leaves this much after the fee. */
const beforeFee = (net: bigint, feePpm: Ppm): bigint => mulDivUp(net, PPM, PPM - feePpm);

/**
 * The maker's payment for exactly `units` of tokenB, rounded down but enough for the taker's limit after the fee; undefined if no price is
 * within both limits.
 */
export function paymentFor(units: bigint, { maker, taker, feePpm, mid }: Matching): Amount | undefined {
  const least = beforeFee(limitFor(taker, units), feePpm);
  const affordable = (units * maker.amountA) / maker.minReceived;
  const most = affordable < MAX_AMOUNT ? affordable : MAX_AMOUNT;
  if (least > most) return undefined;
  const wanted = mid ? sqrtDown((units * units * mid.denominator) / mid.numerator) : (least + most) / 2n;
  return amount(wanted < least ? least : wanted > most ? most : wanted);
}

/** The taker's payment for `units` of tokenA, rounded down but not below the maker's limit; undefined if no price is within both limits. */
export function matchedFor(units: bigint, { maker, taker, feePpm, mid }: Matching): Amount | undefined {
  const least = limitFor(maker, units);
  const affordable = ((units - matchFee(units, feePpm)) * taker.amountA) / taker.minReceived;
  const most = affordable < MAX_AMOUNT ? affordable : MAX_AMOUNT;
  if (least > most) return undefined;
  const wanted = mid ? sqrtDown((units * units * mid.numerator) / mid.denominator) : (least + most) / 2n;
  return amount(wanted < least ? least : wanted > most ? most : wanted);
}
