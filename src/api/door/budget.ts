// The headers by which an answer tells how much of the rate limit its caller has left.

/** Headers of an answer; made once for each figure, since formatting them costs more than looking up what is left. */
export type BudgetHeaders = {
  readonly list: readonly (readonly [name: string, value: string])[];
  /** The same as they are sent. */
  readonly lines: string;
};

/** Figures up to this one are kept; higher ones, with limits above it, are formatted each time. */
const MOST_KEPT = 10_000;

export function budgetHeaders(limit: number, remaining: number, resetSeconds: number): BudgetHeaders {
  const list = [
    ['ratelimit-limit', String(limit)],
    ['ratelimit-remaining', String(remaining)],
    ['ratelimit-reset', String(resetSeconds)],
  ] as const;
  return { list, lines: list.map(([name, value]) => `${name}: ${value}\r\n`).join('') };
}

/** Keeps the headers of one limit for budgets that are whole again within a second, as nearly all are. */
export class KeptBudgets {
  readonly #limit: number;
  readonly #byRemaining: BudgetHeaders[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(remaining: number): BudgetHeaders {
    const known = this.#byRemaining[remaining];
    if (known) return known;
    const made = budgetHeaders(this.#limit, remaining, 1);
    if (remaining <= MOST_KEPT) this.#byRemaining[remaining] = made;
    return made;
  }
}
