// One call: sent, and retried with the same Idempotency-Key if the response was lost or said to retry later.
import { type AnsweredRequest, type AttemptOutcome, type Failed, lost, read } from './answer.ts';
import { WAYS } from './api.ts';
import { type Failing, MillpondError } from './error.ts';
import { type CallName, keyHeader, type Request, randomKey, requestOf, takesKey } from './request.ts';
import { backOffMs, deadline, sleep } from './wait.ts';

export type ConnectOptions = {
  /** An API key; not needed by a page with a signed-in session. */
  readonly key?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** The most retries of a call; default 5. */
  readonly retries?: number | undefined;
  /** Upper bound of the first back-off, which doubles with each retry. Default 500; for events 1000, or what the exchange says. */
  readonly backOffMs?: number | undefined;
  /** Timeout of each attempt; default 35000, a little longer than the exchange's own. */
  readonly timeoutMs?: number | undefined;
  /**
   * For a page with a signed-in session: called if a call needs a recent sign-in (`proof_needed`). If it resolves to true, because the user
   * has signed in again, the same request is sent once more, with the same Idempotency-Key.
   */
  readonly onProofNeeded?: (() => Promise<boolean>) | undefined;
  /** Called with the last response to every call, failures included. */
  readonly onAnswer?: ((answer: AnsweredRequest) => void) | undefined;
};

export type CallOptions = {
  /** Aborts the call at once, with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Given to repeat a change that may have been sent before; otherwise a new key is drawn. */
  readonly idempotencyKey?: string | undefined;
  /** The account that the caller expects to act for; if the session belongs to another by now, nothing is done. */
  readonly account?: string | undefined;
  /** Called before each wait with the number of the next attempt and the cause. */
  readonly onRetry?: ((attempt: number, cause: MillpondError) => void) | undefined;
  readonly onAnswer?: ((answer: AnsweredRequest) => void) | undefined;
};

/** A caller who would have to wait longer gets the error instead. */
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
  let isProved = false;
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
    if (error?.code === 'proof_needed' && !isProved && (await settings.onProofNeeded?.())) {
      isProved = true;
      continue;
    }
    if (answer) for (const tell of [settings.onAnswer, options.onAnswer]) tell?.({ ...answer, attempts });
    if (error) throw error;
    return data;
  }
}

type Way = (typeof WAYS)[CallName];

async function send(
  settings: ConnectOptions,
  request: Request,
  { signal, account }: CallOptions,
): Promise<AttemptOutcome> {
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
      // Never follows a redirect: the request may contain a key, or a change that would be made elsewhere.
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

/** True if the change may have been made. The ledger stores a refusal (422) under the key, so it holds for all attempts. */
function isOpen(way: Way, { status = null, serverCode = null }: Failing, wasOpen: boolean): boolean {
  if (way === 'get') return false;
  const isRefused = status !== null && Math.floor(status / 100) === 4;
  // An internal error does not tell whether the change had been made before it.
  if (serverCode === 'outcome_unknown' || serverCode === 'internal_error') return true;
  if (serverCode === null && !isRefused) return true;
  return wasOpen && status !== 422;
}

/** Without a key a change might be made twice, so it is retried only if the exchange said to wait (429). Not retried if the wait is unknown or too long. */
function isWorthAsking(way: Way, { code, status, retryAfterMs }: MillpondError): boolean {
  if ((retryAfterMs ?? 0) > MOST_WAIT_MS) return false;
  if (status === 429) return retryAfterMs !== null;
  return way !== 'post' && (code === 'network' || status === 503);
}

function errorOf({ message, ...failing }: Failed): MillpondError {
  const open =
    failing.idempotencyKey === null ? OPEN : `${OPEN}; sent again with the same Idempotency-Key, it is made once`;
  return new MillpondError(failing.mayHaveHappened ? `${message} ${open}.` : message, failing);
}

const OPEN = 'The change may have been made all the same';
