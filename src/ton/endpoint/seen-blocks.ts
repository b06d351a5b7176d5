// The highest block seen from the endpoint: answers of servers that lag are refused, and so are implausibly high numbers.
import { StaleAnswer } from './rpc.ts';

/** No chain makes blocks faster than this, plus an allowance for blocks made between two requests. */
const [MOST_PER_SECOND, MOST_AT_ONCE] = [1000, 1000];
/** If no answer has reached the highest block for this long, its number was wrong, or the chain was reset. */
const FORGET_MS = 30_000;

export class SeenBlocks {
  readonly #now: () => number;
  #highest = 0;
  /** When an answer was last accepted. */
  #believedMs = Number.NEGATIVE_INFINITY;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Throws if an answer as of this block must not be used. */
  check(method: string, seqno: number): void {
    const [highest, sinceMs] = [this.#highest, this.#now() - this.#believedMs];
    if (sinceMs > FORGET_MS) return;
    if (seqno < highest)
      throw new StaleAnswer(
        `The TON endpoint answered ${method} as of block ${seqno}, after it had shown block ${highest}`,
      );
    if (seqno > highest + MOST_AT_ONCE + (MOST_PER_SECOND * sinceMs) / 1000)
      throw new StaleAnswer(
        `The TON endpoint answered ${method} as of block ${seqno}, which cannot be there so soon after block ${highest}`,
      );
  }

  /** Records the block of an accepted answer. */
  believe(seqno: number): void {
    const nowMs = this.#now();
    const isForgotten = nowMs - this.#believedMs > FORGET_MS;
    this.#highest = isForgotten ? seqno : Math.max(this.#highest, seqno);
    this.#believedMs = nowMs;
  }
}
