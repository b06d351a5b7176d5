// The time by which sessions, challenges, daily limits and expiring records count: the database's, so that nodes whose own clocks differ agree.
import type { Store } from '../ports/store.ts';

/** A slow answer does not say when the clock was read, and is not used. */
const MOST_TAKEN_MS = 1000;
const EVERY_MS = 10_000;

type Options = {
  /** The time of day on this machine. */
  readonly hereMs?: () => number;
  /** A counter of milliseconds that nobody sets. */
  readonly elapsedMs?: () => number;
};

export class SharedClock {
  readonly #store: Pick<Store, 'clock'>;
  readonly #hereMs: () => number;
  readonly #elapsedMs: () => number;
  #aheadMs = 0;

  constructor(store: Pick<Store, 'clock'>, { hereMs = Date.now, elapsedMs = () => performance.now() }: Options = {}) {
    this.#store = store;
    this.#hereMs = hereMs;
    this.#elapsedMs = elapsedMs;
  }

  readonly nowMs = (): number => this.#hereMs() - this.#aheadMs;

  /** Compares the two clocks; if the database does not answer in time, the last comparison remains. */
  async compare(): Promise<void> {
    const sentMs = this.#elapsedMs();
    const clockMs = await this.#store.clock().catch(() => undefined);
    const takenMs = this.#elapsedMs() - sentMs;
    // The clock was read somewhere between question and answer.
    if (clockMs !== undefined && takenMs <= MOST_TAKEN_MS)
      this.#aheadMs = Math.round(this.#hereMs() - takenMs / 2 - clockMs);
  }

  /** Compares now and at intervals, until the returned function is called. */
  async keep(everyMs = EVERY_MS): Promise<() => void> {
    await this.compare();
    const timer = setInterval(() => void this.compare(), everyMs).unref();
    return () => clearInterval(timer);
  }
}
