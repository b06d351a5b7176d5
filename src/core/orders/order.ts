// Orders that wait to be filled. The offered tokens are held by an account of the order, whose balance is the unfilled rest.
import { type Account, type Amount, amount, PPM, type Ppm, ZERO } from '../amount.ts';
import { mulDivUp } from '../maths/rounding.ts';
import type { Pair } from '../pool.ts';
import type { Trigger } from './trigger.ts';

/** A recurring order: the number of parts and the interval. The first part is due when the order is placed. */
export type Schedule = { readonly times: number; readonly everyMs: number };

export type OrderTerms = Pair & {
  readonly account: Account;
  readonly amountA: Amount;
  /** The limit: at least this much for all of `amountA`, and proportionally for a part. Zero for a recurring order without a limit. */
  readonly minReceived: Amount;
  /** Whether a fill may be smaller than the amount that is due. */
  readonly inParts: boolean;
  readonly expiresAtMs: number;
  readonly schedule?: Schedule;
  /** Only for a stop order, which cannot be filled before it is triggered. */
  readonly trigger?: Trigger;
  /** How much less than the reference of the last minute a fill of a recurring order or stop may pay. */
  readonly maxSlippagePpm?: Ppm;
  /** The owner's name for the order: no two open orders of an account have the same. */
  readonly clientId?: string;
  /**
   * `postOnly`: it was placed only because the pools would have filled none of it at that moment. `immediate`: what the pools do not fill
   * in the commit that places it is returned in that commit, the time of which is when it expires.
   */
  readonly placedAs?: 'postOnly' | 'immediate';
  /** The id of the API key that placed it, whose `cancelAfter` cancels it; absent if it was placed with a session or without a key. */
  readonly keyId?: string;
  /** A purchase is filled once it has received exactly `minReceived`, for at most `amountA`; what is left of that goes back. */
  readonly isPurchase?: true;
};

const ORDER_KINDS = ['limit', 'recurring', 'stop'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

export const orderKindOf = ({ trigger, schedule }: Pick<OrderTerms, 'trigger' | 'schedule'>): OrderKind =>
  trigger ? 'stop' : schedule ? 'recurring' : 'limit';

/** An order's terms, and when it was placed. */
export type PlacedOrder = OrderTerms & { readonly placedAtMs: number };

/** The given order, if it belongs to the account and the pair that a command names. */
export function orderNamed(
  { account, tokenA, tokenB }: Pick<OrderTerms, 'account' | 'tokenA' | 'tokenB'>,
  order: PlacedOrder | undefined,
): PlacedOrder | undefined {
  const isIt = order?.account === account && order.tokenA === tokenA && order.tokenB === tokenB;
  return isIt ? order : undefined;
}

const DAY_MS = 86_400_000;

/** When an order without `expiresAtMs` expires: after 30 days or, if that is later, one interval after the last part of its schedule. */
export const defaultEnd = ({ schedule }: Pick<OrderTerms, 'schedule'>, nowMs: number): number =>
  nowMs + Math.max(30 * DAY_MS, schedule ? schedule.times * schedule.everyMs : 0);

/** In base units. With a lower limit, the payment for a small part of an order would depend mostly on rounding. */
const LEAST_LIMIT = 1000n;
/**
 * The least `minReceived` of an order, or the least `amountA` of a purchase: one unit if the order is filled as a whole, since its limit
 * is then not divided.
 */
export const leastLimit = ({ inParts, schedule }: Pick<OrderTerms, 'inParts' | 'schedule'>): bigint =>
  inParts || schedule ? LEAST_LIMIT : 1n;
/** A fill, and the rest that it leaves, is at least one part in this many of the order. */
const MOST_PARTS = 1000n;

/** The smallest fill of an order. Rounded up, so that it is paid at least one unit even if the order's limit is LEAST_LIMIT. */
export const leastFill = ({ amountA }: Pick<OrderTerms, 'amountA'>): bigint => mulDivUp(amountA, 1n, MOST_PARTS);

/** The smallest fill of a purchase, in tokenB. It may cost at least one unit if `amountA` is at least LEAST_LIMIT. */
export const leastPurchase = ({ minReceived }: Pick<OrderTerms, 'minReceived'>): bigint =>
  mulDivUp(minReceived, 1n, MOST_PARTS);

/** What a purchase has yet to buy. */
export const wantedOf = (
  { minReceived }: Pick<OrderTerms, 'minReceived'>,
  { receivedB = ZERO }: Pick<Progress, 'receivedB'>,
): Amount => amount(minReceived - receivedB);

/** The size of one part of a recurring order, rounded down; the last part gets the rest. For other orders, the whole amount. */
export const partOf = ({ amountA, schedule }: Pick<OrderTerms, 'amountA' | 'schedule'>): bigint =>
  schedule ? amountA / BigInt(schedule.times) : amountA;

/** The part to fill next, or to complete: its index, and how much of the order is filled once the part is complete. */
function nextPart(order: Scheduled, filled: bigint): { readonly index: number; readonly end: bigint } {
  const last = order.schedule.times - 1;
  const index = Math.min(Number(filled / partOf(order)), last);
  // If the rest of a part is too small to be filled alone, it is filled with the next part.
  const isDust = endOf(order, index) - filled < leastFill(order) && index < last;
  const next = isDust ? index + 1 : index;
  return { index: next, end: endOf(order, next) };
}

/** How much of the order is filled once a part is complete. */
const endOf = (order: Scheduled, index: number): bigint =>
  index >= order.schedule.times - 1 ? order.amountA : partOf(order) * BigInt(index + 1);

type Scheduled = PlacedOrder & { readonly schedule: Schedule };

const isScheduled = (order: PlacedOrder): order is Scheduled => order.schedule !== undefined;

const dueAt = ({ placedAtMs, schedule }: Scheduled, index: number): number => placedAtMs + index * schedule.everyMs;

/**
 * How much of an order is left, and when it was last filled (undefined if it never was, or if the time is unknown). No balance stores
 * that time, so the command that fills an order contains it: `decide` trusts it, and the audit recomputes it from the journal.
 * `receivedB` is what a purchase has bought so far; undefined for nothing.
 */
export type Progress = {
  readonly left: Amount;
  readonly filledAtMs?: number | undefined;
  readonly receivedB?: Amount | undefined;
};

/** True if an order may not be filled any more; an immediate one may be at the moment that it expires. */
const isOver = ({ expiresAtMs, placedAs }: PlacedOrder, nowMs: number): boolean =>
  nowMs > expiresAtMs || (nowMs === expiresAtMs && placedAs !== 'immediate');

/** What a transaction has filled of an order. */
export type OrderFill = {
  readonly order: number;
  readonly amountA: Amount;
  readonly amountB: Amount;
  readonly left: Amount;
  readonly returned?: Amount;
  /** The sum of all fills of a purchase so far, this one included. */
  readonly receivedB?: Amount;
};

/** How much may be filled now. A recurring order fills one part at a time, and missed parts follow one by one. */
export function fillableAt(order: PlacedOrder, progress: Progress, nowMs: number): Amount {
  const { left } = progress;
  if (isOver(order, nowMs)) return ZERO;
  if (!isScheduled(order)) return left;
  const filled = order.amountA - left;
  const { index, end } = nextPart(order, filled);
  if (partFrom(order, progress) > nowMs || end <= filled) return ZERO;
  // The rest of a part, for example one that cannot buy a whole unit of a coarse token, is added to the next part when that is due.
  const isNextDue =
    isBegun(order, index, filled) &&
    index < order.schedule.times - 1 &&
    wholePartFrom(order, index + 1, progress.filledAtMs ?? Infinity) <= nowMs;
  return amount((isNextDue ? endOf(order, index + 1) : end) - filled);
}

/** After a late part, the next part waits for the order's interval, but not longer than this. */
const LONGEST_WAIT_AFTER_LATE_MS = 60_000;
/** A part filled this soon after its due time counts as on time, so the next part stays on schedule. */
const PROMPT_MS = 1000;

/**
 * A stop sells one slice in this time: pools can recover in between, and whoever moves the price to set it off has to hold it for as
 * long as the stop sells.
 */
const SLICE_EVERY_MS = 10_000;

/**
 * When pools may next fill an order: the next part of a recurring order, or the next slice of a stop. Infinity if it is unknown when the
 * order was last filled.
 */
export function partFrom(order: PlacedOrder, progress: Progress): number {
  const { left, filledAtMs = Infinity } = progress;
  if (order.trigger && left < order.amountA) return filledAtMs + SLICE_EVERY_MS;
  if (!isScheduled(order)) return order.placedAtMs;
  const filled = order.amountA - left;
  const { index } = nextPart(order, filled);
  return isBegun(order, index, filled) ? dueAt(order, index) : wholePartFrom(order, index, filledAtMs);
}

/** When a part of which nothing is filled yet may be filled. */
function wholePartFrom(order: Scheduled, index: number, filledAtMs: number): number {
  const dueMs = dueAt(order, index);
  if (index === 0) return dueMs;
  const beforeMs = dueAt(order, index - 1);
  const sinceMs = filledAtMs - beforeMs <= PROMPT_MS ? beforeMs : filledAtMs;
  return Math.max(dueMs, sinceMs + Math.min(order.schedule.everyMs, LONGEST_WAIT_AFTER_LATE_MS));
}

const isBegun = (order: Scheduled, index: number, filled: bigint): boolean => filled > partOf(order) * BigInt(index);

/**
 * True if the order may be filled with `units` now: no more than is due, not too little, and without leaving too small a rest of the order.
 * However little is left of a part is filled with the next.
 */
export function isFill(order: PlacedOrder, progress: Progress, units: bigint, nowMs: number): boolean {
  const [due, least] = [fillableAt(order, progress, nowMs), leastFill(order)];
  return isPart(units, { due, left: progress.left, least, inParts: order.inParts });
}

/** True if a purchase may buy `units` of tokenB now: no more than it wants, and neither too little nor leaving too little to buy. */
export function isPurchaseFill(order: PlacedOrder, progress: Progress, units: bigint, nowMs: number): boolean {
  const left = wantedOf(order, progress);
  const due = isOver(order, nowMs) ? ZERO : left;
  return isPart(units, { due, left, least: leastPurchase(order), inParts: order.inParts });
}

/** True if an order may trade these amounts now: those of a purchase are counted in tokenB, and those of any other order in tokenA. */
export const isTrade = (
  order: PlacedOrder,
  progress: Progress,
  { amountA, amountB }: { readonly amountA: bigint; readonly amountB: bigint },
  nowMs: number,
): boolean =>
  order.isPurchase ? isPurchaseFill(order, progress, amountB, nowMs) : isFill(order, progress, amountA, nowMs);

type Part = { readonly due: bigint; readonly left: bigint; readonly least: bigint; readonly inParts: boolean };

function isPart(units: bigint, { due, left, least, inParts }: Part): boolean {
  if (units <= 0n || units > due) return false;
  if (units === left) return true;
  return units >= least && (units === due || (inParts && left - units >= least));
}

/**
 * The least payment for a part of an order. Rounded up, so that no unit is sold below the limit. If `units` exceed the order's amount,
 * as in a match that the order cannot pay, the limit may exceed every amount.
 */
export const limitFor = ({ amountA, minReceived }: OrderTerms, units: bigint): bigint =>
  mulDivUp(minReceived, units, amountA);

/**
 * True if two orders of opposite directions can fill each other: both must have a limit, and the newer must reach its limit after
 * the fee.
 */
export const doMeet = (one: Limit, other: Limit, feePpm: bigint = 0n): boolean =>
  one.minReceived > 0n &&
  other.minReceived > 0n &&
  one.minReceived * other.minReceived * PPM <= one.amountA * other.amountA * (PPM - feePpm);

type Limit = Pick<OrderTerms, 'amountA' | 'minReceived'>;
