// What goes between those who ask about the market and the observer's thread: a method's name and arguments, and what came of it.
import { CatchingUp, type Market } from '../ports/market.ts';
import { StoreUnavailable, type Unavailable } from '../ports/store.ts';
import { RefusedError } from '../ports/venue.ts';
import type { Webhooks } from '../ports/webhooks.ts';
import type { HookNotice } from './hooks-thread.ts';
import type { ProjectorNotice } from './projector.ts';

/** Those that are asked over the wire. */
export type Method = Exclude<keyof Market, 'onHead' | 'close'>;

/** Of the market, or of webhooks. */
export type Asked = { readonly method: Method } | { readonly webhooks: keyof Webhooks };
export type Call = Asked & { readonly id: number; readonly args: readonly unknown[] };

export type Said =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure }
  | { readonly head: number }
  | { readonly notice: Notice };

/** What the thread says by itself. */
export type Notice = HookNotice | ProjectorNotice;

type Failure =
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
