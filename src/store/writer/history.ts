// Whether the journal is still the one that was known: it goes back when a standby that lags takes over, or a backup.
import type { Posted } from '../../core/settle/instruction.ts';
import type { Mark } from '../../ports/records.ts';
import { type Rewind, StoreUnavailable } from '../../ports/store.ts';

/** What one look at the head found, and the id that the journal has by now where it ended when the look was asked for. */
export type Look = { readonly found: Mark; readonly idAtAsked: string | null };

/** What every journal goes on from. */
export const EMPTY_JOURNAL: Mark = { sequence: 0, id: null };

export const goesOn = (asked: Mark, { found, idAtAsked }: Look): boolean =>
  found.sequence >= asked.sequence && idAtAsked === asked.id;

/** The mark of the last of what came after another. */
export const markAfter = (asked: Mark, posted: readonly Posted[]): Mark => {
  const last = posted.at(-1);
  return last ? { sequence: last.sequence, id: last.id } : asked;
};

/** What was asked for was composed by records of a journal that went back; nothing was changed. */
export class JournalWentBack extends StoreUnavailable {
  readonly rewind: Rewind;
  constructor(rewind: Rewind) {
    super('failed', 'the journal went back, and with it what this was composed by: ask again');
    this.rewind = rewind;
  }
}

/** Where the journal was known to stand, in the how-manieth history. */
type Known = Mark & { readonly rewinds: number };

export class History {
  readonly #onRewind: (rewind: Rewind) => void;
  #known: Known = { ...EMPTY_JOURNAL, rewinds: 0 };

  constructor(onRewind: (rewind: Rewind) => void) {
    this.#onRewind = onRewind;
  }

  /** To be taken when a question is asked: answers may come in another order, and an earlier one is no rewind. */
  get known(): Known {
    return this.#known;
  }

  /** Says each rewind once. */
  learn(asked: Known, look: Look): void {
    // What was asked in a history that is over tells nothing of this one.
    if (asked.rewinds !== this.#known.rewinds) return;
    const { rewinds, sequence, id } = this.#known;
    if (!goesOn(asked, look)) this.hear(asked, { known: { sequence, id }, found: look.found });
    else if (look.found.sequence > sequence) this.#known = { ...look.found, rewinds };
  }

  /** What somebody else has found, who was asked at that time. */
  hear(asked: Known, rewind: Rewind): void {
    if (asked.rewinds !== this.#known.rewinds) return;
    this.#known = { ...rewind.found, rewinds: asked.rewinds + 1 };
    this.#onRewind(rewind);
  }
}
