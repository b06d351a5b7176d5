// One call: sent, and sent again with the same Idempotency-Key where the answer was lost or is to be asked for later.
import { type Answer, lost, type Outcome, read, type Told } from './answer.ts';
import { WAYS } from './api.ts';
import { type Failing, MillpondError } from './error.ts';
import { type CallName, keyHeader, type Request, randomKey, requestOf, takesKey } from './request.ts';
import { backOffMs, deadline, sleep } from './wait.ts';

export type ConnectOptions = {
  /** An API key; a page that has signed in needs none. */
  readonly key?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** How often a call is sent again at most; 5. */
  readonly retries?: number | undefined;
  /** How long the first wait before that may be; it doubles each time. 500; of events, 1000 or what the exchange says. */
  readonly backOffMs?: number | undefined;
  /** How long each answer may take; 35000, a little longer than the exchange gives itself. */
  readonly timeoutMs?: number | undefined;
  /** Told of the last answer to every call, also where it is a failure. */
  readonly onAnswer?: ((answer: Answer) => void) | undefined;
};

export type CallOptions = {
  /** What ends the call at once, with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** One's own, for a change that may have been asked for before; otherwise a new one. */
  readonly idempotencyKey?: string | undefined;
  /** Whom the caller takes itself for: acting for another, as after a sign-in elsewhere in the browser, nothing is done. */
  readonly account?: string | undefined;
  /** Told before each wait which attempt comes next, and why. */
  readonly onRetry?: ((attempt: number, cause: MillpondError) => void) | undefined;
  readonly onAnswer?: ((answer: Answer) => void) | undefined;
};

/** Whoever is asked to wait longer than this is better told so. */
const MOST_WAIT_MS = 30_000;
const MOST_BACK_OFF_MS = 10_000;

export async function ask(
  url: string,
  settings: ConnectOptions,
  call: CallName,
  input: object = {},
  options: CallOptions = {},
): Promise<unknown> {
  const { signal, onRetry } = options;
  const { retries = 5, backOffMs: firstMs = 500 } = settings;
  const way = WAYS[call];
  const idempotencyKey = options.idempotencyKey ?? (takesKey(call) ? randomKey() : null);
  const request = requestOf(url, call, input, idempotencyKey);
  let mayHaveHappened = false;
  for (let attempts = 1; ; attempts += 1) {
    signal?.throwIfAborted();
    const { answer, data, failing } = await send(settings, request, options);
    mayHaveHappened = failing !== undefined && isOpen(way, failing, mayHaveHappened);
    const error = failing && errorOf({ ...failing, attempts, idempotencyKey, mayHaveHappened });
    if (error && attempts <= retries && isWorthAsking(way, error)) {
      onRetry?.(attempts + 1, error);
      await sleep((error.retryAfterMs ?? 0) + backOffMs(attempts, firstMs, MOST_BACK_OFF_MS), signal);
      continue;
    }
    if (answer) for (const tell of [settings.onAnswer, options.onAnswer]) tell?.({ ...answer, attempts });
    if (error) throw error;
    return data;
  }
}

type Way = (typeof WAYS)[CallName];

async function send(settings: ConnectOptions, request: Request, { signal, account }: CallOptions): Promise<Outcome> {
  const { fetch = globalThis.fetch, timeoutMs = 35_000 } = settings;
  const { method, url, body, idempotencyKey } = request;
  const limit = deadline(signal, timeoutMs);
  limit.arm();
  try {
    const response = await fetch(url, {
      method,
      headers: {
        Accept: 'application/json',
        Amounts: 'string',
        ...(body !== null && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== null && { 'Idempotency-Key': idempotencyKey }),
        ...(account !== undefined && { 'Expect-Account': encodeURIComponent(account) }),
        ...keyHeader(settings.key),
      },
      body,
      // What is sent is for the exchange alone: a key may be in it, or a change that would be made elsewhere.
      redirect: 'manual',
      signal: limit.signal,
    });
    return read(request, response, await response.text());
  } catch (cause) {
    signal?.throwIfAborted();
    return { failing: lost(cause) };
  } finally {
    limit.end();
  }
}

/** Whether a change may have been made: what the ledger decides (422) it decides by the key, so that it answers for all attempts. */
function isOpen(way: Way, { status = null, serverCode = null }: Failing, wasOpen: boolean): boolean {
  if (way === 'get') return false;
  const isRefused = status !== null && Math.floor(status / 100) === 4;
  // A defect knows nothing of what was done before it showed.
  if (serverCode === 'outcome_unknown' || serverCode === 'internal_error') return true;
  if (serverCode === null && !isRefused) return true;
  return wasOpen && status !== 422;
}

/** A change without a key might be made twice, unless it was told to wait; and some are told no time at which they would pass. */
function isWorthAsking(way: Way, { code, status, retryAfterMs }: MillpondError): boolean {
  if ((retryAfterMs ?? 0) > MOST_WAIT_MS) return false;
  if (status === 429) return retryAfterMs !== null;
  return way !== 'post' && (code === 'network' || status === 503);
}

function errorOf({ message, ...failing }: Told): MillpondError {
  const open =
    failing.idempotencyKey === null ? OPEN : `${OPEN}; sent again with the same Idempotency-Key, it is made once`;
  return new MillpondError(failing.mayHaveHappened ? `${message} ${open}.` : message, failing);
}

const OPEN = 'The change may have been made all the same';
