// The results of a load: answers, latencies, refusals, and the cost of the generator.
import { Histogram } from './histogram.ts';
import type { Delay, Load } from './plan.ts';

/** An answer that takes longer belongs to a delay: three times the p99 of a bare route at half load. */
const LATE_MS = 4;

export class Tally {
  readonly #histogram = new Histogram();
  #answered = 0;
  #answeredInAll = 0;
  #refused = 0;
  #firstRefused: string | undefined;
  readonly #stalls: { fromMs: number; ms: number }[] = [];
  readonly #delays: Delay[] = [];
  #cpuAtStart = process.cpuUsage();
  #cpu = { user: 0, system: 0 };

  start(): void {
    this.#cpuAtStart = process.cpuUsage();
  }

  stop(): void {
    this.#cpu = process.cpuUsage(this.#cpuAtStart);
  }

  /** Counts one answer at any time. */
  count(refusal: string | undefined): void {
    this.#answeredInAll += 1;
    if (refusal === undefined) return;
    this.#refused += 1;
    this.#firstRefused ??= refusal;
  }

  /** Counts one answer within the measured time. */
  add(latencyMs: number): void {
    this.#answered += 1;
    this.#histogram.add(latencyMs);
  }

  /** Counts an answer to a request that was due at a given time; late answers that overlap are one delay. */
  addDue(dueMs: number, nowMs: number): void {
    this.add(nowMs - dueMs);
    const worstMs = nowMs - dueMs;
    if (worstMs < LATE_MS) return;
    const [fromMs, toMs] = [performance.timeOrigin + dueMs, performance.timeOrigin + nowMs];
    const last = this.#delays.at(-1);
    if (!last || fromMs > last.toMs) this.#delays.push({ fromMs, toMs, requests: 1, worstMs });
    else {
      this.#delays[this.#delays.length - 1] = {
        ...{ fromMs: Math.min(last.fromMs, fromMs), toMs },
        ...{ requests: last.requests + 1, worstMs: Math.max(last.worstMs, worstMs) },
      };
    }
  }

  /** Notes a turn of the generator that took too long. */
  turned(lastMs: number, nowMs: number): void {
    if (nowMs - lastMs > LATE_MS) this.#stalls.push({ fromMs: performance.timeOrigin + lastMs, ms: nowMs - lastMs });
  }

  load(seconds: number): Load {
    const percentile = (part: number) => Number(this.#histogram.percentileMs(part).toFixed(3));
    return {
      perSecond: this.#answered / seconds,
      answered: this.#answered,
      answeredInAll: this.#answeredInAll,
      refused: this.#refused,
      ...(this.#firstRefused !== undefined && { firstRefused: this.#firstRefused }),
      p50Ms: percentile(0.5),
      p99Ms: percentile(0.99),
      p999Ms: percentile(0.999),
      delays: this.#delays,
      generatorStalls: this.#stalls,
      maxMs: Number(this.#histogram.maxMs.toFixed(3)),
      generatorMicrosPerRequest: (this.#cpu.user + this.#cpu.system) / this.#answered,
    };
  }
}
