// The store's side of its writer, which runs on another thread: HTTP waits for neither disk nor driver.
import type { Instruction, Outcome } from '../../core/settle/instruction.ts';
import { StoreUnavailable, type Traded } from '../../ports/store.ts';
import type { SqlStep } from '../sql/database.ts';
import type { History } from './history.ts';
import type { ThreadLink } from './thread-link.ts';
import { committed, toOutcome, written } from './wire.ts';

export class WriterHandle {
  readonly #link: ThreadLink;
  readonly #history: History;
  readonly #listeners: ((traded: Traded) => void)[] = [];
  readonly #onCommitted: ((outcomes: readonly Outcome[]) => void)[] = [];

  /** `history` knows the position of the journal that the store has last read: batches are composed with data up to it. */
  constructor(link: ThreadLink, history: History) {
    this.#link = link;
    this.#history = history;
  }

  async commit(batch: readonly Instruction[]): Promise<readonly Outcome[]> {
    const { known } = this.#history;
    const reply = await this.#link.ask({ batch, composedAt: { sequence: known.sequence, id: known.id } });
    if ('rewind' in reply && reply.rewind) this.#history.noteRewind(known, reply.rewind);
    const { outcomes, traded } = committed(reply);
    if (traded) for (const listener of this.#listeners) listener(traded);
    const found = outcomes.map(toOutcome);
    for (const listener of this.#onCommitted) listener(found);
    return found;
  }

  /** Runs a transaction that does not write to the journal, between two batches. */
  async write(steps: readonly SqlStep[]): Promise<unknown> {
    return written(await this.#link.ask({ write: steps }));
  }

  onTraded(listener: (traded: Traded) => void): void {
    this.#listeners.push(listener);
  }

  onCommitted(listener: (outcomes: readonly Outcome[]) => void): void {
    this.#onCommitted.push(listener);
  }

  /** Resolves if a batch could be committed. */
  async check(): Promise<void> {
    const reply = await this.#link.ask({ check: true });
    // A check changes nothing, so a lost answer is reported as a plain failure.
    if ('unknown' in reply) throw new StoreUnavailable('failed', reply.unknown);
    committed(reply);
  }

  close(): Promise<void> {
    return this.#link.close();
  }
}

/** Wraps `ask` so that concurrent callers share one call and its answer. */
export function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<Answer> | undefined;
  return () => {
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
