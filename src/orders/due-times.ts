// The times at which orders are due, the earliest first; each entry names an order by its number.

export type Due = { readonly atMs: number; readonly of: number };

/** The number of open orders, and the entries of those with a due time. */
type Current = { readonly size: number; entries(): Iterable<Due> };

/** This many outdated entries are kept even if few orders are open. */
const SPARE = 500;

/**
 * A binary heap in two arrays of numbers: objects would need five times the memory, and most orders wait for a month. An order that
 * gets another due time, or is closed, leaves an outdated entry; these are dropped when they outnumber the open orders.
 */
export class DueTimes {
  readonly #current: () => Current;
  readonly #atMs: number[] = [];
  readonly #of: number[] = [];

  constructor(current: () => Current) {
    this.#current = current;
  }

  get size(): number {
    return this.#atMs.length;
  }

  get next(): number | undefined {
    return this.#atMs[0];
  }

  clear(): void {
    this.#atMs.length = this.#of.length = 0;
  }

  add(atMs: number, of: number): void {
    this.#push(atMs, of);
    const current = this.#current();
    if (this.size <= 2 * current.size + SPARE) return;
    this.clear();
    for (const { atMs, of } of current.entries()) this.#push(atMs, of);
  }

  #push(atMs: number, of: number): void {
    let at = this.#atMs.push(atMs) - 1;
    this.#of.push(of);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#swapIfLater(above, at)) return;
      at = above;
    }
  }

  /** Removes and returns the earliest entry, if it is due. */
  pass(nowMs: number): Due | undefined {
    const [firstMs] = this.#atMs;
    const [first] = this.#of;
    if (firstMs === undefined || first === undefined || firstMs > nowMs) return undefined;
    const due = { atMs: firstMs, of: first };
    const [lastMs, last] = [this.#atMs.pop() as number, this.#of.pop() as number];
    const { length } = this.#atMs;
    if (length === 0) return due;
    this.#atMs[0] = lastMs;
    this.#of[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const below = (this.#atMs[right] ?? Infinity) < (this.#atMs[left] ?? Infinity) ? right : left;
      if (below >= length || !this.#swapIfLater(at, below)) return due;
      at = below;
    }
  }

  #swapIfLater(above: number, below: number): boolean {
    const [atMs, of] = [this.#atMs, this.#of];
    const [oneMs, otherMs] = [atMs[above] as number, atMs[below] as number];
    if (oneMs <= otherMs) return false;
    [atMs[above], atMs[below]] = [otherMs, oneMs];
    [of[above], of[below]] = [of[below] as number, of[above] as number];
    return true;
  }
}
