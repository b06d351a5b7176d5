// Whether the journal is still the one that was known: it goes back when a standby that lags takes over, or a backup.
import type { Mark, Rewind } from '../exchange/store.ts';

/** What one look at the head found, and the id that the journal has by now where it ended when the look was asked for. */
export type Look = { readonly found: Mark; readonly idAtAsked: string | null };

/** Where the journal was known to stand, in the how-manieth history. */
type Known = Mark & { readonly rewinds: number };

export class History {
  readonly #onRewind: (rewind: Rewind) => void;
  // Nothing is remembered yet, and every journal goes on from the empty one.
  #known: Known = { sequence: 0, id: null, rewinds: 0 };

  constructor(onRewind: (rewind: Rewind) => void) {
    this.#onRewind = onRewind;
  }

  /** To be taken when a question is asked: answers may come in another order, and an earlier one is no rewind. */
  get known(): Known {
    return this.#known;
  }

  /** Says each rewind once, and answers whether the look found another journal than the one that was known. */
  learn(asked: Known, { found, idAtAsked }: Look): boolean {
    const { rewinds, sequence } = this.#known;
    const goesOn = found.sequence >= asked.sequence && idAtAsked === asked.id;
    // What was asked in a history that is over tells nothing of this one.
    if (asked.rewinds !== rewinds) return !goesOn;
    if (goesOn) {
      if (found.sequence > sequence) this.#known = { ...found, rewinds };
      return false;
    }
    const known = { sequence, id: this.#known.id };
    this.#known = { ...found, rewinds: rewinds + 1 };
    this.#onRewind({ known, found });
    return true;
  }

  /** After a commit of one's own. */
  wrote({ sequence, id }: Mark): void {
    this.#known = { sequence, id, rewinds: this.#known.rewinds };
  }
}
