// A real store behind a connection that fails on demand: before a commit, or between a commit and its reply.
import type { Command } from '../../src/core/commands/command.ts';
import { OutcomeUnknown, type Store, StoreUnavailable } from '../../src/ports/store.ts';

/** `refused`: not attempted, and reported. `unsent` and `unheard`: no reply; only the second was committed. */
export type Fate = 'answered' | 'refused' | 'unsent' | 'unheard';
export type Batch = { readonly commands: readonly Command[]; readonly fate: Fate };

export class FaultyLine {
  /** The fate of each batch since the last call of takeBatches. */
  #batches: Batch[] = [];
  #bug: unknown;
  readonly #draw: () => Fate;

  constructor(draw: () => Fate) {
    this.#draw = draw;
  }

  takeBatches(): readonly Batch[] {
    // The exchange would recover from a bug by trying each command alone; here a bug must fail the test.
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
