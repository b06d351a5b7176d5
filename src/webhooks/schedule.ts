// Decides what follows an attempt to deliver: the next batch, a retry with a growing delay, or a pause with a reason.
import type { HookProgress, HookRecord } from '../ports/webhooks.ts';
import type { PostOutcome } from './post.ts';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
/** Delay after each failed attempt; after the tenth the hook is paused. */
const WAITS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
/** Spreads the retries of hooks that failed together. */
const JITTER = 0.1;
const GONE = 410;

export const progressOf = (hook: HookProgress): HookProgress => ({
  cursor: hook.cursor,
  pendingTo: hook.pendingTo,
  attempt: hook.attempt,
  nextMs: hook.nextMs,
  state: hook.state,
  reason: hook.reason,
  lastStatus: hook.lastStatus,
});

/** `chance` is a random number from 0 to 1, for the jitter. */
export function afterAttempt(
  hook: HookRecord,
  outcome: Exclude<PostOutcome, { kind: 'aborted' }>,
  { nowMs, chance }: { readonly nowMs: number; readonly chance: number },
): HookProgress {
  const { status: lastStatus } = outcome;
  if (outcome.kind === 'delivered') {
    const cursor = hook.pendingTo ?? hook.cursor;
    return { cursor, pendingTo: null, attempt: 0, nextMs: 0, state: 'active', reason: '', lastStatus };
  }
  const attempt = hook.attempt + 1;
  const failed = { ...progressOf(hook), attempt, lastStatus };
  if (lastStatus === GONE)
    return { ...failed, state: 'paused', reason: 'the receiver answered that it is gone (status 410)' };
  const waitMs = WAITS_MS[attempt - 1];
  if (waitMs === undefined)
    return {
      ...failed,
      state: 'paused',
      reason: `gave up after ${attempt} attempts; the last error: ${outcome.reason}`,
    };
  const jittered = Math.round(waitMs * (1 + JITTER * (2 * chance - 1)));
  return { ...failed, nextMs: nowMs + Math.max(jittered, outcome.slowDownMs), reason: outcome.reason };
}
