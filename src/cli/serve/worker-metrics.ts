// Sums the metrics of all workers: a worker that is asked for metrics asks the first process, which collects them from all workers.
import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';
import { sharedFor } from '../../thread/shared-for.ts';

type Snapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Messages about metrics between a worker and the first process; their channel also carries other messages. */
type Message =
  | { readonly metrics: 'tell'; readonly id: number }
  | { readonly metrics: 'told'; readonly id: number; readonly snapshot: Snapshot }
  | { readonly metrics: 'sum'; readonly id: number }
  | { readonly metrics: 'summed'; readonly id: number; readonly text: string };

const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/**
 * Metrics in a worker: sends its own to the first process when asked, and returns the sum over all workers that the first
 * process computes.
 */
export class WorkerRegistry extends Registry {
  readonly #waiting = new Map<number, (text: string) => void>();
  #asked = 0;

  constructor() {
    super();
    process.on('message', async (message) => {
      if (!isOurs(message)) return;
      if (message.metrics === 'summed') this.#waiting.get(message.id)?.(message.text);
      if (message.metrics !== 'tell') return;
      // A failure to read metrics must not end a worker that serves.
      const snapshot = await this.getMetricsAsJSON().catch(() => null);
      if (snapshot) tellFirst({ metrics: 'told', id: message.id, snapshot });
    });
  }

  override metrics(): Promise<string> {
    const id = this.#asked++;
    const { promise, resolve } = Promise.withResolvers<string>();
    this.#waiting.set(id, resolve);
    tellFirst({ metrics: 'sum', id });
    return promise.finally(() => this.#waiting.delete(id));
  }
}

/** Errors are ignored: a worker whose first process is gone ends at once. */
const tellFirst = (message: Message): void => void process.send?.(message, undefined, {}, () => {});

/** A worker that does not answer within this time is counted with its last answer. */
const PATIENCE_MS = 2000;
const SHARED_MS = 1000;

/** Metrics in the first process: the sum of its own, those of all workers, and those of workers that have ended. */
export class WorkerMetrics {
  readonly #own: Registry;
  readonly #latest = new Map<number, Snapshot>();
  readonly #waiting = new Map<number, (snapshot: Snapshot) => void>();
  #left: Promise<Snapshot> = Promise.resolve([]);
  #asked = 0;

  constructor(own: Registry) {
    this.#own = own;
    cluster.on('message', (worker, message: unknown) => {
      if (isOurs(message)) this.#hear(worker, message);
    });
    cluster.on('exit', (worker) => this.#bury(worker.id));
  }

  get contentType(): string {
    return this.#own.contentType;
  }

  /** The sum as text, reused for a second: otherwise every scrape of every worker would query all workers. */
  readonly metrics = sharedFor(SHARED_MS, () => this.#sum());

  async #sum(): Promise<string> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    await Promise.all(workers.map((worker) => this.#ask(worker as Worker)));
    const own = await this.#own.getMetricsAsJSON();
    return sumOf([own, await this.#settled(), ...this.#latest.values()]).metrics();
  }

  /** The metrics of ended workers; waits while those of another worker are being added. */
  async #settled(): Promise<Snapshot> {
    const left = this.#left;
    const snapshot = await left;
    return left === this.#left ? snapshot : this.#settled();
  }

  async #hear(worker: Worker, message: Message): Promise<void> {
    if (message.metrics === 'told') {
      // `#bury` has already added the metrics of a worker that has just ended.
      if (!worker.isDead()) this.#latest.set(worker.id, message.snapshot);
      this.#waiting.get(message.id)?.(message.snapshot);
    } else if (message.metrics === 'sum') {
      const text = await this.metrics().catch(() => '');
      worker.send({ metrics: 'summed', id: message.id, text }, () => {});
    }
  }

  async #ask(worker: Worker): Promise<void> {
    const id = this.#asked++;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const timer = setTimeout(resolve, PATIENCE_MS);
    worker.once('exit', resolve);
    this.#waiting.set(id, resolve);
    worker.send({ metrics: 'tell', id } satisfies Message, () => {});
    await promise;
    clearTimeout(timer);
    worker.off('exit', resolve);
    this.#waiting.delete(id);
  }

  /** Adds the counters of an ended worker to `#left`, so that no sum ever falls; its gauges are dropped. */
  #bury(id: number): void {
    const counted = (this.#latest.get(id) ?? []).filter(({ type }) => String(type) !== 'gauge');
    this.#latest.delete(id);
    this.#left = this.#left.then((left) => sumOf([left, counted]).getMetricsAsJSON());
  }
}

const sumOf = (snapshots: readonly Snapshot[]): Registry =>
  AggregatorRegistry.aggregate(snapshots as unknown as object[]);
