// Converts errors to plain data and back: a message from a thread to its owner would lose their classes.
import { CatchingUp } from '../ports/market.ts';
import { StoreUnavailable, type Unavailable } from '../ports/store.ts';
import { RefusedError } from '../ports/venue.ts';

export type Failure =
  | { readonly refusal: RefusedError['refusal'] }
  | { readonly done: number; readonly total: number }
  | { readonly unavailable: Unavailable; readonly detail: string }
  | { readonly fault: string };

export function failureOf(error: unknown): Failure {
  if (error instanceof RefusedError) return { refusal: error.refusal };
  if (error instanceof CatchingUp) return { done: error.done, total: error.total };
  if (error instanceof StoreUnavailable) return { unavailable: error.reason, detail: error.message };
  return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function errorOf(failure: Failure): Error {
  if ('refusal' in failure) return new RefusedError(failure.refusal);
  if ('total' in failure) return new CatchingUp(failure.done, failure.total);
  if ('unavailable' in failure) return new StoreUnavailable(failure.unavailable, failure.detail);
  return new Error(failure.fault);
}
