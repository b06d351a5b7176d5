// The store's time, which may differ from this machine's: nodes whose own clocks differ agree on it.

type Options = {
  /** A monotonic counter of milliseconds. */
  readonly elapsedMs?: () => number;
  /** This machine's time of day: compared with the store's, and used until that was read. */
  readonly hereMs?: () => number;
};

/** The store's clock is read so often; in between, this machine's counter continues from there. */
const READ_EVERY_MS = 1000;
/** The same for `keep`, whose users tolerate seconds. */
const KEEP_EVERY_MS = 10_000;
/** A slower answer does not tell when the clock was read, and is used only if there is no better one. */
const MOST_TAKEN_MS = 1000;

export class StoreClock {
  readonly #store: { clock(): Promise<number> };
  readonly #options: Required<Options>;
  #read: { readonly clockMs: number; readonly atMs: number } | undefined;
  #isDoubted = false;
  #aheadMs = 0;

  constructor(
    store: { clock(): Promise<number> },
    { elapsedMs = () => performance.now(), hereMs = Date.now }: Options = {},
  ) {
    this.#store = store;
    this.#options = { elapsedMs, hereMs };
  }

  /** How far this machine's clock is ahead of the store's; negative if it is behind. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** The current time. Counted from the arrival of the answer, so that it is never ahead of the store's. */
  readonly nowMs = (): number => {
    const { elapsedMs, hereMs } = this.#options;
    return this.#read ? this.#read.clockMs + Math.floor(elapsedMs() - this.#read.atMs) : hereMs();
  };

  /** Reads the store's clock if the last reading is old. */
  async read(): Promise<void> {
    const isRecent = this.#read && this.#options.elapsedMs() - this.#read.atMs < READ_EVERY_MS;
    if (!isRecent || this.#isDoubted) await this.ask();
  }

  async ask(): Promise<void> {
    const { elapsedMs, hereMs } = this.#options;
    const sentMs = elapsedMs();
    const clockMs = await this.#store.clock();
    const atMs = elapsedMs();
    if (this.#read && !this.#isDoubted && atMs - sentMs > MOST_TAKEN_MS) return;
    this.#read = { clockMs, atMs };
    this.#isDoubted = false;
    // The clock was read somewhere between request and response.
    this.#aheadMs = Math.round(hereMs() - (atMs - sentMs) / 2 - clockMs);
  }

  /** Called if the clock may have been set: the next `read` asks again. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /** Asks now and at intervals, until the returned function is called. If the store does not answer, the last reading remains. */
  async keep(): Promise<() => void> {
    const ask = () => this.ask().catch(() => {});
    await ask();
    const timer = setInterval(ask, KEEP_EVERY_MS).unref();
    return () => clearInterval(timer);
  }
}
