// Finds the single path with the best exact result: floats exclude paths that cannot beat a known result; exact amounts decide the rest.
import type { Layers, TokenIndexes } from './carry.ts';
import type { RouterMarket } from './market.ts';
import { EXACT_IN, type Sense } from './sense.ts';
import { GENERAL } from './slots.ts';

/** The exact output for an input, or the exact input for an output, of the pool of an edge; undefined if the pool cannot do it. */
export type Exactly = (edge: number, units: bigint) => bigint | undefined;

type SingleQuestion = {
  readonly pair: TokenIndexes;
  readonly units: bigint;
  readonly sense: Sense;
  /** The best result known so far. */
  readonly known: bigint | undefined;
  readonly maxPools: number;
  /** The amounts that the units become (or need) after each number of pools, in floats; see `Layer`. */
  readonly layers: Layers;
  readonly exactly: Exactly;
};

const MOST_POOLS = 4;

/** The best known amount of a token, and how it was reached. */
type Label = {
  readonly units: bigint;
  /** `units` as a float. */
  readonly near: number;
  readonly edge: number;
  readonly before: Label | undefined;
};

/** Labels by token; `clear` only visits those that were set. */
class Labels {
  readonly #of: (Label | undefined)[];
  readonly #tokens: number[] = [];

  constructor(tokens: number) {
    this.#of = new Array(tokens).fill(undefined);
  }

  get isEmpty(): boolean {
    return this.#tokens.length === 0;
  }

  at(token: number): Label | undefined {
    return this.#of[token];
  }

  set(token: number, label: Label): void {
    if (this.#of[token] === undefined) this.#tokens.push(token);
    this.#of[token] = label;
  }

  clear(): void {
    for (const token of this.#tokens) this.#of[token] = undefined;
    this.#tokens.length = 0;
  }
}

/**
 * A larger input never pays less, so only the best path to each token has to be continued, and a path that visits a token twice is
 * never the best. So a few visits of each pool are enough, however many paths there are.
 */
export class SinglePathFinder {
  readonly #market: RouterMarket;
  /** By number of pools to the end and by token: the bound that an amount must satisfy to be worth continuing. */
  readonly #bounds: readonly Float64Array[];
  /** By number of pools to the end: the edges that may be used. */
  readonly #edges: readonly number[][];
  readonly #best: Labels;
  /** Tokens reached after the current number of pools, and after one more. */
  #reached: Labels;
  #further: Labels;
  #sense = EXACT_IN;
  /** The tokens of the exact amount and of the result. */
  #start = 0;
  #end = 0;
  #known: bigint | undefined;
  #exactly: Exactly = () => undefined;
  /** The bound that the result must satisfy. */
  #bar = 0;

  constructor(market: RouterMarket) {
    this.#market = market;
    this.#bounds = Array.from({ length: MOST_POOLS - 1 }, () => new Float64Array(market.tokens));
    this.#edges = Array.from({ length: MOST_POOLS - 1 }, () => []);
    this.#best = new Labels(market.tokens);
    this.#reached = new Labels(market.tokens);
    this.#further = new Labels(market.tokens);
  }

  /** The edges of the best path; none if it is no better than `known`. */
  find({ pair: { from, to }, units, sense, known, maxPools, layers, exactly }: SingleQuestion): readonly number[] {
    this.#sense = sense;
    [this.#start, this.#end] = sense === EXACT_IN ? [from, to] : [to, from];
    [this.#known, this.#exactly] = [known, exactly];
    this.#bar = sense.bar(known);
    for (const labels of [this.#best, this.#reached, this.#further]) labels.clear();
    const most = Math.min(MOST_POOLS, maxPools);
    this.#lookBack(layers, most);
    this.#goOn(units, most);
    const edges: number[] = [];
    for (let label = this.#best.at(this.#end); label; label = label.before) edges.push(label.edge);
    return sense === EXACT_IN ? edges.reverse() : edges;
  }

  /** Walks backwards from the result's token, to find which pools may be used and which amounts are worth continuing. */
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

  /** Checks every pool of a token, towards the start: whether an amount within the bound can arrive there in the remaining pools. */
  #lookFrom(token: number, bound: number, index: number, layers: Layers, left: number, reached: number[]): void {
    const { first, other, edge, alphaIn, betaIn, alphaOut, betaOut } = this.#market.slots;
    const [sense, bounds, edges] = [this.#sense, this.#bounds[index] as Float64Array, this.#edges[index] as number[]];
    const [alpha, beta] = sense === EXACT_IN ? [alphaIn, betaIn] : [alphaOut, betaOut];
    const [one, two, three] = layers;
    for (let slot = first[token] as number; slot < (first[token + 1] as number); slot++) {
      const before = other[slot] as number;
      if (before === this.#start || before === this.#end) continue;
      // The best amount that can arrive there within the remaining pools.
      let most = left > 0 ? (one.most[before] as number) : sense.nothing;
      if (left > 1) most = sense.betterOf(most, two.most[before] as number);
      if (left > 2) most = sense.betterOf(most, three.most[before] as number);
      if (most === sense.nothing) continue;
      const over = (edge[slot] as number) ^ 1 ^ sense.flip;
      const own =
        beta[slot] === GENERAL
          ? sense.boundBefore(this.#market.curve(over), bound)
          : sense.boundOf(alpha[slot] as number, beta[slot] as number, bound);
      if (!sense.isWithin(most, own)) continue;
      edges.push(over);
      if (bounds[before] === sense.never) reached.push(before);
      if (sense.isWithin(bounds[before] as number, own)) bounds[before] = own;
    }
  }

  /** Walks from the exact amount's token, pool by pool in exact amounts, over the edges that `#lookBack` found. */
  #goOn(units: bigint, maxPools: number): void {
    const { first, edge } = this.#market.slots;
    const start = { units, near: Number(units), edge: -1, before: undefined };
    for (let slot = first[this.#start] as number; slot < (first[this.#start + 1] as number); slot++) {
      this.#pass((edge[slot] as number) ^ this.#sense.flip, start, maxPools - 1);
    }
    for (let left = maxPools - 2; left >= 0 && !this.#further.isEmpty; left--) {
      [this.#reached, this.#further] = [this.#further, this.#reached];
      this.#further.clear();
      for (let index = 0; index <= left; index++) {
        for (const over of this.#edges[index] as number[]) {
          const label = this.#reached.at(this.#market.tail(over ^ this.#sense.flip));
          if (label) this.#pass(over, label, left);
        }
      }
    }
  }

  /** Computes the exact result of one pool, if it may still lead to a better one within `left` more pools. */
  #pass(edge: number, before: Label, left: number): void {
    const [sense, market] = [this.#sense, this.#market];
    const token = market.head(edge ^ sense.flip);
    const { slotOf, alphaOut, betaOut } = market.slots;
    const [alpha, beta] = [alphaOut[slotOf[edge] as number] as number, betaOut[slotOf[edge] as number] as number];
    const atBest =
      beta === GENERAL ? sense.after(market.curve(edge), before.near) : sense.afterOf(alpha, beta, before.near);
    if (!this.#isWorth(token, atBest, left)) return;
    const label = this.#best.at(token);
    const best = label ? label.units : token === this.#end ? this.#known : undefined;
    if (best !== undefined && !sense.isBetter(atBest, label ? label.near : Number(best))) return;
    const units = this.#exactly(edge, before.units);
    if (units === undefined || (best !== undefined && !sense.isBetter(units, best))) return;
    const found = { units, near: Number(units), edge, before: before.edge < 0 ? undefined : before };
    this.#best.set(token, found);
    if (token !== this.#end) this.#further.set(token, found);
  }

  #isWorth(token: number, amount: number, left: number): boolean {
    if (token === this.#end) return this.#sense.isWithin(amount, this.#bar);
    for (let index = 0; index < left; index++) {
      if (this.#sense.isWithin(amount, this.#bounds[index]?.[token] as number)) return true;
    }
    return false;
  }
}
