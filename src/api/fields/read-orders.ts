// Parses the fields of an order: its limit, schedule, expiry and id.
import type { Caller } from '../../access/keys.ts';
import type { DecimalInput } from '../../contract/fields.ts';
import { MAX_ORDER_DAYS, MAX_OVER, MAX_TIMES, MIN_EVERY_SECONDS } from '../../contract/orders.ts';
import { type Amount, amount, MAX_AMOUNT, type Ppm, ZERO } from '../../core/amount.ts';
import type { PlaceOrderReceipt } from '../../core/commands/place-order.ts';
import type { Fraction } from '../../core/curves/curve.ts';
import { parseDecimal, powerOfTen, printDecimal } from '../../core/maths/decimal.ts';
import { mulDivDown, mulDivUp } from '../../core/maths/rounding.ts';
import type { OrderTerms, Schedule } from '../../core/orders/order.ts';
import { isWindow, type TriggerTerms } from '../../core/orders/trigger.ts';
import type { TokenPair } from '../../core/pool.ts';
import type { Market } from '../../ports/market.ts';
import type { AverageFound } from '../../ports/orders.ts';
import type { HistoryEntry } from '../../ports/venue/accounts.ts';
import type { Completed } from '../../ports/venue/trading.ts';
import { RefusedError, refused, type Venue } from '../../ports/venue.ts';
import { ApiError } from '../errors.ts';
import { addressesOf, inputText, readAmount, readFraction, readMoment } from './read-fields.ts';

type Limit = { readonly minReceived?: DecimalInput; readonly price?: DecimalInput };

/** The least amount to receive for the whole order; zero if none is given. */
export function readLimit({ minReceived, price }: Limit, amountA: Amount, pair: TokenPair): Amount {
  if (minReceived !== undefined && price !== undefined) {
    throw new ApiError('invalid_request', 'Send minReceived or price, not both.');
  }
  if (minReceived !== undefined) return readAmount(minReceived, pair.tokenB, 'minReceived');
  return price === undefined ? ZERO : limitAt(price, amountA, pair);
}

type Bought = {
  readonly amount: { readonly tokenA?: DecimalInput; readonly tokenB?: DecimalInput };
  readonly maxPaid?: DecimalInput;
};
type Offered = Pick<OrderTerms, 'amountA' | 'minReceived' | 'isPurchase'>;

/** Reads amount and limit of an order: it offers an amount of tokenA, or pays at most so much for an exact amount of tokenB. */
export function readOffer(input: Limit & Bought & { readonly kind?: Kind }, pair: TokenPair): Offered {
  const { amount: of, minReceived, maxPaid, price, kind = 'limit' } = input;
  if ((of.tokenA === undefined) === (of.tokenB === undefined)) {
    throw new ApiError('invalid_request', 'Send amount.tokenA or amount.tokenB.');
  }
  if (of.tokenB === undefined) {
    if (maxPaid !== undefined) {
      throw new ApiError('invalid_request', 'maxPaid goes with amount.tokenB; with amount.tokenA send minReceived.');
    }
    const amountA = readAmount(of.tokenA as DecimalInput, pair.tokenA, 'amount.tokenA');
    return { amountA, minReceived: readLimit(input, amountA, pair) };
  }
  if (kind !== 'limit') throw new ApiError('invalid_request', 'Only a limit order buys an exact amount.tokenB.');
  if (minReceived !== undefined) {
    throw new ApiError('invalid_request', 'minReceived goes with amount.tokenA; with amount.tokenB send maxPaid.');
  }
  if ((maxPaid === undefined) === (price === undefined)) {
    throw new ApiError('invalid_request', 'Send maxPaid or price: the most that the order pays.');
  }
  const bought = readAmount(of.tokenB, pair.tokenB, 'amount.tokenB');
  const amountA =
    maxPaid === undefined ? costAt(price as DecimalInput, bought, pair) : readAmount(maxPaid, pair.tokenA, 'maxPaid');
  return { amountA, minReceived: bought, isPurchase: true };
}

/** The most to pay at a price, rounded down: one unit more would be above the price. */
function costAt(input: DecimalInput, bought: Amount, { tokenA, tokenB }: TokenPair): Amount {
  const price = readPrice(input, 'price');
  const units = mulDivDown(bought * powerOfTen(tokenA.decimals), price, powerOfTen(tokenB.decimals + PRICE_DECIMALS));
  if (units === 0n) throw new ApiError('invalid_amount', `price is too small: it pays no unit of ${tokenA.symbol}.`);
  if (units <= MAX_AMOUNT) return amount(units);
  const most = printDecimal(MAX_AMOUNT, tokenA.decimals);
  throw new ApiError('invalid_amount', `price is too large: all of it would cost more than ${most} ${tokenA.symbol}.`);
}

/** More decimal places than the price of any two tokens needs. */
const PRICE_DECIMALS = 60;
const MAX_PRICE = powerOfTen(2 * PRICE_DECIMALS);

/** The least amount to receive at a price, rounded up: one unit less would be below the price. */
function limitAt(input: DecimalInput, amountA: Amount, { tokenA, tokenB }: TokenPair): Amount {
  const price = readPrice(input, 'price');
  const units = mulDivUp(amountA * powerOfTen(tokenB.decimals), price, powerOfTen(tokenA.decimals + PRICE_DECIMALS));
  if (units <= MAX_AMOUNT) return amount(units);
  const most = printDecimal(MAX_AMOUNT, tokenB.decimals);
  throw new ApiError('invalid_amount', `price is too large: all of it would be more than ${most} ${tokenB.symbol}.`);
}

/** A price in units of 10^-60 whole tokens. */
function readPrice(input: DecimalInput, field: string): bigint {
  const price = parseDecimal(inputText(input), PRICE_DECIMALS, MAX_PRICE);
  if (typeof price !== 'bigint') {
    const faults = {
      not_a_number: 'must be a decimal number, such as 12.5',
      negative: 'must be greater than 0',
      too_precise: `has more than ${PRICE_DECIMALS} decimal places`,
      too_large: 'is too large',
    };
    throw new ApiError('invalid_amount', `${field} ${faults[price]}.`);
  }
  if (price === 0n) throw new ApiError('invalid_amount', `${field} must be greater than 0.`);
  return price;
}

type TriggerInput = { readonly below?: DecimalInput; readonly above?: DecimalInput; readonly over?: DecimalInput };
type Names = { readonly below: string; readonly above: string; readonly over: string };
const NAMES: Names = { below: 'trigger.below', above: 'trigger.above', over: 'trigger.over' };

/** The trigger of a stop order; its price is a reduced fraction of base units. */
export function readTrigger(input: TriggerInput, { tokenA, tokenB }: TokenPair, names = NAMES): TriggerTerms {
  const { below, above, over } = input;
  if (below !== undefined && above !== undefined) {
    throw new ApiError('invalid_request', `Send ${names.below} or ${names.above}, not both.`);
  }
  const price = below ?? above;
  if (price === undefined) {
    throw new ApiError('invalid_request', `Send ${names.below} or ${names.above}: the price that triggers the stop.`);
  }
  const when = below === undefined ? 'above' : 'below';
  const ratio = {
    numerator: readPrice(price, names[when]) * powerOfTen(tokenB.decimals),
    denominator: powerOfTen(tokenA.decimals + PRICE_DECIMALS),
  };
  const trigger = { when, price: reduced(ratio) } as const;
  if (over === undefined) return trigger;
  const seconds = parseDecimal(inputText(over), 0, BigInt(MAX_OVER));
  if (typeof seconds !== 'bigint' || !isWindow(Number(seconds) * 1000)) {
    throw new ApiError(
      'invalid_amount',
      `${names.over} must be a whole number of seconds from 0 to 60, or a multiple of 60 up to ${MAX_OVER}.`,
    );
  }
  return { ...trigger, overMs: Number(seconds) * 1000 };
}

function reduced({ numerator, denominator }: Fraction): Fraction {
  let [common, rest] = [numerator, denominator];
  while (rest > 0n) [common, rest] = [rest, common % rest];
  return { numerator: numerator / common, denominator: denominator / common };
}

type Stopped = { readonly kind?: Kind; readonly trigger?: TriggerInput };

export function readStop({ kind, trigger }: Stopped, pair: TokenPair): { readonly trigger?: TriggerTerms } {
  if (kind !== 'stop') {
    if (trigger === undefined) return {};
    throw new ApiError('invalid_request', 'trigger belongs to a stop; send kind: "stop".');
  }
  if (trigger === undefined) {
    throw new ApiError('invalid_request', 'trigger is missing: the price that the stop waits for, below or above.');
  }
  return { trigger: readTrigger(trigger, pair) };
}

/** The slippage limit of a recurring order or a stop order, if given. */
export function readSlippage(
  { kind, maxSlippage }: { readonly kind?: Kind; readonly maxSlippage?: DecimalInput },
  owner = 'a recurring order or a stop; send kind: "recurring" or "stop"',
): { readonly maxSlippagePpm?: Ppm } {
  if (maxSlippage === undefined) return {};
  if (kind !== 'recurring' && kind !== 'stop') {
    throw new ApiError('invalid_request', `maxSlippage belongs to ${owner}.`);
  }
  const maxSlippagePpm = readFraction(maxSlippage, 'maxSlippage');
  if (maxSlippagePpm > 0n) return { maxSlippagePpm };
  throw new ApiError('invalid_amount', 'maxSlippage must be greater than 0.');
}

type Kind = 'limit' | 'recurring' | 'stop';
/** How an order is placed. Only a limit order can meet the pools at that moment: others wait for a time or a trigger. */
export function readPlacing({ kind = 'limit', postOnly, immediate, expiresAt }: Placing): Pick<OrderTerms, 'placedAs'> {
  if (!postOnly && !immediate) return {};
  const placedAs = immediate ? 'immediate' : 'postOnly';
  if (postOnly && immediate) {
    throw new ApiError(
      'invalid_request',
      'Send postOnly or immediate, not both: one only waits, the other never does.',
    );
  }
  if (kind !== 'limit') throw new ApiError('invalid_request', `${placedAs} belongs to a limit order.`);
  if (immediate && expiresAt !== undefined) {
    throw new ApiError('invalid_request', 'An immediate order ends at once; leave expiresAt out.');
  }
  return { placedAs };
}

type Placing = {
  readonly kind?: Kind;
  readonly postOnly?: boolean;
  readonly immediate?: boolean;
  readonly expiresAt?: DecimalInput;
};
type Timed = { readonly kind?: Kind; readonly times?: DecimalInput; readonly every?: DecimalInput };

const DAY_SECONDS = 86_400;

export function readSchedule({ kind = 'limit', times, every }: Timed): { readonly schedule?: Schedule } {
  if (kind !== 'recurring') {
    if ((times ?? every) === undefined) return {};
    throw new ApiError('invalid_request', 'times and every belong to a recurring order; send kind: "recurring".');
  }
  if (times === undefined) throw new ApiError('invalid_request', 'times is missing: how many parts to sell.');
  if (every === undefined)
    throw new ApiError('invalid_request', 'every is missing: how many seconds between two parts.');
  const parts = readWhole(times, 'times', 2, MAX_TIMES);
  const seconds = readWhole(every, 'every', MIN_EVERY_SECONDS, MAX_ORDER_DAYS * DAY_SECONDS);
  if ((parts - 1) * seconds > MAX_ORDER_DAYS * DAY_SECONDS) {
    throw new ApiError(
      'invalid_request',
      'The last part would be due after a year; send fewer times, or a shorter every.',
    );
  }
  return { schedule: { times: parts, everyMs: seconds * 1000 } };
}

export function readWhole(input: DecimalInput, field: string, least: number, most: number): number {
  const value = parseDecimal(inputText(input), 0, BigInt(most));
  if (typeof value === 'bigint' && value >= BigInt(least)) return Number(value);
  throw new ApiError('invalid_amount', `${field} must be a whole number from ${least} to ${most}.`);
}

/** One day more than the longest order, so that clients may count in whole days. */
const MOST_MS = (MAX_ORDER_DAYS + 1) * DAY_SECONDS * 1000;

/** Accepts a past expiry: the order is refused only when it is executed, so that a repeated request still gets its first answer. */
export function readEnd(input: DecimalInput | undefined): { readonly expiresAtMs?: number } {
  if (input === undefined) return {};
  const expiresAtMs = readMoment(input, 'expiresAt');
  if (expiresAtMs <= Date.now() + MOST_MS) return { expiresAtMs };
  throw new ApiError('invalid_request', 'expiresAt must be at most a year ahead.');
}

/** The average of a stop. Refuses tokens that no pools connect: it would wait for ever. Pools stay, so a repeated request passes again. */
export async function averageOf(
  market: Market,
  pair: TokenPair,
  { trigger, amountA }: { readonly trigger: TriggerTerms; readonly amountA: bigint },
): Promise<AverageFound> {
  const found = await market.average({ ...addressesOf(pair), ...trigger, amountA });
  if (found.hasWay) return found;
  return refused({ code: 'unknown_pool', tokenA: pair.tokenA.symbol, tokenB: pair.tokenB.symbol });
}

/** Names what the owner of a stop should know: see `warnings` of the contract. */
export const warningsOf = ({ isLarge, evidence }: AverageFound): readonly ('large_stop' | 'no_reference')[] => [
  ...(isLarge ? (['large_stop'] as const) : []),
  ...(evidence ? [] : (['no_reference'] as const)),
];

export type PlacedBy = Completed & { readonly receipt: PlaceOrderReceipt };

/** The order that a request names by `orderId` or, if it is the caller's own, by `clientId`. */
export async function readNamedOrder(venue: Venue, input: NamedOrder, caller: Caller): Promise<PlacedBy> {
  const { orderId, clientId } = input;
  if ((orderId === undefined) === (clientId === undefined)) {
    throw new ApiError('invalid_request', 'Send either orderId or clientId.');
  }
  if (orderId !== undefined) return readOrder(venue, orderId, caller);
  const done = await venue.orderUnder(caller.account, clientId as string);
  return isPlaced(done) ? done : refused({ code: 'not_found', what: 'order', order: 0 });
}

type NamedOrder = { readonly orderId?: string; readonly clientId?: string };

/** The transaction that placed an order, by its id or number. An order of another account is reported as missing. */
export async function readOrder(venue: Venue, text: string, caller: Caller): Promise<PlacedBy> {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : text;
  const done = await venue.transaction(id).catch((error: unknown) => {
    if (error instanceof RefusedError && error.refusal.code === 'not_found') return undefined;
    throw error;
  });
  const isSeen = isPlaced(done) && (done.receipt.account === caller.account || caller.role === 'operator');
  return isSeen ? done : refused({ code: 'not_found', what: 'order', order: done?.sequence ?? 0 });
}

const isPlaced = (done: HistoryEntry | undefined): done is PlacedBy => done?.receipt.kind === 'placeOrder';
