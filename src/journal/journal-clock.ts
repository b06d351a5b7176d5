// The time that the journal goes by: the store's clock, which may differ from this machine's.
import { nextTimeMs } from '../core/settle/transaction-id.ts';
import type { Tail } from '../ports/tail.ts';

type Options = {
  /** How often the store's clock is read; in between, this machine's counter goes on from there. */
  readonly everyMs?: number;
  /** A counter of milliseconds that nobody sets. */
  readonly elapsedMs?: () => number;
  /** The time of day here, which is only compared. */
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

  /** By how much this machine's clock is ahead of the store's; below zero if it is behind. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Reads the store's clock, if that was long ago. */
  async read(): Promise<void> {
    const { everyMs, elapsedMs, hereMs } = this.#options;
    if (this.#read && !this.#isDoubted && elapsedMs() - this.#read.atMs < everyMs) return;
    const sentMs = elapsedMs();
    const clockMs = await this.#tail.clock();
    const atMs = elapsedMs();
    this.#read = { clockMs, atMs };
    this.#isDoubted = false;
    // The clock was read somewhere between question and answer.
    this.#aheadMs = Math.round(hereMs() - (atMs - sentMs) / 2 - clockMs);
  }

  /** The clock may have been set: it is read with the next look. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /**
   * The time by now, and never before that of the last transaction. Counted from when the answer arrived, so that it is never ahead
   * of what a transaction will find.
   */
  now(lastId: string | null): number {
    if (!this.#read) throw new Error('the clock of the journal was not read yet');
    const { clockMs, atMs } = this.#read;
    return nextTimeMs(clockMs + Math.floor(this.#options.elapsedMs() - atMs), lastId);
  }
}
