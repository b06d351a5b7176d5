// Landmarks: remembered transactions of the followed journal, by which the point where another history diverges is found.
import type { Mark } from '../ports/records.ts';
import { UnreadableTransaction } from '../ports/store.ts';

/** Looks up the ids of transactions by sequence. */
type Numbered = { pick(sequences: readonly number[]): Promise<readonly { readonly id: string }[]> };

/** All ids of this many last transactions are remembered. */
const MOST_IDS = 2000;
/** Smaller than MOST_IDS, so that there is no gap between marks and ids. */
const EVERY = 500;

export class Landmarks {
  /** Oldest first, and sparser the further back: a distance back is known within a factor of two. */
  #marks: readonly Mark[] = [];
  /** Consecutive, up to the last one passed. */
  #ids: string[] = [];
  #passed = 0;

  /** Adds the next transaction after the last one, or after the mark of `lookBack`. */
  pass({ sequence, id }: { readonly sequence: number; readonly id: string }): void {
    this.#passed = sequence;
    this.#ids.push(id);
    if (this.#ids.length >= 2 * MOST_IDS) this.#ids = this.#ids.slice(-MOST_IDS);
    if (sequence >= this.#last + EVERY) this.#add({ sequence, id });
  }

  /** Loads marks of a journal that was not followed here: one, two, four and so on transactions before its end. */
  async lookBack(tail: Numbered, { sequence, id }: Mark): Promise<void> {
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
   * The last sequence known to have the same transaction as the followed journal, so that all before it are the same too. By binary
   * search, since no sequence after the fork has the same transaction.
   */
  async fork(tail: Numbered): Promise<number> {
    const first = this.#passed - this.#ids.length + 1;
    const recent = this.#ids.map((id, at) => ({ sequence: first + at, id }));
    const marks = [...this.#marks.filter(({ sequence }) => recent.length === 0 || sequence < first), ...recent];
    let [common, other] = [-1, marks.length];
    while (other - common > 1) {
      const middle = Math.floor((common + other) / 2);
      const { sequence, id } = marks[middle] as Mark;
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

  /** Keeps the oldest of the marks at about the same distance. */
  #add(mark: Mark): void {
    const scaleOf = ({ sequence }: Mark) => Math.floor(4 * Math.log2(mark.sequence - sequence + 1));
    this.#marks = [...this.#marks, mark].filter(
      (one, at, all) => at === 0 || scaleOf(one) !== scaleOf(all[at - 1] as Mark),
    );
  }
}

/** Undefined if it does not exist or cannot be read: neither proves that it is the same. */
const idAt = async (tail: Numbered, sequence: number): Promise<string | undefined> => {
  try {
    return (await tail.pick([sequence]))[0]?.id;
  } catch (error) {
    if (error instanceof UnreadableTransaction) return undefined;
    throw error;
  }
};
