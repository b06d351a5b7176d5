// Group commit: what arrives while a batch is being committed becomes the next batch.
import type { Instruction, Outcome } from '../core/settle.ts';
import { endOfTurn } from './shared-turn.ts';
import { BatchFault, type Store } from './store.ts';

export type GroupCommitOptions = {
  readonly maxBatch: number;
  readonly maxQueue: number;
  /** An instruction that has waited longer than this is answered without being tried. */
  readonly maxWaitMs: number;
  /** Told of every batch that was committed. */
  readonly onBatch?: (batch: { readonly size: number; readonly durationMs: number }) => void;
};

/** The queue is full, or the wait was too long; nothing was changed. */
export class Overloaded extends Error {
  override name = 'Overloaded';
}

/** Up to so many share one batch, since smaller ones cost more for each command. */
const WORTH_HALVING = 32;

type Waiting = {
  readonly instruction: Instruction;
  readonly sinceMs: number;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
};

export class GroupCommit {
  readonly #store: Pick<Store, 'commit'>;
  readonly #options: GroupCommitOptions;
  #queue: Waiting[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(store: Pick<Store, 'commit'>, options: GroupCommitOptions) {
    this.#store = store;
    this.#options = options;
  }

  get depth(): number {
    return this.#queue.length;
  }

  submit(instruction: Instruction): Promise<Outcome> {
    if (this.#closed) return Promise.reject(new Overloaded('the exchange is shutting down'));
    if (this.#queue.length >= this.#options.maxQueue) {
      return Promise.reject(new Overloaded(`${this.#options.maxQueue} commands are waiting already`));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ instruction, sinceMs: performance.now(), resolve, reject });
      this.#running ??= this.#drain();
    });
  }

  /** Answers what is waiting with an error instead of trying it. */
  refuseWaiting(error: Error): void {
    for (const { reject } of this.#queue.splice(0)) reject(error);
  }

  /** Refuses what comes from now on and resolves when all that was accepted is answered. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #drain(): Promise<void> {
    // So that all requests of one turn of the event loop share the batch.
    await endOfTurn();
    while (this.#queue.length > 0) await this.#commit(this.#take());
    this.#running = undefined;
  }

  /** Of many, only half: while they are committed, those before them can be answered and ask again. */
  #take(): Waiting[] {
    const half = Math.max(WORTH_HALVING, Math.ceil(this.#queue.length / 2));
    const size = Math.min(half, this.#options.maxBatch);
    const batch = this.#queue.slice(0, size);
    this.#queue = this.#queue.slice(size);
    const oldestMs = performance.now() - this.#options.maxWaitMs;
    return batch.filter((waiting) => {
      if (waiting.sinceMs >= oldestMs) return true;
      waiting.reject(new Overloaded(`waited longer than ${this.#options.maxWaitMs} ms`));
      return false;
    });
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 0) return;
    const startMs = performance.now();
    try {
      const outcomes = await this.#store.commit(batch.map(({ instruction }) => instruction));
      batch.forEach(({ resolve }, index) => {
        resolve(outcomes[index] as Outcome);
      });
      this.#options.onBatch?.({ size: batch.length, durationMs: performance.now() - startMs });
    } catch (error) {
      // A fault that one instruction meets must not take its neighbours down: nothing was changed, so try each alone.
      if (error instanceof BatchFault && batch.length > 1) for (const one of batch) await this.#commit([one]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
