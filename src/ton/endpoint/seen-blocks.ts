// How far the endpoint has shown the chain to be: servers that are behind are not believed, and neither is a number out of the blue.
import { StaleAnswer } from './rpc.ts';

/** No chain makes blocks faster than that; some more for what was made while nobody asked. */
const [MOST_PER_SECOND, MOST_AT_ONCE] = [1000, 1000];
/** If no answer has reached the highest block for so long, its number was wrong, or the chain was set back. */
const FORGET_MS = 30_000;

export class SeenBlocks {
  readonly #now: () => number;
  #highest = 0;
  /** When an answer was last believed. */
  #believedMs = Number.NEGATIVE_INFINITY;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Throws if an answer of this block is not to be used. */
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

  /** Notes the block of an answer that was checked. */
  believe(seqno: number): void {
    const nowMs = this.#now();
    const isForgotten = nowMs - this.#believedMs > FORGET_MS;
    this.#highest = isForgotten ? seqno : Math.max(this.#highest, seqno);
    this.#believedMs = nowMs;
  }
}
