// A report over a long history takes seconds and memory: an account has one at a time, and one a minute.
import type { Account } from '../../core/amount.ts';
import { RateLimited } from '../door/rate-limit.ts';

/** Rows after which a report is long. */
export const LONG = 10_000;
const PAUSE_MS = 60_000;

export class LongReports {
  readonly #running = new Map<Account, LongReport>();
  readonly #untilMs = new Map<Account, number>();

  /** Throws if the caller's last long report is still being read, or ended less than a minute ago. */
  begin(caller: Account, nowMs = performance.now()): LongReport {
    const untilMs = this.#running.has(caller) ? nowMs + PAUSE_MS : (this.#untilMs.get(caller) ?? 0);
    if (untilMs > nowMs) throw refusal(untilMs - nowMs);
    return new LongReport(this.#running, caller, (endMs) => this.#pause(caller, endMs));
  }

  #pause(caller: Account, nowMs: number): void {
    for (const [account, untilMs] of this.#untilMs) if (untilMs <= nowMs) this.#untilMs.delete(account);
    this.#untilMs.set(caller, nowMs + PAUSE_MS);
  }
}

class LongReport {
  readonly #running: Map<Account, LongReport>;
  readonly #caller: Account;
  readonly #pause: (nowMs: number) => void;
  read = 0;

  constructor(running: Map<Account, LongReport>, caller: Account, pause: (nowMs: number) => void) {
    this.#running = running;
    this.#caller = caller;
    this.#pause = pause;
  }

  /** Counts rows; throws once this is a long report, and another one of the caller became long before. */
  count(rows: number): void {
    this.read += rows;
    if (this.read <= LONG) return;
    const running = this.#running.get(this.#caller);
    if (running && running !== this) throw refusal(PAUSE_MS);
    this.#running.set(this.#caller, this);
  }

  /** Call in any case, whether the report was read to its end or not. */
  end(nowMs = performance.now()): void {
    if (this.#running.get(this.#caller) !== this) return;
    this.#running.delete(this.#caller);
    this.#pause(nowMs);
  }
}

const refusal = (leftMs: number) =>
  new RateLimited('Reports over a long history are one a minute for each account.', 1, Math.ceil(leftMs / 1000));
