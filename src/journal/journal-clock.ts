// The journal's time: the store's clock, which may differ from this machine's.
import { nextTimeMs } from '../core/settle/transaction-id.ts';
import type { Tail } from '../ports/tail.ts';

type Options = {
  /** How often the store's clock is read; in between, this machine's counter continues from there. */
  readonly everyMs?: number;
  /** A monotonic counter of milliseconds. */
  readonly elapsedMs?: () => number;
  /** This machine's time of day, used only for comparison. */
  readonly hereMs?: () => number;
};

const EVERY_MS = 1000;

export class JournalClock {
  readonly #tail: Pick<Tail, 'clock'>;
  readonly #options: Required<Options>;
  #read: { readonly clockMs: number; readonly atMs: number } | undefined;
  #isDoubted = false;
  #aheadMs = 0;

  constructor(
    tail: Pick<Tail, 'clock'>,
    { everyMs = EVERY_MS, elapsedMs = () => performance.now(), hereMs = Date.now }: Options = {},
  ) {
    this.#tail = tail;
    this.#options = { everyMs, elapsedMs, hereMs };
  }

  /** How far this machine's clock is ahead of the store's; negative if it is behind. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Reads the store's clock if the last reading is old. */
  async read(): Promise<void> {
    const { everyMs, elapsedMs, hereMs } = this.#options;
    if (this.#read && !this.#isDoubted && elapsedMs() - this.#read.atMs < everyMs) return;
    const sentMs = elapsedMs();
    const clockMs = await this.#tail.clock();
    const atMs = elapsedMs();
    this.#read = { clockMs, atMs };
    this.#isDoubted = false;
    // The clock was read somewhere between request and response.
    this.#aheadMs = Math.round(hereMs() - (atMs - sentMs) / 2 - clockMs);
  }

  /** Called if the clock may have been set: the next `read` asks again. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /**
   * The current time, but never before the last transaction. Counted from the arrival of the answer, so that it is never ahead of the
   * time that a transaction will get.
   */
  now(lastId: string | null): number {
    if (!this.#read) throw new Error('the clock of the journal was not read yet');
    const { clockMs, atMs } = this.#read;
    return nextTimeMs(clockMs + Math.floor(this.#options.elapsedMs() - atMs), lastId);
  }
}
