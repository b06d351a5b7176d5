// Detects a rewound journal, as after a failover to a standby that lags, or a restored backup.
import type { Posted } from '../../core/settle/instruction.ts';
import type { JournalMark } from '../../ports/records.ts';
import { type Rewind, StoreUnavailable } from '../../ports/store.ts';

/** The head found by a read, and the id of the transaction that the journal now has at the position known when the read was sent. */
export type HeadRead = { readonly found: JournalMark; readonly idAtKnown: string | null };

/** The position before the first transaction, which every journal contains. */
export const EMPTY_JOURNAL: JournalMark = { sequence: 0, id: null };

export const goesOn = (asked: JournalMark, { found, idAtKnown }: HeadRead): boolean =>
  found.sequence >= asked.sequence && idAtKnown === asked.id;

/** The mark of the last of these transactions, or the given one if there are none. */
export const markAfter = (asked: JournalMark, posted: readonly Posted[]): JournalMark => {
  const last = posted.at(-1);
  return last ? { sequence: last.sequence, id: last.id } : asked;
};

/** A batch was refused because it was composed with data of a journal that has since been rewound; nothing was changed. */
export class JournalWentBack extends StoreUnavailable {
  readonly rewind: Rewind;
  constructor(rewind: Rewind) {
    super('failed', 'the journal went back, and with it what this was composed by: ask again');
    this.rewind = rewind;
  }
}

/** The known position of the journal, and how many rewinds were seen. */
type Known = JournalMark & { readonly rewinds: number };

export class History {
  readonly #onRewind: (rewind: Rewind) => void;
  #known: Known = { ...EMPTY_JOURNAL, rewinds: 0 };

  constructor(onRewind: (rewind: Rewind) => void) {
    this.#onRewind = onRewind;
  }

  /** To be read when a question is sent: answers may arrive in another order, and an answer with an older head is no rewind. */
  get known(): Known {
    return this.#known;
  }

  /** Takes an answer: advances the known position, or reports a rewind, each only once. `asked`: `known` when the question was sent. */
  learn(asked: Known, look: HeadRead): void {
    // An answer to a question from before a rewind says nothing about the present journal.
    if (asked.rewinds !== this.#known.rewinds) return;
    const { rewinds, sequence, id } = this.#known;
    if (!goesOn(asked, look)) this.noteRewind(asked, { known: { sequence, id }, found: look.found });
    else if (look.found.sequence > sequence) this.#known = { ...look.found, rewinds };
  }

  /** Takes a rewind that the writer has found. `asked`: `known` when the batch was sent. */
  noteRewind(asked: Known, rewind: Rewind): void {
    if (asked.rewinds !== this.#known.rewinds) return;
    this.#known = { ...rewind.found, rewinds: asked.rewinds + 1 };
    this.#onRewind(rewind);
  }
}
