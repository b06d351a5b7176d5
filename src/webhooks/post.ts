// Sends one request to a webhook's receiver: to a checked address, bounded in time and size, with failures in words.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressGuard, Target } from './address-guard.ts';
import { requestFault, sendPost } from './request.ts';

export type PostOutcome =
  | { readonly kind: 'delivered'; readonly status: number }
  | {
      readonly kind: 'failed';
      /** Null if there was no answer. */
      readonly status: number | null;
      readonly reason: string;
      /** The shortest delay before the next attempt, as the receiver asked or as its status requires; 0 for none. */
      readonly slowDownMs: number;
    }
  /** The caller aborted the request, because it stops. */
  | { readonly kind: 'aborted' };

export type Post = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
};

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 65_536;
/** The shortest pause for an overloaded receiver, and the longest that a receiver can ask for. */
const [PAUSE_MS, LONGEST_PAUSE_MS] = [60_000, 24 * 3_600_000];
const OVERLOADED: readonly number[] = [429, 502, 503, 504];

/** Never throws: every failure is an outcome. */
export async function post(asked: Post, guard: AddressGuard, timeoutMs = TIMEOUT_MS): Promise<PostOutcome> {
  const cut = new AbortController();
  const isCut = once(cut.signal, 'abort');
  const stop = () => cut.abort();
  const late = setTimeout(stop, timeoutMs);
  asked.signal.addEventListener('abort', stop);
  const failed = (reason: string): PostOutcome =>
    asked.signal.aborted ? { kind: 'aborted' } : { kind: 'failed', status: null, reason, slowDownMs: 0 };
  const tooLate = () => failed(`no response within ${timeoutMs / 1000} s`);
  try {
    if (asked.signal.aborted) return { kind: 'aborted' };
    const found = await Promise.race([guard.find(asked.url), isCut]);
    if (Array.isArray(found)) return tooLate();
    if ('refused' in found) return failed(`the URL ${found.refused}`);
    const headers = { ...asked.headers, 'content-type': 'application/json' };
    const response = await sendPost({ ...(found as Target), headers, body: asked.body, signal: cut.signal });
    await discard(response);
    return told(response);
  } catch (error) {
    return cut.signal.aborted ? tooLate() : failed(requestFault(error as NodeJS.ErrnoException));
  } finally {
    clearTimeout(late);
    asked.signal.removeEventListener('abort', stop);
  }
}

/** Reads the body, though it is ignored: some receivers take a response that nobody reads for a lost one. */
async function discard(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The connection broke after the status had arrived, and the status is all that matters.
  }
}

function told({ statusCode: status = 0, headers }: IncomingMessage): PostOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  const isRedirect = status >= 300 && status < 400;
  const reason = `the response had status ${status}${isRedirect ? '; redirects are not followed' : ''}`;
  const asked = requestedPause(headers['retry-after']);
  const slowDownMs = OVERLOADED.includes(status) ? Math.max(PAUSE_MS, asked) : asked;
  return { kind: 'failed', status, reason, slowDownMs };
}

/** RFC 9110, 10.2.3: seconds, or a date. */
function requestedPause(text = ''): number {
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.min(LONGEST_PAUSE_MS, Math.max(0, ms));
}
