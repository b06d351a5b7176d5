// The results of a load: answers, latencies, refusals, and the cost of the generator.
import { Histogram } from './histogram.ts';
import type { Load } from './plan.ts';

export class Tally {
  readonly #histogram = new Histogram();
  #answered = 0;
  #answeredInAll = 0;
  #refused = 0;
  #firstRefused: string | undefined;
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
      maxMs: Number(this.#histogram.maxMs.toFixed(3)),
      generatorMicrosPerRequest: (this.#cpu.user + this.#cpu.system) / this.#answered,
    };
  }
}
