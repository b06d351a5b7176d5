// A real store behind a line that breaks on demand: before a commit, or between a commit and its answer.
import type { Command } from '../../src/core/commands/command.ts';
import { OutcomeUnknown, type Store, StoreUnavailable } from '../../src/ports/store.ts';

/** `refused`: not tried and said so. `unsent` and `unheard`: nobody is told, and only the second was committed. */
export type Fate = 'answered' | 'refused' | 'unsent' | 'unheard';
export type Batch = { readonly commands: readonly Command[]; readonly fate: Fate };

export class FaultyLine {
  /** What became of each batch since it was last asked. */
  #batches: Batch[] = [];
  #bug: unknown;
  readonly #draw: () => Fate;

  constructor(draw: () => Fate) {
    this.#draw = draw;
  }

  takeBatches(): readonly Batch[] {
    // The exchange recovers from a bug by trying each command alone; here it must not be met at all.
    if (this.#bug !== undefined) throw this.#bug;
    const batches = this.#batches;
    this.#batches = [];
    return batches;
  }

  to(store: Store): Store {
    const commit: Store['commit'] = async (batch) => {
      const fate = this.#draw();
      this.#batches.push({ commands: batch.map(({ command }) => command), fate });
      if (fate === 'refused') throw new StoreUnavailable('busy', 'the line was cut before the commit');
      if (fate === 'unsent') throw new OutcomeUnknown('the line was cut, the batch never arrived');
      const outcomes = await store.commit(batch).catch((bug: unknown) => {
        this.#bug ??= bug;
        throw bug;
      });
      if (fate === 'unheard') throw new OutcomeUnknown('the line was cut, the answer never arrived');
      return outcomes;
    };
    return new Proxy(store, {
      get(target, name) {
        if (name === 'commit') return commit;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  }
}
