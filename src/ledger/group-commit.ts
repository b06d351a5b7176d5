// Group commit: commands that arrive while a batch is committed become the next batch.
import type { Instruction, Outcome } from '../core/settle/instruction.ts';
import { repliesNamed } from '../core/settle/prefetch.ts';
import { replyKey } from '../core/settle/repetitions.ts';
import { endOfChain } from '../core/settle/settle.ts';
import { BatchFault, OutcomeUnknown, type Store, StoreUnavailable } from '../ports/store.ts';
import { Overloaded } from '../ports/venue.ts';
import { restOfTurn } from '../thread/shared-turn.ts';

export type GroupCommitOptions = {
  readonly maxBatch: number;
  readonly maxQueue: number;
  /** An instruction that has waited longer than this is rejected without being tried. */
  readonly maxWaitMs: number;
  /** How long an instruction may wait while the database does not answer; `maxWaitMs` by default. */
  readonly maxSilenceMs?: number;
  /** Called after every committed batch. */
  readonly onBatch?: (batch: { readonly size: number; readonly durationMs: number }) => void;
};

/** Queues up to this size are not halved, since smaller batches cost more per command. */
const WORTH_HALVING = 32;

/** The outcome of one of several instructions, or the error if there is none. */
export type CommitResult = Outcome | { readonly error: unknown };

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
  /** The batch being committed, without instructions known to have changed nothing. */
  #underWay: readonly Waiting[] = [];
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
    const refusal = this.#refusalOf(1);
    if (refusal) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      this.#queue.push({ instruction, sinceMs: performance.now(), resolve, reject });
      this.#running ??= this.#drain();
    });
  }

  /** Queues all instructions in a row or, if there is no room for all, none; resolves when every one is answered. */
  submitAll(instructions: readonly Instruction[]): Promise<readonly CommitResult[]> {
    const count = instructions.length;
    if (count === 0) return Promise.resolve([]);
    const error = this.#refusalOf(count);
    if (error) return Promise.resolve(instructions.map(() => ({ error })));
    return new Promise((resolve) => {
      const answers = new Array<CommitResult>(count);
      let left = count;
      const answer = (index: number, found: CommitResult) => {
        answers[index] = found;
        left -= 1;
        if (left === 0) resolve(answers);
      };
      const sinceMs = performance.now();
      for (const [index, instruction] of instructions.entries()) {
        this.#queue.push({
          instruction,
          sinceMs,
          resolve: (outcome) => answer(index, outcome),
          reject: (error) => answer(index, { error }),
        });
      }
      this.#running ??= this.#drain();
    });
  }

  /** Instructions that exceed the queue's limit are accepted if nothing else waits; otherwise they could never be. */
  #refusalOf(count: number): Overloaded | undefined {
    const { maxQueue } = this.#options;
    if (this.#closed) return new Overloaded('the exchange is shutting down');
    if (this.#queue.length === 0 || this.#queue.length + count <= maxQueue) return undefined;
    return new Overloaded(`${Math.min(this.#queue.length, maxQueue)} commands are already waiting`);
  }

  /** Rejects every waiting instruction with an error instead of trying it. */
  refuseWaiting(error: Error): void {
    this.#refuseFirst(this.#queue.length, error);
  }

  #refuseWaitingLongerThan(ms: number, error: Error): void {
    const sinceMs = performance.now() - ms;
    // The queue is in order of arrival, and the instructions of a chain (an atomic bulk) arrived together.
    const first = this.#queue.findIndex((waiting) => waiting.sinceMs > sinceMs);
    this.#refuseFirst(first < 0 ? this.#queue.length : first, error);
  }

  /** Rejects the first instructions. The error says that nothing changed, which is unknown if the first try of one is being committed. */
  #refuseFirst(count: number, error: Error): void {
    const underWay = repliesNamed(this.#underWay.map(({ instruction }) => instruction));
    for (const { instruction, reject } of this.#queue.splice(0, count)) {
      const { actor, idempotency } = instruction;
      const isRepetition = idempotency !== undefined && underWay.has(replyKey(actor, idempotency.key));
      reject(
        isRepetition ? new OutcomeUnknown(`its first try is under way: ${error.message}`, { cause: error }) : error,
      );
    }
  }

  /** Refuses new instructions and resolves when all accepted ones are answered. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #drain(): Promise<void> {
    // Waits so that all requests of one turn of the event loop share the batch.
    await restOfTurn();
    while (this.#queue.length > 0) {
      this.#underWay = this.#take();
      await this.#commit(this.#underWay);
    }
    this.#underWay = [];
    this.#running = undefined;
  }

  /** Takes only half of a long queue: while it is committed, earlier clients can be answered and send their next command. */
  #take(): Waiting[] {
    const half = Math.max(WORTH_HALVING, Math.ceil(this.#queue.length / 2));
    const size = this.#wholeChains(Math.min(half, this.#options.maxBatch));
    const batch = this.#queue.slice(0, size);
    this.#queue = this.#queue.slice(size);
    const oldestMs = performance.now() - this.#options.maxWaitMs;
    return batch.filter((waiting) => {
      if (waiting.sinceMs >= oldestMs) return true;
      waiting.reject(new Overloaded(`waited longer than ${this.#options.maxWaitMs} ms`));
      return false;
    });
  }

  /** Adjusts a batch size so that no chain is split: a chain at the end waits for the next batch or, if it comes first, is taken whole. */
  #wholeChains(size: number): number {
    const isLinked = (index: number) => this.#queue[index]?.instruction.linked === true;
    let before = size;
    while (isLinked(before - 1)) before -= 1;
    if (before > 0) return before;
    let whole = size;
    while (isLinked(whole - 1)) whole += 1;
    return whole;
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 0) return;
    const startMs = performance.now();
    const { maxWaitMs, maxSilenceMs = maxWaitMs } = this.#options;
    const watch = this.#watchSilence(startMs, maxSilenceMs);
    try {
      const outcomes = await this.#store.commit(batch.map(({ instruction }) => instruction));
      batch.forEach(({ resolve }, index) => {
        resolve(outcomes[index] as Outcome);
      });
      this.#options.onBatch?.({ size: batch.length, durationMs: performance.now() - startMs });
    } catch (error) {
      // The database has answered; chains that are retried alone have their own watch.
      clearInterval(watch);
      // A fault caused by one instruction must not affect the others: nothing was changed, so each chain is retried alone.
      const chains = error instanceof BatchFault ? chainsOf(batch) : [];
      if (chains.length > 1) for (const chain of chains) await this.#commit(chain);
      else for (const { reject } of batch) reject(error);
      // If the next batch takes as long as this one, instructions that have waited for long would be answered too late.
      const takenMs = performance.now() - startMs;
      if (error instanceof StoreUnavailable) {
        const unchanged = new Set(batch);
        this.#underWay = this.#underWay.filter((one) => !unchanged.has(one));
        this.#refuseWaitingLongerThan(maxSilenceMs - takenMs, error);
      }
    } finally {
      clearInterval(watch);
    }
  }

  /** Rejects queued instructions while the database does not answer: it may take long until the outcome of the current batch is known. */
  #watchSilence(startMs: number, maxSilenceMs: number): NodeJS.Timeout | undefined {
    if (maxSilenceMs === Number.POSITIVE_INFINITY) return undefined;
    return setInterval(() => {
      if (performance.now() - startMs < maxSilenceMs) return;
      const error = new StoreUnavailable('failed', 'the database has not answered the last batch');
      this.#refuseWaitingLongerThan(maxSilenceMs, error);
    }, maxSilenceMs / 10);
  }
}

/** Splits a batch into its chains and single instructions. */
function chainsOf(batch: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const instructions = batch.map(({ instruction }) => instruction);
  const chains: Waiting[][] = [];
  for (let at = 0; at < batch.length; ) {
    const end = endOfChain(instructions, at);
    chains.push(batch.slice(at, end));
    at = end;
  }
  return chains;
}
