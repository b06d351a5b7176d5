// Decides for which orders of a side a look (one pass of the keeper) searches a fill.

/**
 * The most orders near their limit, searched in vain before, that one look searches in turn. While the price stays there, every swap
 * could make all of them fillable, and thousands may have been placed just out of reach.
 */
const NEAR_SEARCHES = 8;

export class Turns {
  /** The orders considered by the last look, and how many of them were near and awake. */
  #asked = 0;
  #near = 0;
  /** How many of the considered orders, and of those near and awake, have had their turn in this round. */
  #swept = 0;
  #served = 0;

  /**
   * Starts a look that also searches `sweep` orders unconditionally. The returned function decides for each order whether to search it:
   * `isNear` if it was searched in vain with prices near its limit, `isAwake` if prices may have risen by what was missing.
   */
  next(sweep: number): (isNear: boolean, isAwake: boolean) => boolean {
    const swept = this.#swept < this.#asked ? this.#swept : 0;
    const served = this.#served < this.#near ? this.#served : 0;
    [this.#swept, this.#served] = [swept + sweep, served + NEAR_SEARCHES];
    this.#asked = this.#near = 0;
    return (isNear, isAwake) => {
      const at = this.#asked++;
      if (at >= swept && at < swept + sweep) return true;
      if (!isNear || !isAwake) return isAwake;
      const place = this.#near++;
      return place >= served && place < served + NEAR_SEARCHES;
    };
  }
}
