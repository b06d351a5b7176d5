// The time by the store's clock, which may differ from this machine's: all nodes use it, even if their own clocks differ.

type Options = {
  /** A monotonic counter of milliseconds. */
  readonly elapsedMs?: () => number;
  /** This machine's time of day: compared with the store's, and used until the store's was read. */
  readonly hereMs?: () => number;
};

/** `read` asks the store again after this time; in between, this machine's counter continues from the last answer. */
const READ_EVERY_MS = 1000;
/** `keep` asks the store at this interval; its users tolerate a time that is wrong by seconds if the store's clock is set. */
const KEEP_EVERY_MS = 10_000;
/** An answer that took longer does not tell when the clock was read, and is used only if there is no better one. */
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

  /** The current time by the store's clock: its last answer plus the time since that arrived, so never ahead of the store's. */
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

  /** To be called if the store's clock may have been set: the next `read` asks the store again. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /** Asks the store now and at intervals, until the returned function is called. If the store fails, the last reading remains. */
  async keep(): Promise<() => void> {
    const ask = () => this.ask().catch(() => {});
    await ask();
    const timer = setInterval(ask, KEEP_EVERY_MS).unref();
    return () => clearInterval(timer);
  }
}
