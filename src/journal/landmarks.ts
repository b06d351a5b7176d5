// Landmarks: transactions of the journal that was followed, by which it is found where another history parts from it.
import type { Mark } from '../ports/records.ts';
import { UnreadableTransaction } from '../ports/store.ts';

/** What tells the ids of transactions by their numbers. */
type Numbered = { pick(sequences: readonly number[]): Promise<readonly { readonly id: string }[]> };

/** Of the last transactions every id is remembered. */
const MOST_IDS = 2000;
/** Fewer, so that nothing lies between the two. */
const EVERY = 500;

export class Landmarks {
  /** Oldest first: the further back, the fewer, so that how far back something is is known within as much again. */
  #marks: readonly Mark[] = [];
  /** Without a gap, up to the last that was passed. */
  #ids: string[] = [];
  #passed = 0;

  /** Passes a transaction, the next after the last or after where it was looked back from. */
  pass({ sequence, id }: { readonly sequence: number; readonly id: string }): void {
    this.#passed = sequence;
    this.#ids.push(id);
    if (this.#ids.length >= 2 * MOST_IDS) this.#ids = this.#ids.slice(-MOST_IDS);
    if (sequence >= this.#last + EVERY) this.#add({ sequence, id });
  }

  /** Some of a journal that nobody has followed here: before its end at one, two, four transactions and so on. */
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
   * The last number of which it is certain that the journal has the same transaction there, and so all before it, as the one that
   * was followed. Found by halves: beyond the fork, no number has the same.
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

  /** What comes after it is of a history that is over. */
  forgetAfter(fork: number): void {
    this.#ids = [];
    this.#marks = this.#marks.filter(({ sequence }) => sequence <= fork);
  }

  get #last(): number {
    return this.#marks.at(-1)?.sequence ?? 0;
  }

  /** Of those that are about as far back as each other, the oldest stays. */
  #add(mark: Mark): void {
    const scaleOf = ({ sequence }: Mark) => Math.floor(4 * Math.log2(mark.sequence - sequence + 1));
    this.#marks = [...this.#marks, mark].filter(
      (one, at, all) => at === 0 || scaleOf(one) !== scaleOf(all[at - 1] as Mark),
    );
  }
}

/** Undefined where there is none, or one that cannot be read: both are no proof that it is the same. */
const idAt = async (tail: Numbered, sequence: number): Promise<string | undefined> => {
  try {
    return (await tail.pick([sequence]))[0]?.id;
  } catch (error) {
    if (error instanceof UnreadableTransaction) return undefined;
    throw error;
  }
};
