// The one error that calls throw, with a code from a closed union.
import { ERROR_CODES, type ErrorCode, type GetSwapOutput, type REASONS } from './api.ts';

/** `network`: no response, or an error of a proxy in between; `unreadable`: a response that is not the exchange's, or of a newer version. */
export type FailureCode = ErrorCode | 'network' | 'unreadable';

export type ReasonCode = NonNullable<GetSwapOutput['reasonCode']> | (typeof REASONS)[keyof typeof REASONS][number];

export type Failing = {
  readonly code: FailureCode;
  readonly status?: number | null;
  readonly serverCode?: string | null;
  readonly reasonCode?: ReasonCode | null | undefined;
  readonly statement?: string | null;
  readonly requestId?: string | null;
  readonly retryAfterMs?: number | null;
  readonly attempts?: number;
  readonly idempotencyKey?: string | null;
  readonly mayHaveHappened?: boolean;
  readonly cause?: unknown;
};

export class MillpondError extends Error {
  override readonly name = 'MillpondError';
  readonly code: FailureCode;
  /** Null if there was no response. */
  readonly status: number | null;
  /** The code as the exchange sent it, even if this version does not know it. */
  readonly serverCode: string | null;
  /** For some codes, what exactly: what was not found, or why the chain has not carried out the change. */
  readonly reasonCode: ReasonCode | null;
  /** Only with `balance_not_counted`: the signed statement of it. `verifyNotCounted` checks it. */
  readonly statement: string | null;
  /** Identifies the request in the log of the exchange. */
  readonly requestId: string | null;
  /** How long to wait before the next attempt; null if the response did not say. */
  readonly retryAfterMs: number | null;
  /** Number of attempts made. */
  readonly attempts: number;
  /** Retrying with the same key is safe: a change already made is answered, not made again. */
  readonly idempotencyKey: string | null;
  /** True for a change that may have been made although this call failed. */
  readonly mayHaveHappened: boolean;

  constructor(message: string, failing: Failing) {
    super(message, { cause: failing.cause });
    this.code = failing.code;
    this.status = failing.status ?? null;
    this.serverCode = failing.serverCode ?? null;
    this.reasonCode = failing.reasonCode ?? null;
    this.statement = failing.statement ?? null;
    this.requestId = failing.requestId ?? null;
    this.retryAfterMs = failing.retryAfterMs ?? null;
    this.attempts = failing.attempts ?? 1;
    this.idempotencyKey = failing.idempotencyKey ?? null;
    this.mayHaveHappened = failing.mayHaveHappened ?? false;
  }

  /** The exchange refused the call, and nothing has changed. */
  get isRefusal(): boolean {
    return this.serverCode !== null && Math.floor((this.status ?? 0) / 100) === 4 && !this.mayHaveHappened;
  }
}

export const isErrorCode = (text: string | null): text is ErrorCode =>
  (ERROR_CODES as readonly (string | null)[]).includes(text);
