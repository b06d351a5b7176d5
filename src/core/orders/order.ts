// Orders that wait. An account of the order's own holds what it offers, so that what is left to fill is that balance and nothing else.
import { type Account, type Amount, amount, PPM, ZERO } from '../amount.ts';
import { mulDivUp } from '../maths/rounding.ts';
import type { Pair } from '../pool.ts';
import type { Trigger } from './trigger.ts';

/** A recurring order: so many parts, the first when it is placed, and one every so often. */
export type Schedule = { readonly times: number; readonly everyMs: number };

export type OrderTerms = Pair & {
  readonly account: Account;
  readonly amountA: Amount;
  /** The limit: all of `amountA` for at least this, and a part for its share. Zero for a recurring order without one. */
  readonly minReceived: Amount;
  /** Whether less than what is due may be filled. */
  readonly inParts: boolean;
  readonly expiresAtMs: number;
  readonly schedule?: Schedule;
  /** Of a stop, which is filled only after it was set off. */
  readonly trigger?: Trigger;
};

/** An order as it was placed, and when. */
export type PlacedOrder = OrderTerms & { readonly placedAtMs: number };

/** The order that a command names, if it is of the pair and the account that the command says. */
export function orderNamed(
  { account, tokenA, tokenB }: Pick<OrderTerms, 'account' | 'tokenA' | 'tokenB'>,
  order: PlacedOrder | undefined,
): PlacedOrder | undefined {
  const isIt = order?.account === account && order.tokenA === tokenA && order.tokenB === tokenB;
  return isIt ? order : undefined;
}

const DAY_MS = 86_400_000;

/** When an order ends that does not say: after 30 days, or with the last part of a recurring one and the time that this has. */
export const defaultEnd = ({ schedule }: Pick<OrderTerms, 'schedule'>, nowMs: number): number =>
  nowMs + Math.max(30 * DAY_MS, schedule ? schedule.times * schedule.everyMs : 0);

/** A lower limit would let rounding decide what parts of an order are paid. */
export const LEAST_LIMIT = 1000n;
/** An order that is filled as a whole is paid its limit to the unit. */
export const leastLimit = ({ inParts, schedule }: Pick<OrderTerms, 'inParts' | 'schedule'>): bigint =>
  inParts || schedule ? LEAST_LIMIT : 1n;
/** No fill is smaller than this part of an order, and none leaves less. */
const SMALLEST_PART = 1000n;

/** Up, so that at a limit of LEAST_LIMIT the smallest fill is worth a unit. */
export const leastFill = ({ amountA }: Pick<OrderTerms, 'amountA'>): bigint => mulDivUp(amountA, 1n, SMALLEST_PART);

/** Down; the last part has the rest. */
export const partOf = ({ amountA, schedule }: Pick<OrderTerms, 'amountA' | 'schedule'>): bigint =>
  schedule ? amountA / BigInt(schedule.times) : amountA;

/** How much of what is left may be filled by now: of a recurring order the parts that are due, and those that waited. */
export function fillableAt(order: PlacedOrder, left: Amount, nowMs: number): Amount {
  const { amountA, schedule, placedAtMs, expiresAtMs } = order;
  if (nowMs >= expiresAtMs) return ZERO;
  if (!schedule) return left;
  const parts = Math.floor(Math.max(0, nowMs - placedAtMs) / schedule.everyMs) + 1;
  const due = parts >= schedule.times ? amountA : partOf(order) * BigInt(parts);
  const filled = amountA - left;
  return due > filled ? amount(due - filled) : ZERO;
}

/** Whether a fill of this size leaves no dust and makes none. */
export function isFill(order: PlacedOrder, left: Amount, units: bigint, nowMs: number): boolean {
  const most = fillableAt(order, left, nowMs);
  if (units <= 0n || units > most) return false;
  if (units === left) return true;
  const least = leastFill(order);
  return (order.inParts || units === most) && units >= least && left - units >= least;
}

/** What a part of an order must be paid at least. Up: no unit goes below the limit. */
export const limitFor = ({ amountA, minReceived }: OrderTerms, units: bigint): Amount =>
  amount(mulDivUp(minReceived, units, amountA));

/**
 * Whether two of opposite directions are filled with each other: who has no limit is held to no price by another, and what a fee
 * leaves must be enough for the newer.
 */
export const doMeet = (one: Limit, other: Limit, feePpm: bigint = 0n): boolean =>
  one.minReceived > 0n &&
  other.minReceived > 0n &&
  one.minReceived * other.minReceived * PPM <= one.amountA * other.amountA * (PPM - feePpm);

type Limit = Pick<OrderTerms, 'amountA' | 'minReceived'>;
