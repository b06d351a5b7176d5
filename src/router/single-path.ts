// The best single path to the unit: floats rule out what cannot be better than what is known, exact amounts decide between the rest.
import type { Layers, Pair } from './carry.ts';
import type { Market } from './market.ts';
import type { Sense } from './sense.ts';

/** What a pool makes of an exact amount, by its edge: what it pays for it, or needs to pay it; undefined where it cannot. */
export type Exactly = (edge: number, units: bigint) => bigint | undefined;

export type SingleQuestion = {
  readonly pair: Pair;
  readonly units: bigint;
  readonly sense: Sense;
  /** The best result that is known. */
  readonly known: bigint | undefined;
  readonly maxPools: number;
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

  constructor(market: Market) {
    this.#market = market;
    this.#bounds = Array.from({ length: MOST_POOLS - 1 }, () => new Float64Array(market.tokens));
    this.#edges = Array.from({ length: MOST_POOLS - 1 }, () => []);
  }

  /** The edges of the best path; none where it is no better than what is known. `layers` tell how far the amount comes in floats. */
  find(asked: SingleQuestion, layers: Layers, exactly: Exactly): readonly number[] {
    const question = { ...asked, maxPools: Math.min(MOST_POOLS, asked.maxPools) };
    this.#lookBack(question, layers);
    this.#best.clear();
    this.#goOn(question, exactly);
    return this.#wayTo(question);
  }

  /** From the end: which pools may be passed, and with which amounts. */
  #lookBack({ pair, sense, known, maxPools }: SingleQuestion, layers: Layers): void {
    const [start, end] = endsOf(pair, sense);
    const { first, other, edge } = this.#market.slots;
    let tokens = [end];
    for (const [index, bounds] of this.#bounds.entries()) {
      const edges = this.#edges[index] as number[];
      const near: number[] = [];
      bounds.fill(sense.never);
      edges.length = 0;
      const reach = layers.slice(0, Math.max(0, maxPools - 1 - index));
      for (const token of tokens) {
        const bound = index === 0 ? sense.bar(known) : (this.#bounds[index - 1]?.[token] as number);
        for (let slot = first[token] as number; slot < (first[token + 1] as number); slot++) {
          const before = other[slot] as number;
          if (before === start || before === end) continue;
          const over = (edge[slot] as number) ^ 1 ^ sense.flip;
          const own = sense.boundBefore(this.#market.curve(over), bound);
          if (!reach.some(({ most }) => sense.isWithin(most[before] as number, own))) continue;
          edges.push(over);
          if (bounds[before] === sense.never) near.push(before);
          if (sense.isWithin(bounds[before] as number, own)) bounds[before] = own;
        }
      }
      tokens = near;
    }
  }

  /** From the start, pool by pool, in exact amounts. */
  #goOn(question: SingleQuestion, exactly: Exactly): void {
    const { pair, sense, units, maxPools } = question;
    const [start] = endsOf(pair, sense);
    const { first, edge } = this.#market.slots;
    const origin = { units, edge: -1, before: undefined };
    let reached = new Map<number, Label>();
    for (let slot = first[start] as number; slot < (first[start + 1] as number); slot++) {
      this.#pass(question, exactly, (edge[slot] as number) ^ sense.flip, origin, maxPools - 1, reached);
    }
    for (let left = maxPools - 2; left >= 0 && reached.size > 0; left--) {
      const further = new Map<number, Label>();
      for (const edges of this.#edges.slice(0, left + 1)) {
        for (const over of edges) {
          const label = reached.get(this.#market.tail(over ^ sense.flip));
          if (label) this.#pass(question, exactly, over, label, left, further);
        }
      }
      reached = further;
    }
  }

  /** Over one pool, if what comes of it may be worth it with so many pools left. */
  #pass(
    { pair, sense, known }: SingleQuestion,
    exactly: Exactly,
    edge: number,
    before: Label,
    left: number,
    reached: Map<number, Label>,
  ): void {
    const [, end] = endsOf(pair, sense);
    const token = this.#market.head(edge ^ sense.flip);
    const best = this.#best.get(token)?.units ?? (token === end ? known : undefined);
    const atBest = sense.after(this.#market.curve(edge), Number(before.units));
    if (best !== undefined && !sense.isBetter(atBest, Number(best))) return;
    const isWorthIt =
      token === end
        ? sense.isWithin(atBest, sense.bar(known))
        : this.#bounds.slice(0, left).some((bounds) => sense.isWithin(atBest, bounds[token] as number));
    if (!isWorthIt) return;
    const units = exactly(edge, before.units);
    if (units === undefined || (best !== undefined && !sense.isBetter(units, best))) return;
    const label = { units, edge, before: before.edge < 0 ? undefined : before };
    this.#best.set(token, label);
    if (token !== end) reached.set(token, label);
  }

  #wayTo({ pair, sense }: SingleQuestion): readonly number[] {
    const [, end] = endsOf(pair, sense);
    const edges: number[] = [];
    for (let label = this.#best.get(end); label; label = label.before) edges.push(label.edge);
    return sense.flip === 0 ? edges.reverse() : edges;
  }
}

/** Where the exact amount is, and where the result. */
const endsOf = ({ from, to }: Pair, { flip }: Sense): [number, number] => (flip === 0 ? [from, to] : [to, from]);
