// The lots inside a liquidity position: they move in and out with it, and only the difference is a gain or a loss.
import { assert } from '../assert.ts';
import { mulDivDown } from '../maths/rounding.ts';
import { TokenLots } from './lots.ts';

/** LP tokens that leave: of both baskets the units that go with them, and how many LP tokens were received without their lots. */
type Left = { readonly units: readonly [bigint, bigint]; readonly unknownLp: bigint };

export class Position {
  /** The lots that were put in, in the order of the pool's tokens. */
  readonly baskets = [new TokenLots(), new TokenLots()] as const;
  /** LP tokens that came with lots. */
  #lp = 0n;
  /** LP tokens that were received without their lots. */
  #unknownLp = 0n;

  get lp(): bigint {
    return this.#lp + this.#unknownLp;
  }

  /** The cost of all lots; null if part of it is unknown. */
  get cost(): bigint | null {
    const [a, b] = this.baskets;
    return this.#unknownLp + a.unknownUnits + b.unknownUnits > 0n ? null : a.cost + b.cost;
  }

  add(lp: bigint, unknownLp = 0n): void {
    this.#lp += lp;
    this.#unknownLp += unknownLp;
  }

  /**
   * Takes LP tokens: those without lots in proportion, rounded down; with the others, their share of each basket, rounded down. So the odd unit
   * stays with the LP tokens that stay.
   */
  take(lp: bigint): Left {
    assert(lp > 0n && lp <= this.lp, 'nobody takes more LP tokens than the account has');
    const unknownLp = mulDivDown(lp, this.#unknownLp, this.lp);
    const taken = lp - unknownLp;
    const shareOf = ({ units }: TokenLots) => (taken === 0n ? 0n : mulDivDown(units, taken, this.#lp));
    const units = [shareOf(this.baskets[0]), shareOf(this.baskets[1])] as const;
    this.#lp -= taken;
    this.#unknownLp -= unknownLp;
    return { units, unknownLp };
  }
}
