// Whether a clock may be believed: time never goes back in a journal, so that one which jumps ahead for seconds stops every deadline for as long as the jump.
import { uptime } from 'node:os';
import { StoreUnavailable } from '../../ports/store.ts';

/** By how much a clock may jump ahead, unless it is set. */
export const CLOCK_AHEAD_MS = 30_000;

/** Two clocks that no one sets: a cheap one, and one that also counts while the machine sleeps. */
type Elapsed = { readonly awakeMs: () => number; readonly sinceBootMs: () => number };
const ELAPSED: Elapsed = { awakeMs: () => performance.now(), sinceBootMs: () => uptime() * 1000 };

/** What was read together, at one moment. */
type Reading = { readonly clockMs: number; readonly awakeMs: number; readonly sinceBootMs: number };

/** Asking how long ago the machine was started reads a file, and is not done at every commit. */
const READ_EVERY_MS = 1000;
/** Clocks that nobody corrects drift apart by less, however long nobody asks. */
const DRIFT = 0.001;

export class ClockGuard {
  readonly #aheadMs: number;
  readonly #elapsed: Elapsed;
  #believed: Reading | undefined;
  /** The latest time that was believed, where the journal may be. */
  #latest: Reading | undefined;
  /** The first reading of a jump that is not believed yet. */
  #jumped: Reading | undefined;

  /** A jump ahead of more than this is believed once the clock has kept to it for as long. */
  constructor(aheadMs: number, elapsed = ELAPSED) {
    this.#aheadMs = aheadMs;
    this.#elapsed = elapsed;
  }

  /** The time as the clock has it; throws while it is further ahead than time has passed since it was last believed. */
  believe(clockMs: number): number {
    const last = this.#believed;
    // The first is all that there is to go by, and one that was set back is not in anybody's way.
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
    // One that was set back and is right again is where it would be by now.
    const aheadMs = Math.min(aheadOf(last, now), aheadOf(this.#latest ?? last, now));
    if (aheadMs <= this.#aheadMs) return;
    // One that jumps again has not kept to where it jumped first.
    if (!this.#jumped || Math.abs(aheadOf(this.#jumped, now)) > this.#aheadMs) this.#jumped = now;
    const keptMs = now.sinceBootMs - this.#jumped.sinceBootMs;
    if (keptMs >= this.#aheadMs) return;
    const seconds = (ms: number) => Math.ceil(ms / 1000);
    throw new StoreUnavailable(
      'clock',
      `the clock says ${new Date(clockMs).toISOString()}, ${seconds(aheadMs)} s more than have passed since it was last read; ` +
        `the new time is accepted if it lasts another ${seconds(this.#aheadMs - keptMs)} s (CLOCK_AHEAD)`,
    );
  }

  #read(clockMs: number): Reading {
    return { clockMs, awakeMs: this.#elapsed.awakeMs(), sinceBootMs: this.#elapsed.sinceBootMs() };
  }
}

/** By how much a clock has gone further than time has, from one reading to another. */
function aheadOf(from: Reading, to: Reading): number {
  const passedMs = Math.max(to.awakeMs - from.awakeMs, to.sinceBootMs - from.sinceBootMs);
  return to.clockMs - from.clockMs - passedMs * (1 + DRIFT);
}
