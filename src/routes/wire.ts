// What goes between those who ask for routes and the follower that answers, over a thread's port: tuples, which it sends cheapest.
import type { Amount, Ppm, TokenAddress } from '../core/amount.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Plan } from '../core/route/leg.ts';
import type { RouteHop } from '../core/route/shape.ts';
import type { Restarted } from '../journal/follower.ts';
import type { Unavailable } from '../ports/store.ts';
import type { RouteTerms } from './choice.ts';
import type { FillAnswer, FillQuestion } from './fill-now.ts';
import type { BulkAnswer, BulkQuestion } from './rehearsal.ts';

/** On which terms, and what is wanted: the best route, one within the limit of price impact, or all that the best would do. */
export type Question = readonly [
  wanted: 'route' | 'benchmark' | 'plan',
  tokenA: TokenAddress,
  tokenB: TokenAddress,
  side: 'in' | 'out',
  units: Amount,
  referred: boolean,
  maxPriceImpactPpm?: Ppm | undefined,
];

export type AnyQuestion = Question | BulkQuestion | FillQuestion;

export const isBulk = (question: AnyQuestion): question is BulkQuestion => 'steps' in question;
export const isOfOrder = (question: AnyQuestion): question is FillQuestion => 'order' in question;

/**
 * What a route was found to pay, or of an exact result to cost, and then its hops; null where the pool of the pair is to be
 * asked alone, whatever it answers.
 */
type WireRoute = readonly [expected: Amount | null, ...hops: (string | number)[]] | null;

/** A route, and what it was found to pay or to cost; without that, no route could do what was asked for. */
export type Found = {
  readonly route: readonly RouteHop[];
  readonly expected?: Amount;
  /** Where the route alone would be over the limit of price impact, one that is not. */
  readonly benchmark?: readonly RouteHop[];
};

export type Answer =
  | WireRoute
  | { readonly route: NonNullable<WireRoute>; readonly benchmark: NonNullable<WireRoute> }
  | { readonly plan: Plan }
  | { readonly refusal: Refusal }
  | BulkAnswer
  | FillAnswer
  /** Others go first: it is to be asked again. */
  | { readonly later: true }
  /** The program is at fault. */
  | { readonly fault: string };

/** To a batch of questions, all as of one moment after they were asked. */
export type Answers = {
  readonly sequence: number;
  /** Another number after the journal went back. */
  readonly history: number;
  /** In the order of the questions. */
  readonly answers: readonly Answer[];
  /** How many of them are put off. */
  readonly putOff: number;
  /** How long was searched for each; 0 where nothing had to be. */
  readonly searchesMs: readonly number[];
};
export type Reply =
  | Answers
  | { readonly unavailable: Unavailable; readonly detail: string }
  /** Nobody is there to answer. */
  | { readonly lost: true }
  | { readonly fault: string };

/** What a thread says by itself. */
export type Notice = { readonly followed: number } | { readonly restarted: Restarted };

export function questionOf(wanted: Question[0], terms: RouteTerms): Question {
  const { tokenA, tokenB, exact, referred, maxPriceImpactPpm } = terms;
  return 'in' in exact
    ? [wanted, tokenA, tokenB, 'in', exact.in, referred, maxPriceImpactPpm]
    : [wanted, tokenA, tokenB, 'out', exact.out, referred, maxPriceImpactPpm];
}

export const termsOf = ([, tokenA, tokenB, side, units, referred, maxPriceImpactPpm]: Question): RouteTerms => ({
  tokenA,
  tokenB,
  exact: side === 'in' ? { in: units } : { out: units },
  referred,
  maxPriceImpactPpm,
});

export function toWire(route: readonly RouteHop[], expected: Amount | null): NonNullable<WireRoute> {
  return [expected, ...route.flatMap(({ tokenIn, tokenOut, share }) => [tokenIn, tokenOut, share])];
}

export function fromWire([expected, ...sent]: NonNullable<WireRoute>): Found {
  const route: RouteHop[] = [];
  for (let at = 0; at < sent.length; at += 3) {
    const [tokenIn, tokenOut, share] = sent.slice(at, at + 3) as [TokenAddress, TokenAddress, number];
    route.push({ tokenIn, tokenOut, share });
  }
  return { route, ...(expected !== null && { expected }) };
}
