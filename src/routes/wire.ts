// The messages between route clients and the route service: tuples, which are the cheapest to send to a thread.
import type { Amount, Ppm, TokenAddress } from '../core/amount.ts';
import type { Refusal } from '../core/refusal.ts';
import type { RoutePlan } from '../core/route/leg.ts';
import type { RouteHop } from '../core/route/shape.ts';
import type { Restarted } from '../journal/follower.ts';
import type { Unavailable } from '../ports/store.ts';
import type { RouteTerms } from './choice.ts';
import type { FillAnswer, FillQuestion } from './fill-now.ts';
import type { BulkAnswer, BulkQuestion } from './rehearsal.ts';

/** The terms of a swap, and what is wanted: the best route, one within the price impact limit, or the plan of the best. */
export type RouteQuestion = readonly [
  wanted: 'route' | 'benchmark' | 'plan',
  tokenA: TokenAddress,
  tokenB: TokenAddress,
  side: 'in' | 'out',
  units: Amount,
  referred: boolean,
  maxPriceImpactPpm?: Ppm | undefined,
];

export type RouteThreadQuestion = RouteQuestion | BulkQuestion | FillQuestion;

export const isBulk = (question: RouteThreadQuestion): question is BulkQuestion => 'steps' in question;
export const isOfOrder = (question: RouteThreadQuestion): question is FillQuestion => 'order' in question;

/**
 * The output when the route was found (or, for an exact output, the input), followed by its hops; null if only the pair's own pool
 * is to be used, even if it refuses.
 */
type WireRoute = readonly [expected: Amount | null, ...hops: (string | number)[]] | null;

/** A route, and its output or input when it was found; without `expected` if the route is impossible or only a benchmark. */
export type FoundRoute = {
  readonly route: readonly RouteHop[];
  readonly expected?: Amount;
  /** A route within the price impact limit, if `route` itself exceeds it. */
  readonly benchmark?: readonly RouteHop[];
  /** The reference of the pair, if there is a benchmark. */
  readonly reference?: readonly RouteHop[];
};

export type RouteAnswer =
  | WireRoute
  | { readonly route: NonNullable<WireRoute>; readonly benchmark?: WireRoute; readonly reference?: WireRoute }
  | { readonly plan: RoutePlan }
  | { readonly refusal: Refusal }
  | BulkAnswer
  | FillAnswer
  /** Postponed in favour of others: the question has to be asked again. */
  | { readonly later: true }
  /** An unexpected error, which is a bug. */
  | { readonly fault: string };

/** The answers to a batch, all as of one sequence that was read after the questions arrived. */
export type Answers = {
  readonly sequence: number;
  /** Changes when the journal was rolled back. */
  readonly history: number;
  /** In the order of the questions. */
  readonly answers: readonly RouteAnswer[];
  /** The number of postponed questions. */
  readonly putOff: number;
  /** The search time of each; 0 if no search was needed. */
  readonly searchesMs: readonly number[];
};
export type RouteReply =
  | Answers
  | { readonly unavailable: Unavailable; readonly detail: string }
  /** The service is not running. */
  | { readonly lost: true }
  | { readonly fault: string };

/** Sent by the thread without being asked. */
export type RouteNotice = { readonly followed: number } | { readonly restarted: Restarted };

export function questionOf(wanted: RouteQuestion[0], terms: RouteTerms): RouteQuestion {
  const { tokenA, tokenB, exact, referred, maxPriceImpactPpm } = terms;
  return 'in' in exact
    ? [wanted, tokenA, tokenB, 'in', exact.in, referred, maxPriceImpactPpm]
    : [wanted, tokenA, tokenB, 'out', exact.out, referred, maxPriceImpactPpm];
}

export const termsOf = ([, tokenA, tokenB, side, units, referred, maxPriceImpactPpm]: RouteQuestion): RouteTerms => ({
  tokenA,
  tokenB,
  exact: side === 'in' ? { in: units } : { out: units },
  referred,
  maxPriceImpactPpm,
});

export function toWire(route: readonly RouteHop[], expected: Amount | null): NonNullable<WireRoute> {
  return [expected, ...route.flatMap(({ tokenIn, tokenOut, share }) => [tokenIn, tokenOut, share])];
}

export function fromWire([expected, ...sent]: NonNullable<WireRoute>): FoundRoute {
  const route: RouteHop[] = [];
  for (let at = 0; at < sent.length; at += 3) {
    const [tokenIn, tokenOut, share] = sent.slice(at, at + 3) as [TokenAddress, TokenAddress, number];
    route.push({ tokenIn, tokenOut, share });
  }
  return { route, ...(expected !== null && { expected }) };
}
