// The best single path to the unit: floats rule out what cannot be better than what is known, exact amounts decide between the rest.
import type { Layers, Pair } from './carry.ts';
import type { Market } from './market.ts';
import { EXACT_IN, type Sense } from './sense.ts';
import { GENERAL } from './slots.ts';

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
type Label = {
  readonly units: bigint;
  /** The same in floats. */
  readonly near: number;
  readonly edge: number;
  readonly before: Label | undefined;
};

/** By token; only those that were set are cleared. */
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
 * More in never pays less, so that of all ways to a token only the best is worth going on from, and no way that comes to
 * a token twice is ever the best: a few looks at each pool are enough, whatever the number of paths.
 */
export class SinglePathFinder {
  readonly #market: Market;
  /** By number of pools to the end and by token: what an amount must be within to be worth anything there. */
  readonly #bounds: readonly Float64Array[];
  /** By number of pools to the end: the edges that may be taken. */
  readonly #edges: readonly number[][];
  readonly #best: Labels;
  /** Those that came with the last pool, and those that come with the next. */
  #reached: Labels;
  #further: Labels;
  #sense = EXACT_IN;
  /** Where the exact amount is, and where the result. */
  #start = 0;
  #end = 0;
  #known: bigint | undefined;
  #exactly: Exactly = () => undefined;
  /** What the result must be within. */
  #bar = 0;

  constructor(market: Market) {
    this.#market = market;
    this.#bounds = Array.from({ length: MOST_POOLS - 1 }, () => new Float64Array(market.tokens));
    this.#edges = Array.from({ length: MOST_POOLS - 1 }, () => []);
    this.#best = new Labels(market.tokens);
    this.#reached = new Labels(market.tokens);
    this.#further = new Labels(market.tokens);
  }

  /** The edges of the best path; none where it is no better than what is known. */
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
    const { first, other, edge, alphaIn, betaIn, alphaOut, betaOut } = this.#market.slots;
    const [sense, bounds, edges] = [this.#sense, this.#bounds[index] as Float64Array, this.#edges[index] as number[]];
    const [alpha, beta] = sense === EXACT_IN ? [alphaIn, betaIn] : [alphaOut, betaOut];
    const [one, two, three] = layers;
    for (let slot = first[token] as number; slot < (first[token + 1] as number); slot++) {
      const before = other[slot] as number;
      if (before === this.#start || before === this.#end) continue;
      // The best that comes there in as many pools as are left.
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

  /** From the start, pool by pool, in exact amounts. */
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

  /** Over one pool, if what comes of it may be worth it with so many pools left. */
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
