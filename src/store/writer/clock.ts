// Decides whether a clock can be trusted. Time in a journal never goes back: if a clock that is ahead were believed even once, all later
// transactions would keep at least that time, and deadlines would pass too early until the real time has caught up.
import { uptime } from 'node:os';
import { StoreUnavailable } from '../../ports/store.ts';

/** The default for the largest jump ahead that is trusted at once. */
export const CLOCK_AHEAD_MS = 30_000;

/** Two clocks that nobody sets: a cheap one, and one that also counts while the machine sleeps. */
type Elapsed = { readonly awakeMs: () => number; readonly sinceBootMs: () => number };
const ELAPSED: Elapsed = { awakeMs: () => performance.now(), sinceBootMs: () => uptime() * 1000 };

/** Readings of all clocks at one moment. */
type Reading = { readonly clockMs: number; readonly awakeMs: number; readonly sinceBootMs: number };

/** How often a trusted reading is renewed: not at every commit, since the uptime is read from a file. */
const READ_EVERY_MS = 1000;
/** Clocks that nobody corrects drift apart by less than this fraction of the time. */
const DRIFT = 0.001;

export class ClockGuard {
  readonly #aheadMs: number;
  readonly #elapsed: Elapsed;
  #believed: Reading | undefined;
  /** The latest trusted time, which the journal may have reached. */
  #latest: Reading | undefined;
  /** The first reading after a jump that is not trusted yet. */
  #jumped: Reading | undefined;

  /** Trusts a jump ahead of up to `aheadMs` at once, and a larger one after the clock has kept to it for `aheadMs`; 0 trusts any jump. */
  constructor(aheadMs: number, elapsed = ELAPSED) {
    this.#aheadMs = aheadMs;
    this.#elapsed = elapsed;
  }

  /** Returns `clockMs`; throws if the clock has advanced much more than the time that passed since it was last trusted. */
  believe(clockMs: number): number {
    const last = this.#believed;
    // The first reading is trusted, since there is nothing to compare it with, and so is a clock that was set back.
    if (last && this.#aheadMs > 0) {
      const awakeMs = this.#elapsed.awakeMs() - last.awakeMs;
      if (clockMs - last.clockMs - awakeMs > this.#aheadMs) this.#doubt(last, clockMs);
      else if (awakeMs < READ_EVERY_MS) return clockMs;
    }
    this.#believed = this.#read(clockMs);
    if (!this.#latest || clockMs >= this.#latest.clockMs) this.#latest = this.#believed;
    this.#jumped = undefined;
    return clockMs;
  }

  #doubt(last: Reading, clockMs: number): void {
    const now = this.#read(clockMs);
    // If the clock was set back and corrected again, it is ahead of the last reading, but not of the latest trusted time.
    const aheadMs = Math.min(aheadOf(last, now), aheadOf(this.#latest ?? last, now));
    if (aheadMs <= this.#aheadMs) return;
    // If the clock jumps again, it has not kept to its first jump: the wait starts again.
    if (!this.#jumped || Math.abs(aheadOf(this.#jumped, now)) > this.#aheadMs) this.#jumped = now;
    const keptMs = now.sinceBootMs - this.#jumped.sinceBootMs;
    if (keptMs >= this.#aheadMs) return;
    const seconds = (ms: number) => Math.ceil(ms / 1000);
    throw new StoreUnavailable(
      'clock',
      `the clock says ${new Date(clockMs).toISOString()}, ${seconds(aheadMs)} s more than have passed since it was last read; ` +
        `the new time is accepted if it lasts another ${seconds(this.#aheadMs - keptMs)} s`,
    );
  }

  #read(clockMs: number): Reading {
    return { clockMs, awakeMs: this.#elapsed.awakeMs(), sinceBootMs: this.#elapsed.sinceBootMs() };
  }
}

/** By how much more the clock has advanced between two readings than the time that has passed. */
function aheadOf(from: Reading, to: Reading): number {
  const passedMs = Math.max(to.awakeMs - from.awakeMs, to.sinceBootMs - from.sinceBootMs);
  return to.clockMs - from.clockMs - passedMs * (1 + DRIFT);
}
