// Orders that wait. An account of the order's own holds what it offers, so that what is left to fill is that balance and nothing else.
import { type Account, type Amount, amount, PPM, type Ppm, ZERO } from '../amount.ts';
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
  /** How much less than the average a fill of a recurring order or a stop may pay. Orders of earlier versions do not say: the defaults apply to them. */
  readonly maxSlippagePpm?: Ppm;
};

export const ORDER_KINDS = ['limit', 'recurring', 'stop'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

export const orderKindOf = ({ trigger, schedule }: Pick<OrderTerms, 'trigger' | 'schedule'>): OrderKind =>
  trigger ? 'stop' : schedule ? 'recurring' : 'limit';

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
const LEAST_LIMIT = 1000n;
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

/** The part that is next, or half done: which it is, and how much of the order is filled when it is. */
function nextPart(order: Scheduled, filled: bigint): { readonly index: number; readonly end: bigint } {
  const { amountA, schedule } = order;
  const part = partOf(order);
  const endOf = (index: number) => (index >= schedule.times - 1 ? amountA : part * BigInt(index + 1));
  const index = Math.min(Number(filled / part), schedule.times - 1);
  // A rest of a part that is too small to be filled by itself is filled with the next.
  const isDust = endOf(index) - filled < leastFill(order) && index < schedule.times - 1;
  return isDust ? { index: index + 1, end: endOf(index + 1) } : { index, end: endOf(index) };
}

type Scheduled = PlacedOrder & { readonly schedule: Schedule };

const isScheduled = (order: PlacedOrder): order is Scheduled => order.schedule !== undefined;

const dueAt = ({ placedAtMs, schedule }: Scheduled, index: number): number => placedAtMs + index * schedule.everyMs;

/**
 * How much of an order is left, and when it was last filled: undefined if it never was, or if that is not known. The keeper knows
 * when, a balance does not: so a command carries it, `decide` goes by it, and the audit computes it from the journal.
 */
export type Progress = { readonly left: Amount; readonly filledAtMs?: number | undefined };

/** How much of what is left may be filled by now: of a recurring order one part, if it may be filled; missed parts follow one by one. */
export function fillableAt(order: PlacedOrder, progress: Progress, nowMs: number): Amount {
  const { left } = progress;
  if (nowMs >= order.expiresAtMs) return ZERO;
  if (!isScheduled(order)) return left;
  const filled = order.amountA - left;
  const { end } = nextPart(order, filled);
  return partFrom(order, progress) <= nowMs && end > filled ? amount(end - filled) : ZERO;
}

/** After a late part the next one waits for the interval of the order, but no longer than this. */
const LONGEST_WAIT_AFTER_LATE_MS = 60_000;
/** A part that was filled so soon after it was due was not late: the next one is due on time. */
const PROMPT_MS = 1000;

/** From when the next part of a recurring order may be filled; never if it is not known when the part before it was filled. */
export function partFrom(order: PlacedOrder, { left, filledAtMs = Infinity }: Progress): number {
  if (!isScheduled(order)) return order.placedAtMs;
  const filled = order.amountA - left;
  const { index } = nextPart(order, filled);
  const dueMs = dueAt(order, index);
  const isBegun = filled > partOf(order) * BigInt(index);
  if (index === 0 || isBegun) return dueMs;
  const beforeMs = dueAt(order, index - 1);
  const sinceMs = filledAtMs - beforeMs <= PROMPT_MS ? beforeMs : filledAtMs;
  return Math.max(dueMs, sinceMs + Math.min(order.schedule.everyMs, LONGEST_WAIT_AFTER_LATE_MS));
}

/** Whether a fill of this size is no dust, and leaves none of the order or of the part that is due. */
export function isFill(order: PlacedOrder, progress: Progress, units: bigint, nowMs: number): boolean {
  const { left } = progress;
  const most = fillableAt(order, progress, nowMs);
  if (units <= 0n || units > most) return false;
  if (units === left) return true;
  const least = leastFill(order);
  return units >= least && (units === most || (order.inParts && most - units >= least));
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
