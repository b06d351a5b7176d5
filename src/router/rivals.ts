// Single paths that may be better, to the unit, than the best way that is known: floats only rule out, exact amounts decide.
import { carry, type Layer, type Layers, type Pair } from './carry.ts';
import { inputFor, paidFor } from './evaluate.ts';
import { trace } from './least-path.ts';
import type { Market } from './market.ts';

/**
 * Tries a path in exact amounts and answers, in units, what a better one must pay at least, or may cost at most; null when
 * enough were tried.
 */
export type Try = (edges: readonly number[]) => number | null;

const MAX_POOLS = 4;
/** What floats may be off by, over four pools. */
const FLOAT_ERROR = 1e-12;
/** Pools that are looked at; a market would have to be very large, and the trade dust, to need more. */
const MAX_LOOKS = 20_000;

/** Tries every path that could pay `bar` or more: from its end, by what each pool needs to pay that. */
export function rivalsIn(market: Market, pair: Pair, amount: number, layers: Layers, bar: number, attempt: Try): void {
  carry(market, pair, amount, layers);
  const reach = [layers[0], layers[1]];
  const walk = new Walk(market, pair, attempt, bar);
  const backTo = (token: number, needed: number): void => {
    const { first, other, edge } = market.slots;
    for (let slot = first[token] as number; slot < (first[token + 1] as number) && walk.goesOn(); slot++) {
      const tail = other[slot] as number;
      if (tail === pair.to || walk.passes(tail)) continue;
      const into = (edge[slot] as number) ^ 1;
      const least = inputFor(market.curve(into), walk.isEmpty ? walk.bar : needed) * (1 - FLOAT_ERROR);
      if (tail === pair.from) {
        if (amount >= least) walk.arrive(into);
      } else if (walk.mayPass(reach, (layer) => (layer.most[tail] as number) >= least)) {
        walk.over(into, tail, () => backTo(tail, least));
      }
    }
  };
  backTo(pair.to, bar);
}

/** Tries every path that could pay `amount` for `bar` or less: from its start, by what each pool then pays. */
export function rivalsOut(market: Market, pair: Pair, amount: number, layers: Layers, bar: number, attempt: Try): void {
  trace(market, pair, amount, layers);
  const need = [layers[0], layers[1]];
  const walk = new Walk(market, pair, attempt, bar);
  const onFrom = (token: number, held: number): void => {
    const { first, other, edge } = market.slots;
    for (let slot = first[token] as number; slot < (first[token + 1] as number) && walk.goesOn(); slot++) {
      const head = other[slot] as number;
      if (head === pair.from || walk.passes(head)) continue;
      const out = edge[slot] as number;
      const most = paidFor(market.curve(out), walk.isEmpty ? walk.bar : held) * (1 + FLOAT_ERROR);
      if (head === pair.to) {
        if (most >= amount) walk.arrive(out);
      } else if (walk.mayPass(need, (layer) => (layer.most[head] as number) <= most)) {
        walk.over(out, head, () => onFrom(head, most));
      }
    }
  };
  onFrom(pair.from, bar);
}

/** A path while it is walked from one end to the other. */
class Walk {
  readonly #market: Market;
  readonly #pair: Pair;
  readonly #attempt: Try;
  readonly #edges: number[] = [];
  readonly #tokens: number[] = [];
  #looks = 0;
  #isOver = false;
  /** What a path must pay at least, or may cost at most, to be better than all that were tried. */
  bar: number;

  constructor(market: Market, pair: Pair, attempt: Try, bar: number) {
    this.#market = market;
    this.#pair = pair;
    this.#attempt = attempt;
    this.bar = bar;
  }

  get isEmpty(): boolean {
    return this.#edges.length === 0;
  }

  /** Asked before each pool that is looked at. */
  goesOn(): boolean {
    this.#looks += 1;
    return !this.#isOver && this.#looks <= MAX_LOOKS;
  }

  passes(token: number): boolean {
    return this.#tokens.includes(token);
  }

  /** Whether there is room for another pool and, but for the first, a layer that says that the rest can be had. */
  mayPass(layers: readonly Layer[], isWithin: (layer: Layer) => boolean): boolean {
    const left = MAX_POOLS - 1 - this.#edges.length;
    if (left === 0) return false;
    return this.isEmpty || layers.slice(0, left).some(isWithin);
  }

  over(edge: number, token: number, goOn: () => void): void {
    this.#edges.push(edge);
    this.#tokens.push(token);
    goOn();
    this.#edges.pop();
    this.#tokens.pop();
  }

  arrive(edge: number): void {
    const edges = [...this.#edges, edge];
    const isForwards = this.#market.tail(edges[0] as number) === this.#pair.from;
    const bar = this.#attempt(isForwards ? edges : edges.reverse());
    if (bar === null) this.#isOver = true;
    else this.bar = bar;
  }
}
