// Requests of the last minute: the counts now minus the counts a minute ago.
export type RequestCounts = { readonly count: number; readonly refused: number; readonly failed: number };

type Sample = RequestCounts & { readonly atMs: number };

const SAMPLE_EVERY_MS = 5000;
/** One minute of samples. */
const SAMPLES = 12;

export class RecentRequests {
  readonly #counts: () => RequestCounts;
  readonly #now: () => number;
  readonly #samples: Sample[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(counts: () => RequestCounts, now = () => performance.now()) {
    this.#counts = counts;
    this.#now = now;
    this.sample();
    this.#timer = setInterval(() => this.sample(), SAMPLE_EVERY_MS).unref();
  }

  sample(): void {
    this.#samples.push({ ...this.#counts(), atMs: this.#now() });
    if (this.#samples.length > SAMPLES) this.#samples.shift();
  }

  lately() {
    const [then, now] = [this.#samples[0] as Sample, this.#counts()];
    const seconds = (this.#now() - then.atMs) / 1000;
    const count = now.count - then.count;
    return {
      seconds: cut(seconds),
      count,
      refused: now.refused - then.refused,
      failed: now.failed - then.failed,
      perSecond: seconds > 0 ? cut(count / seconds) : 0,
    };
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

/** Rounds to a thousandth. */
export const cut = (value: number): number => Math.round(value * 1000) / 1000;
