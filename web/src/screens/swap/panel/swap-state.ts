// Decides the swap panel's state: what to show and what can be pressed, from the form and the server's answers.
import type { FailureCode, GetQuoteInput } from '#client';
import { type Failure, pressedOf } from '../../../data/press/press.ts';
import { isToken, type TokenInfo, type TokenLookup } from '../../../data/token-info.ts';
import { type Reading, readAmount, subtractText, textOf, type Unclear, unitsOf } from '../../../exact/amount.ts';
import { divide } from '../../../exact/figures.ts';
import type { Language } from '../../../words/words.ts';
import { costOf, effectOf, lostTo, percentUp, reaches, toneOf } from './effect.ts';
import { type Less, type PreparedSwap, preparedSwapOf, type Quote, type Side } from './prepared-swap.ts';
import type { Press } from './press.ts';

export type Form = {
  readonly pay: TokenLookup;
  readonly receive: TokenLookup;
  readonly side: Side;
  readonly typed: string;
  /** The language in which the amount was typed; null or absent for an amount from a link. */
  readonly by?: Language | null;
  readonly less: Less;
  /** The cost in percent that the user typed to confirm a swap over the limit. */
  readonly effect: string;
  readonly press: Press;
};

export type Quoted =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | {
      readonly kind: 'quoted';
      readonly quote: Quote;
      /** The first quote shown for the typed amount. */
      readonly first: Quote;
      /** The price impact of a tenth of the amount, once known. */
      readonly tenth?: string | undefined;
      /** The largest amount within the limit, once known. */
      readonly most?: string | undefined;
    };

export type Balances = {
  readonly account: string | null;
  /** The balance of the token paid; null while it is loading. */
  readonly pay: string | null;
  /** The exchange's limit for the price impact, as a fraction; the panel applies it to the total cost too. */
  readonly maxEffect: string;
};

export type Stream = { readonly state: 'connecting' | 'live' | 'lost' | 'offline' | 'polled'; readonly head: number };

type WithOrder = { readonly quote: Quote; readonly order: PreparedSwap };

/** Whether the price impact alone makes the cost large or over the limit, or only the impact and the fees together. */
type Why = 'effect' | 'cost';

type Situation =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unknown-token'; readonly side: Side }
  | { readonly kind: 'same-token'; readonly token: TokenInfo }
  /** `symbol` is that of the paused token, if it is known. */
  | { readonly kind: 'paused'; readonly what: 'token' | 'pool'; readonly symbol: string | null }
  | { readonly kind: 'nothing-typed' }
  | { readonly kind: 'unclear'; readonly token: TokenInfo; readonly reading: Unclear }
  | { readonly kind: 'offline' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'no-way' }
  | { readonly kind: 'empty-pool' }
  | { readonly kind: 'too-little' }
  | { readonly kind: 'pool-too-small' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | ({ readonly kind: 'signed-out' } & WithOrder)
  | ({ readonly kind: 'not-enough'; readonly have: string; readonly token: TokenInfo } & WithOrder)
  | ({
      readonly kind: 'over-limit';
      readonly why: Why;
      readonly limit: string;
      /** The total cost in percent, which has to be typed to proceed. */
      readonly figure: string;
      readonly most: string | undefined;
      readonly isTyped: boolean;
    } & WithOrder)
  | ({ readonly kind: 'moved'; readonly worse: string; readonly part: string } & WithOrder)
  | ({
      readonly kind: 'large';
      readonly why: Why;
      readonly lost: string;
      readonly tenth: string | undefined;
    } & WithOrder)
  | ({ readonly kind: 'quoted'; readonly isQuiet: boolean; readonly better: string | null } & WithOrder)
  | Exclude<Press, { kind: 'idle' }>;

/** The line below the button: how current the figures are. */
type Foot =
  | { readonly kind: 'none' }
  | { readonly kind: 'polled' }
  | { readonly kind: 'still'; readonly sequence: number }
  | { readonly kind: 'not-live'; readonly sequence: number };

export type SwapState = Situation & { readonly foot: Foot };

export const swapState = (form: Form, quoted: Quoted, balances: Balances, stream: Stream): SwapState => ({
  ...situationOf(form, quoted, balances, stream),
  foot: footOf(form.press, quoted, stream),
});

function footOf(press: Press, quoted: Quoted, { state, head }: Stream): Foot {
  const now = quoted.kind === 'quoted' ? quoted.quote.sequence : null;
  const pressed = pressedOf(press);
  // The current sequence is not shown for a press made with an older quote.
  const sequence = pressed === null || pressed.order.quote?.sequence === now ? now : null;
  if (state === 'lost' || state === 'offline') return { kind: 'not-live', sequence: sequence ?? head };
  if (sequence === null) return { kind: 'none' };
  return state === 'polled' ? { kind: 'polled' } : { kind: 'still', sequence };
}

function situationOf(form: Form, quoted: Quoted, balances: Balances, stream: Stream): Situation {
  if (form.press.kind !== 'idle') return settled(form.press);
  const { pay, receive } = form;
  if (pay === 'unknown' || receive === 'unknown')
    return { kind: 'unknown-token', side: pay === 'unknown' ? 'pay' : 'receive' };
  if (pay === null || receive === null) return { kind: 'loading' };
  if (pay.address === receive.address) return { kind: 'same-token', token: pay };
  const paused = [pay, receive].find(({ status }) => status === 'paused');
  if (paused) return { kind: 'paused', what: 'token', symbol: paused.symbol };
  const reading = readingOf(form);
  if (reading.kind === 'empty' || (reading.kind === 'amount' && reading.units === 0n)) return { kind: 'nothing-typed' };
  if (reading.kind !== 'amount') return { kind: 'unclear', token: form.side === 'pay' ? pay : receive, reading };
  if (stream.state === 'offline') return { kind: 'offline' };
  if (quoted.kind === 'failed') return failed(quoted.failure);
  if (quoted.kind !== 'quoted') return { kind: 'asking' };
  return priced({ ...form, pay, receive }, quoted, balances);
}

/** A swap that failed on the chain is shown like a refused one. */
function settled(press: Exclude<Press, { kind: 'idle' }>): Situation {
  if (press.kind !== 'done' || press.done.status !== 'failed') return press;
  const { pressed, done } = press;
  return {
    kind: 'refused',
    pressed,
    failure: { code: 'settlement_failed', message: sentence(done.reason ?? ''), reasonCode: done.reasonCode },
  };
}

const sentence = (reason: string): string => `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`;

type Typed = Pick<Form, 'side' | 'typed' | 'by' | 'pay' | 'receive'>;

/** Parses the amount on the side that was typed. */
function readingOf({ side, typed, by = null, pay, receive }: Typed): Reading {
  const token = side === 'pay' ? pay : receive;
  return isToken(token) ? readAmount(typed, token.decimals, by) : { kind: 'empty' };
}

const NO_WAY: readonly FailureCode[] = ['unknown_pool', 'unknown_token', 'invalid_route'];

function failed(failure: Failure): Situation {
  const { code } = failure;
  if (NO_WAY.includes(code)) return { kind: 'no-way' };
  if (code === 'no_liquidity') return { kind: 'empty-pool' };
  if (code === 'output_zero') return { kind: 'too-little' };
  if (code === 'pool_too_small') return { kind: 'pool-too-small' };
  if (code === 'token_paused') return { kind: 'paused', what: 'token', symbol: null };
  if (code === 'pool_paused') return { kind: 'paused', what: 'pool', symbol: null };
  return { kind: 'failed', failure };
}

type Known = Form & { readonly pay: TokenInfo; readonly receive: TokenInfo };

function priced(
  form: Known,
  { quote, first, tenth, most }: Extract<Quoted, { kind: 'quoted' }>,
  { account, pay, maxEffect }: Balances,
): Situation {
  const cost = costOf(quote);
  const tone = toneOf(cost, maxEffect);
  const ofEffect = toneOf(quote.priceImpact, maxEffect);
  const why = tone === ofEffect ? 'effect' : 'cost';
  const typed = tone === 'over' ? effectOf(form.effect) : null;
  const isTyped = typed !== null && reaches(typed, cost);
  const order = preparedSwapOf(quote, { ...form, ...(isTyped && ofEffect === 'over' && { maxEffect: typed }) });
  const known = { quote, order };
  if (account === null) return { kind: 'signed-out', ...known };
  if (pay !== null && unitsOf(quote.amountA, form.pay.decimals) > unitsOf(pay, form.pay.decimals))
    return { kind: 'not-enough', have: pay, token: form.pay, ...known };
  if (tone === 'over') {
    return { kind: 'over-limit', why, limit: maxEffect, figure: percentUp(cost), most, isTyped, ...known };
  }
  const gain = gainOf(form, first, quote);
  if (gain.startsWith('-') && !isAccepted(form, first, quote)) {
    const before = form.side === 'pay' ? first.amountB : first.amountA;
    return { kind: 'moved', worse: gain.slice(1), part: divide(gain.slice(1), before, 12), ...known };
  }
  if (tone === 'large') {
    const part = why === 'effect' ? quote.priceImpact : cost;
    return { kind: 'large', why, lost: lostTo(part, quote.amountB, form.receive.decimals), tenth, ...known };
  }
  const better = /[1-9]/.test(gain) && !gain.startsWith('-') ? gain : null;
  return { kind: 'quoted', isQuiet: tone === 'quiet', better, ...known };
}

/** By how much the amount has improved for the user since the first quote; negative if it got worse. */
const gainOf = ({ side }: Known, first: Quote, quote: Quote): string =>
  side === 'pay' ? subtractText(quote.amountB, first.amountB) : subtractText(first.amountA, quote.amountA);

/** A change within the accepted tolerance needs no confirmation. */
function isAccepted(form: Known, first: Quote, quote: Quote): boolean {
  if (form.less === '0') return false;
  const { bound } = preparedSwapOf(first, form);
  const rest = form.side === 'pay' ? subtractText(quote.amountB, bound) : subtractText(bound, quote.amountA);
  return !rest.startsWith('-');
}

export function mayPress(state: SwapState): boolean {
  if (state.kind === 'over-limit') return state.isTyped;
  return state.kind === 'quoted' || state.kind === 'large' || state.kind === 'moved';
}

/** Null if there is nothing to quote. */
export function quoteInputOf(form: Typed): GetQuoteInput | null {
  const { side, pay, receive } = form;
  if (!isToken(pay) || !isToken(receive)) return null;
  const reading = readingOf(form);
  if (pay.address === receive.address || reading.kind !== 'amount' || reading.units === 0n) return null;
  const amount = side === 'pay' ? { amount: reading.text } : { receive: reading.text };
  return { tokenA: pay.address, tokenB: receive.address, ...amount, detail: 'true' };
}

/** Both amounts as shown: the typed text and the amount computed by the quote; after a press, the amounts that were sent. */
export function amountsOf(form: Form, quote: Quote | null): { readonly pay: string; readonly receive: string } {
  const pressed = pressedOf(form.press);
  if (pressed !== null) return { pay: pressed.order.pay.amount, receive: pressed.order.receive.amount };
  return form.side === 'pay'
    ? { pay: form.typed, receive: quote?.amountB ?? '' }
    : { pay: quote?.amountA ?? '', receive: form.typed };
}

type Sides = { readonly pay: string | null; readonly receive: string | null };

/** Both amounts as exact decimals; null if the text is not a number, or if there is no quote for it. */
export function exactOf(form: Form, quote: Quote | null): Sides {
  const { pay, receive } = amountsOf(form, quote);
  if (pressedOf(form.press) !== null) return { pay, receive };
  const reading = readingOf(form);
  const typed = reading.kind === 'amount' ? reading.text : null;
  return form.side === 'pay' ? { pay: typed, receive: receive || null } : { pay: pay || null, receive: typed };
}

/** The placeholder: empty rather than zero if the amount is not known. */
export function placeholderOf(
  side: Side,
  form: Pick<Form, 'side' | 'typed'>,
  { kind }: Pick<SwapState, 'kind'>,
): string {
  if (side === form.side || form.typed.trim() === '' || kind === 'nothing-typed') return '0';
  return kind === 'asking' || kind === 'loading' ? '…' : '';
}

export const shareOf = (balance: string, { decimals }: TokenInfo, percent: bigint): string =>
  textOf((unitsOf(balance, decimals) * percent) / 100n, decimals);
