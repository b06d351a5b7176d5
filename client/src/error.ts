// The one error that calls end with, by a code of a closed union.
import { ERROR_CODES, type ErrorCode, type GetSwapOutput } from './api.ts';

/** `network`: no answer, or that of a proxy in between; `unreadable`: an answer that is none of the exchange's, or of a newer one. */
export type FailureCode = ErrorCode | 'network' | 'unreadable';

type ReasonCode = NonNullable<GetSwapOutput['reasonCode']>;

export type Failing = {
  readonly code: FailureCode;
  readonly status?: number | null;
  readonly serverCode?: string | null;
  readonly reasonCode?: ReasonCode | null | undefined;
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
  /** Null where nothing was answered. */
  readonly status: number | null;
  /** As the exchange said it, also where this version does not know it. */
  readonly serverCode: string | null;
  /** Of `settlement_failed`: why the chain has not carried it out. */
  readonly reasonCode: ReasonCode | null;
  /** What the exchange's log has it under. */
  readonly requestId: string | null;
  /** When it may be asked again; null where nobody said. */
  readonly retryAfterMs: number | null;
  /** How often it was sent. */
  readonly attempts: number;
  /** Sent again with the same key, a change that was made is answered and not made again. */
  readonly idempotencyKey: string | null;
  /** A change of which nobody knows whether this call has made it. */
  readonly mayHaveHappened: boolean;

  constructor(message: string, failing: Failing) {
    super(message, { cause: failing.cause });
    this.code = failing.code;
    this.status = failing.status ?? null;
    this.serverCode = failing.serverCode ?? null;
    this.reasonCode = failing.reasonCode ?? null;
    this.requestId = failing.requestId ?? null;
    this.retryAfterMs = failing.retryAfterMs ?? null;
    this.attempts = failing.attempts ?? 1;
    this.idempotencyKey = failing.idempotencyKey ?? null;
    this.mayHaveHappened = failing.mayHaveHappened ?? false;
  }

  /** The exchange said no, and nothing has changed. */
  get isRefusal(): boolean {
    return this.serverCode !== null && Math.floor((this.status ?? 0) / 100) === 4 && !this.mayHaveHappened;
  }
}

export const isErrorCode = (text: string | null): text is ErrorCode =>
  (ERROR_CODES as readonly (string | null)[]).includes(text);
