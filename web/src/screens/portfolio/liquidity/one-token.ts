// Liquidity in one token alone, which needs a swap: its effect on the balances, and whether the user has to confirm the cost of the swap.
import type { QuoteLiquidityOutput } from '#client';
import { isZero, textOf, unitsOf } from '../../../exact/amount.ts';
import { costOf, effectOf, lostTo, percentUp, reaches, toneOf } from '../../swap/panel/effect.ts';
import type { Only, Sides } from './offer.ts';

type Swapped = NonNullable<QuoteLiquidityOutput['swapped']>;
/** The balance changes in a preview or result. */
type Changed = Pick<QuoteLiquidityOutput, 'token1Change' | 'token2Change'>;

/** The amount paid or received of the one token, without sign; null for both tokens. */
export function changeAt(changed: Changed, only: Only): string | null {
  const change = only === '1' ? changed.token2Change : changed.token1Change;
  return only === '' || change === undefined ? null : change.replace('-', '');
}

type Result = Changed & { readonly token1Amount: string; readonly token2Amount: string };
type Amounts = readonly [string | null, string | null];

/** The amounts that the account paid (`paidIn`) or received (`receivedIn`); null for a token whose balance did not change that way. */
export const paidIn = (result: Result): Amounts => amountsIn(result, true);
export const receivedIn = (result: Result): Amounts => amountsIn(result, false);

function amountsIn({ token1Amount, token2Amount, token1Change, token2Change }: Result, isPaid: boolean): Amounts {
  if (token1Change === undefined || token2Change === undefined) return [token1Amount, token2Amount];
  const amount = (change: string) =>
    isZero(change) || change.startsWith('-') !== isPaid ? null : change.replace('-', '');
  return [amount(token1Change), amount(token2Change)];
}

/** The amounts taken from the balances; zero for the token that the exchange buys with the one offered. */
export const paidBy = (quote: QuoteLiquidityOutput, only: Only) =>
  only === ''
    ? quote
    : {
        token1Amount: only === '0' ? (changeAt(quote, '0') ?? '0') : '0',
        token2Amount: only === '1' ? (changeAt(quote, '1') ?? '0') : '0',
      };

/** Rounding remainders that stay in the balance, of the offered and of the bought token; null if none. */
export function leftOf(
  quote: QuoteLiquidityOutput,
  only: '0' | '1',
  offered: string,
  sides: Sides,
): readonly [string | null, string | null] {
  const { decimals } = sides[Number(only) as 0 | 1];
  const own = unitsOf(offered, decimals) - unitsOf(changeAt(quote, only) ?? '0', decimals);
  const bought = (only === '0' ? quote.token2Change : quote.token1Change) ?? '0';
  const [rest, more] = [own > 0n ? textOf(own, decimals) : null, isZero(bought) ? null : bought];
  return only === '0' ? [rest, more] : [more, rest];
}

const DIGITS = 18;
const WHOLE = 10n ** BigInt(DIGITS);
/** At least any token's decimals. */
const FINE = 36;

/** Impact, fees and rounding together, as in getQuote: 1 − (1 − impact)·(in − LP fee)/in·out/(out + other fees), rounded up. */
export function totalCostOf({ amountA, amountB, fees }: Swapped, priceImpact: string): string {
  const [paid, received] = [unitsOf(amountA, FINE), unitsOf(amountB, FINE)];
  const others = unitsOf(fees.protocol, FINE) + unitsOf(fees.ref, FINE);
  const kept = (WHOLE - unitsOf(priceImpact, DIGITS)) * (paid - unitsOf(fees.lp, FINE)) * received;
  return textOf(WHOLE - kept / (paid * (received + others)), DIGITS);
}

/** Whether the price impact alone makes the cost large or over the limit, or only the impact and the fees together. */
type Why = 'effect' | 'cost';
type Costs = { readonly totalCost: string; readonly priceImpact: string };

export type Costly =
  | { readonly kind: 'fine' }
  | ({ readonly kind: 'large'; readonly why: Why; readonly lost: string } & Costs)
  | ({
      readonly kind: 'over';
      readonly why: Why;
      readonly limit: string;
      /** The total cost in percent, which the user has to type to confirm it. */
      readonly figure: string;
      readonly isTyped: boolean;
      /** The confirmed limit to send, if the exchange would otherwise refuse the price impact. */
      readonly maxPriceImpact: string | undefined;
    } & Costs);

/** The confirmed price impact limit as a part of the request; empty if none is needed. */
export const limitIn = (costly: Costly) =>
  costly.kind === 'over' && costly.maxPriceImpact !== undefined ? { maxPriceImpact: costly.maxPriceImpact } : {};

/** As in the swap panel: a warning from 5 %, and over the limit the cost has to be typed. */
export function costlyOf(quote: QuoteLiquidityOutput, limit: string, typed: string, sides: Sides): Costly {
  const { swapped, priceImpact } = quote;
  if (swapped === undefined || priceImpact === undefined) return { kind: 'fine' };
  const costs = { totalCost: totalCostOf(swapped, priceImpact), priceImpact };
  const cost = costOf(costs);
  const [tone, ofImpact] = [toneOf(cost, limit), toneOf(priceImpact, limit)];
  const why = tone === ofImpact ? 'effect' : 'cost';
  if (tone === 'over') {
    const meant = effectOf(typed);
    const isTyped = meant !== null && reaches(meant, cost);
    const maxPriceImpact = isTyped && ofImpact === 'over' ? meant : undefined;
    return { kind: 'over', why, limit, figure: percentUp(cost), isTyped, maxPriceImpact, ...costs };
  }
  if (tone !== 'large') return { kind: 'fine' };
  const { decimals } = sides[swapped.tokenB === quote.token1Address ? 0 : 1];
  return {
    kind: 'large',
    why,
    lost: lostTo(why === 'effect' ? priceImpact : cost, swapped.amountB, decimals),
    ...costs,
  };
}
