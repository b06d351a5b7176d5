// Which orders of a side are searched at a look.

/**
 * Orders that are near their limit and were searched in vain: so many are searched at a look, in turn. A price that stands there wakes
 * all of them with every swap, and thousands may have been placed just out of reach.
 */
const NEAR_SEARCHES = 8;

export class Turns {
  /** Orders that were asked about at the last look, and how many of them were near and awake. */
  #asked = 0;
  #near = 0;
  /** How many of each have had their turn since the first had. */
  #swept = 0;
  #served = 0;

  /**
   * Begins a look that also searches `sweep` orders whatever is known of them. Called with each order, the answer tells whether to
   * search it: `isNear` if that was in vain with prices near its limit, `isAwake` if prices may have risen by what it was short of.
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
