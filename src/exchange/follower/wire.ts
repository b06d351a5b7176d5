// What goes between those who ask for routes and the follower that answers, over a thread's port: tuples, which it sends cheapest.
import type { Amount, TokenAddress } from '../../core/amount.ts';
import type { SwapTerms } from '../../core/commands/swap.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { Plan } from '../../core/route/plan.ts';
import type { RouteHop } from '../../core/route/shape.ts';
import type { Unavailable } from '../store.ts';
import type { Restarted } from './follower.ts';

/** On which terms, and whether the route alone is wanted or all that it would do. */
export type Question = readonly [
  wanted: 'route' | 'plan',
  tokenA: TokenAddress,
  tokenB: TokenAddress,
  side: 'in' | 'out',
  units: Amount,
  referred: boolean,
];

/**
 * What a route was found to pay, or of an exact result to cost, and then its hops; null where the pool of the pair is to be
 * asked alone, whatever it answers.
 */
export type WireRoute = readonly [expected: Amount | null, ...hops: (string | number)[]] | null;

/** A route, and what it was found to pay or to cost; without that, no route could do what was asked for. */
export type Found = { readonly route: readonly RouteHop[]; readonly expected?: Amount };

export type Answer =
  | WireRoute
  | { readonly plan: Plan }
  | { readonly refusal: Refusal }
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
  /** How long was searched for each; 0 where the answer was known. */
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

export function questionOf(wanted: Question[0], { tokenA, tokenB, exact, referred }: SwapTerms): Question {
  return 'in' in exact
    ? [wanted, tokenA, tokenB, 'in', exact.in, referred]
    : [wanted, tokenA, tokenB, 'out', exact.out, referred];
}

export const termsOf = ([, tokenA, tokenB, side, units, referred]: Question): SwapTerms => ({
  tokenA,
  tokenB,
  exact: side === 'in' ? { in: units } : { out: units },
  referred,
});

export function toWire(route: readonly RouteHop[], expected: Amount | null): WireRoute {
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
