// The last transactions that this process has committed, so that a follower in it need not read them from the database.
import type { Outcome, Posted } from '../core/settle/instruction.ts';
import type { JournalMark } from '../ports/records.ts';

/** At least this many are kept. In the small markets that this thread follows, a follower that is further behind reads everything anyway. */
const KEPT = 64;

export class OwnCommits {
  /** Transactions with consecutive sequences, ascending. */
  #posted: Posted[] = [];

  /** To be called with the outcomes of each commit. */
  note(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) if ('posted' in outcome) this.#add(outcome.posted);
    if (this.#posted.length > 2 * KEPT) this.#posted = this.#posted.slice(-KEPT);
  }

  /** The transactions after a mark up to the head; undefined if another process committed some, or some are no longer kept. */
  between(mark: JournalMark, head: JournalMark): readonly Posted[] | undefined {
    const from = this.#placeOf(mark);
    const to = from === undefined ? undefined : this.#placeOf(head);
    return from === undefined || to === undefined || to < from ? undefined : this.#posted.slice(from + 1, to + 1);
  }

  #add(posted: Posted): void {
    const last = this.#posted.at(-1);
    const isRepeated = last && posted.sequence <= last.sequence && this.#placeOf(posted) !== undefined;
    if (isRepeated) return;
    if (last && posted.sequence !== last.sequence + 1) this.#posted = [];
    this.#posted.push(posted);
  }

  #placeOf({ sequence, id }: JournalMark): number | undefined {
    const place = sequence - (this.#posted[0]?.sequence ?? 0);
    return this.#posted[place]?.id === id ? place : undefined;
  }
}
