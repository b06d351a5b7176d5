// How often an endpoint may be asked: so many requests a second, a few at once, and none while it wants to be left alone.
import { setTimeout as sleep } from 'node:timers/promises';
import { ChainUnavailable } from '../chain.ts';

export type PaceOptions = {
  readonly perSecond: number;
  /** How many may go at once after a rest. */
  readonly burst: number;
  /** Who would wait longer is refused at once. */
  readonly longestWaitMs: number;
};

type Clock = { readonly now: () => number; readonly sleep: (ms: number) => Promise<unknown> };
const CLOCK: Clock = { now: () => performance.now(), sleep: (ms) => sleep(ms) };

export class Pace {
  readonly #options: PaceOptions;
  readonly #clock: Clock;
  /** When the last request that was let through would be due, were they evenly spread. */
  #dueMs = 0;
  #restUntilMs = 0;

  constructor(options: PaceOptions, clock: Clock = CLOCK) {
    this.#options = options;
    this.#clock = clock;
  }

  /** Resolves when it is one's turn, in the order of asking. */
  async turn(): Promise<void> {
    const waitMs = this.#take();
    if (waitMs > 0) await this.#clock.sleep(waitMs);
    // Somebody before may have been told to slow down.
    for (let restMs = this.#restMs(); restMs > 0; restMs = this.#restMs()) await this.#clock.sleep(restMs);
  }

  /** Nobody's turn comes before. */
  rest(ms: number): void {
    this.#restUntilMs = Math.max(this.#restUntilMs, this.#clock.now() + ms);
  }

  #take(): number {
    const { perSecond, burst, longestWaitMs } = this.#options;
    const [now, eachMs] = [this.#clock.now(), 1000 / perSecond];
    const dueMs = Math.max(this.#dueMs, now) + eachMs;
    const waitMs = Math.max(dueMs - burst * eachMs - now, this.#restMs());
    if (waitMs > longestWaitMs) {
      throw new ChainUnavailable(`More than ${perSecond} requests a second would be made to the TON endpoint`);
    }
    this.#dueMs = dueMs;
    return Math.ceil(waitMs);
  }

  #restMs(): number {
    return Math.ceil(this.#restUntilMs - this.#clock.now());
  }
}
