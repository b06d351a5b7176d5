// Decides the order panel's state: what to show and what can be pressed, from the form and the server's answers.
import type { CreateOrderInput, QuoteOrderInput, QuoteOrderOutput } from '#client';
import type { Order } from '../../../data/orders.ts';
import type { Press as AnyPress, Failure } from '../../../data/press/press.ts';
import type { AnsweredCall } from '../../../data/press/use-press.ts';
import { addressOf, isToken, type TokenInfo, type TokenLookup } from '../../../data/token-info.ts';
import { addText, halfWidth, type Reading, readAmount, textOf, type Unclear, unitsOf } from '../../../exact/amount.ts';
import { divide } from '../../../exact/figures.ts';
import type { Language } from '../../../words/words.ts';
import type { Side } from '../panel/prepared-swap.ts';
import type { Stream } from '../panel/swap-state.ts';
import { maxPaidOf, minReceivedOf, PRICE_DECIMALS, type Sides } from './limit.ts';
import { type Stop, stopInput, stopOf, stopQuestion, type TriggerDirection } from './stop.ts';

export type OrderKind = 'limit' | 'stop' | 'recurring';
/** The choices of when a limit order expires: after a number of days, or at a custom date and time. */
export const ENDS = ['1', '7', '30', '365', 'custom'] as const;
type Ends = (typeof ENDS)[number];
/** The form offers seconds only for an order that has them. */
export const UNITS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;
export type Unit = keyof typeof UNITS;
/** The largest unit that the interval is a multiple of. */
export const unitOf = (everySeconds: number): readonly [Unit, seconds: number] =>
  (Object.entries(UNITS) as [Unit, number][]).findLast(([, seconds]) => everySeconds % seconds === 0) ?? ['second', 1];

export const MOST_TIMES = 1000;
const LEAST_EVERY = 10;
const DAY = 86_400;
const YEAR = 365 * DAY;
/** The lowest limit that an order may have, in base units of the token received. */
const LEAST_LIMIT = 1000n;

/** Fields with a number that may be typed with a decimal mark and digit grouping. */
export type Typed = 'amount' | 'price' | 'stop';

export type OrderForm = {
  readonly kind: OrderKind;
  readonly pay: TokenLookup;
  readonly receive: TokenLookup;
  /** The token of `amount`; only a limit order can buy an exact amount. */
  readonly side: Side;
  readonly amount: string;
  readonly price: string;
  /** The trigger price of a stop. */
  readonly stop: string;
  /** The language in which the number of each field was typed; null for numbers from a link. */
  readonly by: Readonly<Record<Typed, Language | null>>;
  /** True if prices are per token received: it is the base of the pair, or the reader turned the price round. */
  readonly isInverse: boolean;
  /** False for a recurring order or stop without a limit. */
  readonly hasLimit: boolean;
  readonly when: TriggerDirection;
  /** In minutes; '' for the exchange's default. */
  readonly over: string;
  /** In percent; '' for the exchange's default, which only a recurring order has. */
  readonly guard: string;
  readonly isWhole: boolean;
  readonly ends: Ends;
  /** The custom expiry in the user's time zone, in the format of a `datetime-local` input. */
  readonly until: string;
  readonly times: string;
  readonly every: string;
  readonly unit: Unit;
};

type Schedule = {
  readonly times: number;
  readonly everySeconds: number;
  readonly part: string;
  /** As a fraction; null for the exchange's default. */
  readonly maxSlippage: string | null;
};

/** A parsed form without errors. */
export type Terms = {
  readonly pay: TokenInfo;
  readonly receive: TokenInfo;
  /** What is set aside: all of it is sold or, if `isExact`, it is the most that is paid. */
  readonly amount: string;
  /** Null without a limit. */
  readonly limit: { readonly price: string; readonly minReceived: string } | null;
  /** True if the order buys exactly `minReceived`. */
  readonly isExact: boolean;
  readonly schedule: Schedule | null;
  readonly stop: Stop | null;
  readonly isInverse: boolean;
  readonly isWhole: boolean;
  /** Null for the default expiry. */
  readonly end: { readonly days: number } | { readonly atMs: number } | null;
};

export type Quoted =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'quoted'; readonly quote: QuoteOrderOutput };

/** A press of the order button; stored as JSON in the browser until its outcome is known. */
export type Press = AnyPress<CreateOrderInput, AnsweredCall<'createOrder'>>;

type Missing = Typed | 'times' | 'every';

type Fault =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unknown-token' }
  | { readonly kind: 'same-token'; readonly symbol: string }
  | { readonly kind: 'paused'; readonly symbol: string }
  | { readonly kind: 'missing'; readonly what: Missing }
  | { readonly kind: 'unclear'; readonly what: Typed; readonly reading: Unclear }
  | { readonly kind: 'wrong'; readonly what: 'times' | 'every' | 'long' | 'part' | 'end' };

export type OrderState =
  | Fault
  | { readonly kind: 'offline' }
  /** The order that the form changes was filled or ended since its owner looked: nothing is sent before they have seen that. */
  | { readonly kind: 'moved'; readonly order: Order }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'signed-out'; readonly terms: Terms }
  | { readonly kind: 'not-enough'; readonly have: string; readonly terms: Terms }
  | { readonly kind: 'ready'; readonly terms: Terms; readonly quote: QuoteOrderOutput }
  | Exclude<Press, { kind: 'idle' }>;

type Balances = { readonly account: string | null; readonly isKnown: boolean; readonly pay: string | null };

export function orderState(
  read: Terms | Fault,
  press: Press,
  quoted: Quoted,
  { account, isKnown, pay }: Balances,
  stream: Stream,
  changed: Changed | null = null,
): OrderState {
  if (press.kind !== 'idle') return press;
  if (changed !== null && account !== null && changed.order === null) return { kind: 'loading' };
  if (changed?.order && hasMoved(changed.order, changed.left)) return { kind: 'moved', order: changed.order };
  if ('kind' in read) return read;
  if (stream.state === 'offline') return { kind: 'offline' };
  if (quoted.kind === 'failed') return { kind: 'failed', failure: quoted.failure };
  if (quoted.kind === 'asking' || !isKnown) return { kind: 'asking' };
  if (account === null) return { kind: 'signed-out', terms: read };
  const { decimals } = read.pay;
  if (pay !== null && unitsOf(read.amount, decimals) > unitsOf(pay, decimals))
    return { kind: 'not-enough', have: pay, terms: read };
  return { kind: 'ready', terms: read, quote: quoted.quote };
}

/** The order that the form changes, null while it is loading, and how much was left of it when its owner last looked. */
export type Changed = { readonly order: Order | null; readonly left: string };

/** The changed order if it has moved, noticed by the page or by the exchange that refused the change for it. */
export function movedIn(state: OrderState, changed: Changed | null): Order | null {
  if (state.kind === 'moved') return state.order;
  const isWhy = state.kind === 'refused' && /^order_(moved|closed)$/.test(state.failure.code);
  return isWhy && changed?.order && hasMoved(changed.order, changed.left) ? changed.order : null;
}

const hasMoved = ({ status, left }: Order, seen: string): boolean => status !== 'open' || left !== seen;

/** How much of a token a changed order may use: the balance, and what the old order holds of it. */
export function usableOf(balance: string | null, token: TokenLookup, changed: Changed | null): string | null {
  const held = changed?.order && changed.order.tokenA === addressOf(token) ? changed.order.left : '0';
  return balance === null ? null : addText(balance, held);
}

export function amountOf(form: OrderForm): Reading {
  const token = form[form.side];
  return isToken(token) ? readAmount(form.amount, token.decimals, form.by.amount) : { kind: 'empty' };
}
export const priceOf = (form: OrderForm, what: 'price' | 'stop' = 'price'): Reading =>
  readAmount(form[what], PRICE_DECIMALS, form.by[what]);

/** The parsed number as exact decimal text; null if it is not positive or the text is no number. */
export const positiveText = (reading: Reading): string | null =>
  reading.kind === 'amount' && reading.units > 0n ? reading.text : null;

export function readForm(form: OrderForm, nowMs: number): Terms | Fault {
  const { pay, receive, isInverse, isWhole } = form;
  if (pay === 'unknown' || receive === 'unknown') return { kind: 'unknown-token' };
  if (pay === null || receive === null) return { kind: 'loading' };
  if (pay.address === receive.address) return { kind: 'same-token', symbol: pay.symbol };
  const paused = [pay, receive].find(({ status }) => status === 'paused');
  if (paused) return { kind: 'paused', symbol: paused.symbol };
  const amount = typed('amount', amountOf(form));
  if (typeof amount !== 'string') return amount;
  const schedule = form.kind === 'recurring' ? scheduleOf(form, unitsOf(amount, pay.decimals), pay) : null;
  if (schedule !== null && 'kind' in schedule) return schedule;
  const trigger = form.when === '' ? null : typed('stop', priceOf(form, 'stop'));
  if (trigger !== null && typeof trigger !== 'string') return trigger;
  const price = form.hasLimit ? typed('price', priceOf(form)) : null;
  if (price !== null && typeof price !== 'string') return price;
  const end = form.kind === 'recurring' ? null : endOf(form, nowMs);
  if (end === 'wrong') return { kind: 'wrong', what: 'end' };
  const sides = { pay, receive, isInverse };
  const size = price === null ? { amount, limit: null, isExact: false } : sizeOf(form.side, amount, price, sides);
  return { ...sides, ...size, schedule, stop: stopOf(form, trigger), isWhole, end };
}

/** What is offered, and the limit: of the amount typed on one side, the other is computed. */
const sizeOf = (side: Side, amount: string, price: string, sides: Sides) =>
  side === 'receive'
    ? { amount: maxPaidOf(amount, price, sides), limit: { price, minReceived: amount }, isExact: true }
    : { amount, limit: { price, minReceived: minReceivedOf(amount, price, sides) }, isExact: false };

function typed(what: Typed, reading: Reading): string | Fault {
  if (reading.kind === 'empty' || (reading.kind === 'amount' && reading.units === 0n)) return { kind: 'missing', what };
  return reading.kind === 'amount' ? reading.text : { kind: 'unclear', what, reading };
}

function scheduleOf(form: OrderForm, units: bigint, { decimals }: TokenInfo): Schedule | Fault {
  if (form.times.trim() === '') return { kind: 'missing', what: 'times' };
  if (form.every.trim() === '') return { kind: 'missing', what: 'every' };
  const [times, every] = [wholeOf(form.times), wholeOf(form.every)];
  if (times < 2 || times > MOST_TIMES) return { kind: 'wrong', what: 'times' };
  const everySeconds = every * UNITS[form.unit];
  if (everySeconds < LEAST_EVERY) return { kind: 'wrong', what: 'every' };
  if ((times - 1) * everySeconds > YEAR) return { kind: 'wrong', what: 'long' };
  const part = units / BigInt(times);
  if (part === 0n) return { kind: 'wrong', what: 'part' };
  const maxSlippage = form.guard === '' ? null : divide(form.guard, '100');
  return { times, everySeconds, part: textOf(part, decimals), maxSlippage };
}

const wholeOf = (typed: string): number => {
  const text = halfWidth(typed);
  return /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : 0;
};

function endOf({ ends, until }: OrderForm, nowMs: number): Terms['end'] | 'wrong' {
  if (ends !== 'custom') return ends === '30' ? null : { days: Number(ends) };
  const atMs = Date.parse(until);
  return atMs > nowMs && atMs <= nowMs + YEAR * 1000 ? { atMs } : 'wrong';
}

/** When the order would expire if placed now. */
export function endsAtMs({ end, schedule }: Terms, nowMs: number): number {
  if (end === null) return nowMs + Math.max(30 * DAY, schedule ? schedule.times * schedule.everySeconds : 0) * 1000;
  return 'atMs' in end ? end.atMs : nowMs + end.days * DAY * 1000;
}

/** The input that the button sends. */
export function inputOf(terms: Terms, nowMs: number): CreateOrderInput {
  const { pay, receive, schedule, stop, isInverse, isWhole, end } = terms;
  const common = {
    Pair: { tokenA: pay.address, tokenB: receive.address },
    ...offerOf(terms),
    ...(isWhole && { parts: false }),
    ...(end && { expiresAt: Math.floor(endsAtMs(terms, nowMs) / 1000) }),
  };
  if (stop) return { ...common, ...stopInput(stop, isInverse) };
  if (!schedule) return common;
  const { times, everySeconds: every, maxSlippage } = schedule;
  return { ...common, kind: 'recurring', times, every, ...(maxSlippage !== null && { maxSlippage }) };
}

/** An exact amount is sent with what the page says is set aside for it, not with its price. */
function offerOf({ receive, amount, limit, isExact, stop, isInverse }: Terms) {
  if (isExact && limit) return { amount: { tokenB: limit.minReceived }, maxPaid: amount };
  const least = stop && limit === null ? leastInput(receive) : limitInput(limit, isInverse);
  return { amount: { tokenA: amount }, ...least };
}

/** The API takes prices per token sold; a price per token received is sent as the minimum amount instead. */
const limitInput = (limit: Terms['limit'], isInverse: boolean) =>
  limit && (isInverse ? { minReceived: limit.minReceived } : { price: limit.price });

/** The API requires a limit: a stop without one is sent with the lowest, and only its maximum slippage protects the fills. */
const leastInput = ({ decimals }: TokenInfo) => ({ minReceived: textOf(LEAST_LIMIT, decimals) });

/** Null without two different tokens. Until amount and limit are typed, the lowest limit is sent, since the API requires one. */
export function quoteInputOf(form: OrderForm): QuoteOrderInput | null {
  const { pay, receive, isInverse } = form;
  if (!isToken(pay) || !isToken(receive) || pay.address === receive.address) return null;
  const [typed, price] = [positiveText(amountOf(form)), form.hasLimit ? positiveText(priceOf(form)) : null];
  const size = typed && price ? sizeOf(form.side, typed, price, { pay, receive, isInverse }) : null;
  const amount = size?.amount ?? (form.side === 'pay' ? typed : null);
  // An exact amount is quoted with both amounts, since what is paid for it was rounded.
  const limit = size ? limitInput(size.limit, isInverse || size.isExact) : leastInput(receive);
  const stop = stopOf(form, positiveText(priceOf(form, 'stop')));
  return {
    ...{ tokenA: pay.address, tokenB: receive.address, amount: amount ?? '1' },
    ...limit,
    ...(stop && stopQuestion(stop, isInverse)),
  };
}
