// The metrics of all workers as those of one server: whichever of them is asked, the first process answers with their sum.
import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';
import { sharedFor } from '../../thread/shared-for.ts';

type Snapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

/** What goes over the channel that a worker and the first process have, among other things. */
type Message =
  | { readonly metrics: 'tell'; readonly id: number }
  | { readonly metrics: 'told'; readonly id: number; readonly snapshot: Snapshot }
  | { readonly metrics: 'sum'; readonly id: number }
  | { readonly metrics: 'summed'; readonly id: number; readonly text: string };

const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/** In a worker: what it has counted itself is told to the first process, and what it shows is the sum. */
export class WorkerRegistry extends Registry {
  readonly #waiting = new Map<number, (text: string) => void>();
  #asked = 0;

  constructor() {
    super();
    process.on('message', async (message) => {
      if (!isOurs(message)) return;
      if (message.metrics === 'summed') this.#waiting.get(message.id)?.(message.text);
      if (message.metrics !== 'tell') return;
      // Metrics that cannot be had must not end a worker that serves.
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

/** A worker whose first process is gone ends at once, so that nobody waits for an answer. */
const tellFirst = (message: Message): void => void process.send?.(message, undefined, {}, () => {});

/** A worker that does not answer for so long is counted as it was when it last did. */
const PATIENCE_MS = 2000;
const SHARED_MS = 1000;

/** In the first process: asks all workers and adds up what they say, what it counted itself, and what was left by the dead. */
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

  /** Shared, or workers that are each asked once a second would ask each other as often as there are pairs of them. */
  readonly metrics = sharedFor(SHARED_MS, () => this.#sum());

  async #sum(): Promise<string> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    await Promise.all(workers.map((worker) => this.#ask(worker as Worker)));
    const own = await this.#own.getMetricsAsJSON();
    return sumOf([own, await this.#settled(), ...this.#latest.values()]).metrics();
  }

  /** What the dead have left, once nobody is being buried. */
  async #settled(): Promise<Snapshot> {
    const left = this.#left;
    const snapshot = await left;
    return left === this.#left ? snapshot : this.#settled();
  }

  async #hear(worker: Worker, message: Message): Promise<void> {
    if (message.metrics === 'told') {
      // One that has just died was counted already.
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

  /** What it counted stays counted, so that no sum ever falls; what it held is gone with it. */
  #bury(id: number): void {
    const counted = (this.#latest.get(id) ?? []).filter(({ type }) => String(type) !== 'gauge');
    this.#latest.delete(id);
    this.#left = this.#left.then((left) => sumOf([left, counted]).getMetricsAsJSON());
  }
}

const sumOf = (snapshots: readonly Snapshot[]): Registry =>
  AggregatorRegistry.aggregate(snapshots as unknown as object[]);
