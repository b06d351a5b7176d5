// The best single path to the unit: floats rule out what cannot be better than what is known, exact amounts decide between the rest.
import type { Layers, Pair } from './carry.ts';
import type { Market } from './market.ts';
import { EXACT_IN, type Sense } from './sense.ts';

/** What a pool makes of an exact amount, by its edge: what it pays for it, or needs to pay it; undefined where it cannot. */
export type Exactly = (edge: number, units: bigint) => bigint | undefined;

type SingleQuestion = {
  readonly pair: Pair;
  readonly units: bigint;
  readonly sense: Sense;
  /** The best result that is known. */
  readonly known: bigint | undefined;
  readonly maxPools: number;
  /** How far the amount comes in floats. */
  readonly layers: Layers;
  readonly exactly: Exactly;
};

const MOST_POOLS = 4;

/** The best amount of a token that is known, and the way it came. */
type Label = { readonly units: bigint; readonly edge: number; readonly before: Label | undefined };

/**
 * More in never pays less, so that of all ways to a token only the best is worth going on from, and no way that comes to
 * a token twice is ever the best: a few looks at each pool are enough, whatever the number of paths.
 */
export class SinglePathFinder {
  readonly #market: Market;
  /** By number of pools to the end and by token: what an amount must be within to be worth anything there. */
  readonly #bounds: readonly Float64Array[];
  /** By number of pools to the end: the edges that may be taken. */
  readonly #edges: readonly number[][];
  readonly #best = new Map<number, Label>();
  #sense = EXACT_IN;
  /** Where the exact amount is, and where the result. */
  #start = 0;
  #end = 0;
  /** What the result must be within. */
  #bar = 0;

  constructor(market: Market) {
    this.#market = market;
    this.#bounds = Array.from({ length: MOST_POOLS - 1 }, () => new Float64Array(market.tokens));
    this.#edges = Array.from({ length: MOST_POOLS - 1 }, () => []);
  }

  /** The edges of the best path; none where it is no better than what is known. */
  find({ pair: { from, to }, sense, known, maxPools, layers, ...amount }: SingleQuestion): readonly number[] {
    this.#sense = sense;
    [this.#start, this.#end] = sense === EXACT_IN ? [from, to] : [to, from];
    this.#bar = sense.bar(known);
    this.#best.clear();
    const most = Math.min(MOST_POOLS, maxPools);
    this.#lookBack(layers, most);
    this.#goOn(amount.units, most, known, amount.exactly);
    const edges: number[] = [];
    for (let label = this.#best.get(this.#end); label; label = label.before) edges.push(label.edge);
    return sense === EXACT_IN ? edges.reverse() : edges;
  }

  /** From the end: which pools may be passed, and with which amounts. */
  #lookBack(layers: Layers, maxPools: number): void {
    let tokens = [this.#end];
    for (const [index, bounds] of this.#bounds.entries()) {
      bounds.fill(this.#sense.never);
      (this.#edges[index] as number[]).length = 0;
      const reached: number[] = [];
      for (const token of tokens) {
        const bound = index === 0 ? this.#bar : (this.#bounds[index - 1]?.[token] as number);
        this.#lookFrom(token, bound, index, layers, maxPools - 1 - index, reached);
      }
      tokens = reached;
    }
  }

  /** Over every pool of a token, towards the start, where the amount may come in so many pools and be within its bound. */
  #lookFrom(token: number, bound: number, index: number, layers: Layers, left: number, reached: number[]): void {
    const { first, other, edge } = this.#market.slots;
    const [sense, bounds] = [this.#sense, this.#bounds[index] as Float64Array];
    for (let slot = first[token] as number; slot < (first[token + 1] as number); slot++) {
      const before = other[slot] as number;
      if (before === this.#start || before === this.#end) continue;
      const over = (edge[slot] as number) ^ 1 ^ sense.flip;
      const own = sense.boundBefore(this.#market.curve(over), bound);
      let isInReach = false;
      for (let pools = 0; pools < left && !isInReach; pools++)
        isInReach = sense.isWithin(layers[pools]?.most[before] as number, own);
      if (!isInReach) continue;
      this.#edges[index]?.push(over);
      if (bounds[before] === sense.never) reached.push(before);
      if (sense.isWithin(bounds[before] as number, own)) bounds[before] = own;
    }
  }

  /** From the start, pool by pool, in exact amounts. */
  #goOn(units: bigint, maxPools: number, known: bigint | undefined, exactly: Exactly): void {
    const { first, edge } = this.#market.slots;
    let reached = new Map<number, Label>();
    for (let slot = first[this.#start] as number; slot < (first[this.#start + 1] as number); slot++) {
      const over = (edge[slot] as number) ^ this.#sense.flip;
      this.#pass(over, units, undefined, maxPools - 1, known, exactly, reached);
    }
    for (let left = maxPools - 2; left >= 0 && reached.size > 0; left--) {
      const further = new Map<number, Label>();
      for (let index = 0; index <= left; index++) {
        for (const over of this.#edges[index] as number[]) {
          const label = reached.get(this.#market.tail(over ^ this.#sense.flip));
          if (label) this.#pass(over, label.units, label, left, known, exactly, further);
        }
      }
      reached = further;
    }
  }

  /** Over one pool, if what comes of it may be worth it with so many pools left. */
  #pass(
    edge: number,
    amount: bigint,
    before: Label | undefined,
    left: number,
    known: bigint | undefined,
    exactly: Exactly,
    reached: Map<number, Label>,
  ): void {
    const sense = this.#sense;
    const token = this.#market.head(edge ^ sense.flip);
    const atBest = sense.after(this.#market.curve(edge), Number(amount));
    if (!this.#isWorth(token, atBest, left)) return;
    const best = this.#best.get(token)?.units ?? (token === this.#end ? known : undefined);
    if (best !== undefined && !sense.isBetter(atBest, Number(best))) return;
    const units = exactly(edge, amount);
    if (units === undefined || (best !== undefined && !sense.isBetter(units, best))) return;
    const label = { units, edge, before };
    this.#best.set(token, label);
    if (token !== this.#end) reached.set(token, label);
  }

  #isWorth(token: number, amount: number, left: number): boolean {
    if (token === this.#end) return this.#sense.isWithin(amount, this.#bar);
    for (let index = 0; index < left; index++) {
      if (this.#sense.isWithin(amount, this.#bounds[index]?.[token] as number)) return true;
    }
    return false;
  }
}
