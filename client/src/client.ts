// The exchange as an object with one method for each of its calls.
import { type Calls, type EventsInput, type EventsRecord, WAYS } from './api.ts';
import { ask, type CallOptions, type ConnectOptions } from './ask.ts';
import { type EventsOptions, events } from './events.ts';
import type { CallName } from './request.ts';

export type { AnsweredRequest as Answer } from './answer.ts';
export type * from './api.ts';
export type { REASONS } from './api.ts';
export type { CallOptions, ConnectOptions } from './ask.ts';
export { type FailureCode, MillpondError, type ReasonCode } from './error.ts';
export type { EventsOptions } from './events.ts';
export { type CallName, randomKey, takesKey } from './request.ts';

type CallArguments<Name extends CallName> =
  Record<never, never> extends Calls[Name]['input']
    ? [input?: Calls[Name]['input'], options?: CallOptions]
    : [input: Calls[Name]['input'], options?: CallOptions];

export type Millpond = {
  readonly [Name in CallName]: (...asked: CallArguments<Name>) => Promise<Calls[Name]['output']>;
} & {
  /** All events as they happen, each once; reconnects by itself when the connection is lost. Leave the loop to close the stream. */
  readonly events: (input?: EventsInput, options?: EventsOptions) => AsyncGenerator<EventsRecord, never, undefined>;
};

/** `url` is the base URL of the exchange; '' for a page that it serves itself. */
export function connect(url: string, options: ConnectOptions = {}): Millpond {
  const calls = (Object.keys(WAYS) as CallName[]).map((call) => [
    call,
    (input?: object, more?: CallOptions) => ask(url, options, call, input, more),
  ]);
  return {
    ...Object.fromEntries(calls),
    events: (input?: EventsInput, more?: EventsOptions) => events(url, options, input, more),
  };
}
