// One call: sent, and sent again with the same Idempotency-Key where the answer was lost or is to be asked for later.
import { type Calls, WAYS } from './api.ts';
import { type Failing, isErrorCode, MillpondError } from './error.ts';
import { backOffMs, deadline, sleep } from './wait.ts';

export type CallName = keyof Calls;

/** What was asked, and what came of it, to the letter. */
export type Answer = {
  readonly call: CallName;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: string | null;
  readonly status: number;
  readonly text: string;
  readonly transactionId: string | null;
  readonly requestId: string | null;
  readonly attempts: number;
  readonly idempotencyKey: string | null;
};

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
  /** Told before each wait which attempt comes next, and why. */
  readonly onRetry?: ((attempt: number, cause: MillpondError) => void) | undefined;
  readonly onAnswer?: ((answer: Answer) => void) | undefined;
};

/** Whoever is asked to wait longer than this is better told so. */
const MOST_WAIT_MS = 30_000;
const MOST_BACK_OFF_MS = 10_000;

export type Told = { readonly message: string } & Failing;
type Outcome = {
  readonly answer?: Omit<Answer, 'attempts'>;
  readonly data?: unknown;
  readonly failing?: Told;
};

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
  const idempotencyKey = options.idempotencyKey ?? (way === 'key' ? randomKey() : null);
  const request = requestOf(url, call, input, idempotencyKey);
  let mayHaveHappened = false;
  for (let attempts = 1; ; attempts += 1) {
    signal?.throwIfAborted();
    const { answer, data, failing } = await send(settings, request, signal);
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
type Request = Pick<Answer, 'call' | 'method' | 'url' | 'body' | 'idempotencyKey'>;

/** crypto.randomUUID is missing from pages that come by plain http. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export function requestOf(url: string, call: string, input: object, idempotencyKey: string | null = null): Request {
  const path = `${url.replace(/\/+$/, '')}/${call}`;
  const known = { call: call as CallName, idempotencyKey };
  if (WAYS[known.call] === 'key' || WAYS[known.call] === 'post') {
    return { ...known, method: 'POST', url: path, body: JSON.stringify(input) };
  }
  const fields = Object.entries(input).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
  return { ...known, method: 'GET', url: fields.length > 0 ? `${path}?${query}` : path, body: null };
}

export const headersOf = ({ key }: ConnectOptions): Record<string, string> =>
  key === undefined ? {} : { Authorization: `Bearer ${key}` };

async function send(settings: ConnectOptions, request: Request, signal: AbortSignal | undefined): Promise<Outcome> {
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
        ...headersOf(settings),
      },
      body,
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

export const lost = (cause: unknown): Told => ({
  message: `No answer from the exchange: ${whyOf(cause)}`,
  code: 'network',
  cause,
});

/** Node says no more than "fetch failed", and hides why. */
const whyOf = (cause: unknown): string => {
  const { message, cause: inner } = cause as { message?: string; cause?: { message?: string } };
  return inner?.message || message || String(cause);
};

function read(request: Request, response: Response, text: string): Outcome {
  const { status, headers } = response;
  const answer = {
    ...request,
    status,
    text,
    transactionId: headers.get('Transaction-Id'),
    requestId: headers.get('X-Request-Id'),
  };
  const json = parsed(text);
  if (response.ok && json) return { answer, data: 'success' in json ? json.data : json };
  return { answer, failing: failureOf(response, json) };
}

type Json = { readonly data?: unknown; readonly error?: unknown };

export function failureOf({ ok, status, headers }: Response, json: Json | null): Told {
  const serverCode = headers.get('Error-Code');
  const type = headers.get('Content-Type') ?? 'nothing';
  // A proxy whose exchange is away, and an answer that was cut off, are as good as none.
  const isLost =
    serverCode === null && (ok ? type.includes('json') : status === 502 || status === 503 || status === 504);
  const said = json && typeof json.error === 'string' && json.error;
  return {
    message: said || `What was answered is not of the exchange: ${status}, ${type}.`,
    code: isErrorCode(serverCode) ? serverCode : isLost ? 'network' : 'unreadable',
    status,
    serverCode,
    requestId: headers.get('X-Request-Id'),
    retryAfterMs: waitOf(headers.get('Retry-After')),
  };
}

export function parsed(text: string): Json | null {
  try {
    const json = JSON.parse(text);
    return typeof json === 'object' ? json : null;
  } catch {
    return null;
  }
}

/** In seconds, or as a date. */
function waitOf(text: string | null): number | null {
  if (text === null) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** Whether a change may have been made: what the ledger decides (422) it decides by the key, so that it answers for all attempts. */
function isOpen(way: Way, { status = null, serverCode = null }: Failing, wasOpen: boolean): boolean {
  if (way === 'get') return false;
  const isRefused = status !== null && Math.floor(status / 100) === 4;
  if (serverCode === 'outcome_unknown' || (serverCode === null && !isRefused)) return true;
  return wasOpen && status !== 422;
}

/** A change without a key might be made twice, unless it was told to wait; and some are told no time at which they would pass. */
function isWorthAsking(way: Way, { code, status, retryAfterMs }: MillpondError): boolean {
  if ((retryAfterMs ?? 0) > MOST_WAIT_MS) return false;
  if (status === 429) return retryAfterMs !== null;
  return way !== 'post' && (code === 'network' || status === 503);
}

const errorOf = ({ message, ...failing }: Told): MillpondError =>
  new MillpondError(failing.mayHaveHappened ? `${message} ${UNKNOWN}` : message, failing);

const UNKNOWN =
  'The change may have been made all the same: sent again with the same Idempotency-Key, it is answered and not repeated.';
