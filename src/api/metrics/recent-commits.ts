// Durations and sizes of the last commits.
import { cut } from './recent-requests.ts';

const MOST = 512;

export class RecentCommits {
  readonly #durationsMs = new Float64Array(MOST);
  readonly #sizes = new Float64Array(MOST);
  #all = 0;

  add(size: number, durationMs: number): void {
    const place = this.#all % MOST;
    this.#durationsMs[place] = durationMs;
    this.#sizes[place] = size;
    this.#all += 1;
  }

  /** Null before the first commit. */
  summary() {
    const count = Math.min(this.#all, MOST);
    if (count === 0) return null;
    const sorted = this.#durationsMs.slice(0, count).sort();
    const commands = this.#sizes.slice(0, count).reduce((sum, size) => sum + size, 0);
    /** The quantile `part` of the durations. */
    const at = (part: number) => cut(sorted[Math.ceil(part * count) - 1] as number);
    return { count, p50Ms: at(0.5), p99Ms: at(0.99), meanBatch: cut(commands / count) };
  }
}
