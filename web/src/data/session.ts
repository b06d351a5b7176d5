// As long as one account is signed in: what is sent again after that would be done for another.
import type { CallOptions } from '#client';

export class SessionEnded extends Error {}

let session = new AbortController();

/** Somebody signed in or out, in whichever tab. */
export function endSession(): void {
  session.abort(new SessionEnded('Another account was signed in meanwhile.'));
  session = new AbortController();
}

/** A change that ends with the session it was asked for in. */
export const inSession =
  <Input, Output>(ask: (input: Input, options: CallOptions) => Promise<Output>) =>
  (input: Input, options: CallOptions): Promise<Output> =>
    ask(input, { ...options, signal: session.signal });
