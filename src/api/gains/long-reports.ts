// A report over a long history takes seconds: an account gets one a minute.
import type { Account } from '../../core/amount.ts';
import { RateLimited } from '../door/rate-limit.ts';

/** Rows after which a report is long. */
const LONG = 10_000;
const PAUSE_MS = 60_000;

export class LongReports {
  readonly #untilMs = new Map<Account, number>();

  check(caller: Account, nowMs = performance.now()): void {
    const leftMs = (this.#untilMs.get(caller) ?? 0) - nowMs;
    if (leftMs <= 0) return;
    const message = 'Your last report read a long history: there is one a minute.';
    throw new RateLimited(message, 1, Math.ceil(leftMs / 1000));
  }

  /** Call while a report is read: with the rows so far. */
  note(caller: Account, rows: number, nowMs = performance.now()): void {
    if (rows <= LONG) return;
    for (const [account, untilMs] of this.#untilMs) if (untilMs <= nowMs) this.#untilMs.delete(account);
    this.#untilMs.set(caller, nowMs + PAUSE_MS);
  }
}
