// A writer as its store sees it, wherever it runs: the HTTP thread waits for neither the disk nor the driver.
import type { Instruction, Outcome } from '../../core/settle.ts';
import { type Rewind, StoreUnavailable } from '../../exchange/store.ts';
import { committed, type Line, toOutcome } from './wire.ts';

export class WriterHandle {
  readonly #line: Line;
  readonly #onRewind: (rewind: Rewind) => void;

  constructor(line: Line, onRewind: (rewind: Rewind) => void = () => {}) {
    this.#line = line;
    this.#onRewind = onRewind;
  }

  async commit(batch: readonly Instruction[]): Promise<readonly Outcome[]> {
    const reply = await this.#line.ask({ batch });
    if (reply.rewind) this.#onRewind(reply.rewind);
    return committed(reply).outcomes.map(toOutcome);
  }

  /** Resolves when a batch could be committed. */
  async check(): Promise<void> {
    const reply = await this.#line.ask({ check: true });
    // Of a question that changes nothing, nothing can be unknown.
    if ('unknown' in reply) throw new StoreUnavailable('failed', reply.unknown);
    committed(reply);
  }

  close(): Promise<void> {
    return this.#line.close();
  }
}

/** Whoever asks while a question is under way has its answer. */
export function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<Answer> | undefined;
  return () => {
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
