// Landmarks: ids of past transactions, remembered to find the last one that a journal still has after it was rolled back.
import type { JournalMark } from '../ports/records.ts';
import { UnreadableTransaction } from '../ports/store.ts';

/** Looks up the ids of transactions by sequence. */
type Numbered = { pick(sequences: readonly number[]): Promise<readonly { readonly id: string }[]> };

/** The ids of at least this many of the last transactions are remembered, if there were as many. */
const MOST_IDS = 2000;
/** One transaction in this many becomes a mark. Smaller than MOST_IDS, so that there is no gap between marks and ids. */
const EVERY = 500;

export class Landmarks {
  /** Oldest first, and sparser the further back: the distance from the end to the fork is found within a factor of two. */
  #marks: readonly JournalMark[] = [];
  /** Ids of consecutive transactions; the last is that of `#passed`. */
  #ids: string[] = [];
  #passed = 0;

  /** Remembers a transaction: the next one after that of the last call, or after the mark given to `lookBack`. */
  pass({ sequence, id }: { readonly sequence: number; readonly id: string }): void {
    this.#passed = sequence;
    this.#ids.push(id);
    if (this.#ids.length >= 2 * MOST_IDS) this.#ids = this.#ids.slice(-MOST_IDS);
    if (sequence >= this.#last + EVERY) this.#add({ sequence, id });
  }

  /** Loads marks of a journal that was not followed here: one, two, four and so on transactions before its end. */
  async lookBack(tail: Numbered, { sequence, id }: JournalMark): Promise<void> {
    this.#ids = [];
    const wanted: number[] = [];
    for (let back = 1; sequence - back > this.#last; back *= 2) wanted.unshift(sequence - back);
    for (const one of wanted) {
      const found = await idAt(tail, one);
      if (found !== undefined) this.#add({ sequence: one, id: found });
    }
    if (sequence > this.#last) this.#add({ sequence, id });
  }

  /**
   * The last remembered transaction that the journal of `tail` still has, so that all before it are the same too; 0 if there is none.
   * By binary search, since after the fork no sequence has the same transaction as before.
   */
  async fork(tail: Numbered): Promise<number> {
    const first = this.#passed - this.#ids.length + 1;
    const recent = this.#ids.map((id, at) => ({ sequence: first + at, id }));
    const marks = [...this.#marks.filter(({ sequence }) => recent.length === 0 || sequence < first), ...recent];
    let [common, other] = [-1, marks.length];
    while (other - common > 1) {
      const middle = Math.floor((common + other) / 2);
      const { sequence, id } = marks[middle] as JournalMark;
      if ((await idAt(tail, sequence)) === id) common = middle;
      else other = middle;
    }
    return marks[common]?.sequence ?? 0;
  }

  /** Drops everything after the fork, which belongs to the old history. */
  forgetAfter(fork: number): void {
    this.#ids = [];
    this.#marks = this.#marks.filter(({ sequence }) => sequence <= fork);
  }

  get #last(): number {
    return this.#marks.at(-1)?.sequence ?? 0;
  }

  /** Adds a mark; of the marks at about the same distance before it, keeps only the oldest. */
  #add(mark: JournalMark): void {
    const scaleOf = ({ sequence }: JournalMark) => Math.floor(4 * Math.log2(mark.sequence - sequence + 1));
    this.#marks = [...this.#marks, mark].filter(
      (one, at, all) => at === 0 || scaleOf(one) !== scaleOf(all[at - 1] as JournalMark),
    );
  }
}

/** The id of a transaction; undefined if it does not exist or cannot be read, which does not prove that it is the same. */
const idAt = async (tail: Numbered, sequence: number): Promise<string | undefined> => {
  try {
    return (await tail.pick([sequence]))[0]?.id;
  } catch (error) {
    if (error instanceof UnreadableTransaction) return undefined;
    throw error;
  }
};
