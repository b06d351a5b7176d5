// Finds chains: paths over new pools from one token of the network to another, over which a part of the trade gains.
import type { Candidates } from './candidates.ts';
import { emptyLayers, type Layers } from './carry.ts';
import { chord, isGeneral, paidFor } from './evaluate.ts';
import type { RouterMarket } from './market.ts';
import type { Network } from './network.ts';
import { GENERAL } from './slots.ts';

/** A chain whose pools are combined into one constant-product curve: it pays αx/(1+βx) for x. */
export type Chain = {
  /** Its edges, as indices of candidates; the last edge comes first. */
  readonly candidates: readonly number[];
  readonly alpha: number;
  readonly beta: number;
  /** The output that it adds at the network's current prices, divided by its number of pools. */
  readonly gain: number;
};

export class ChainFinder {
  readonly #market: RouterMarket;
  readonly #candidates: Candidates;
  readonly #network: Network;
  /** By token outside the network: the most that the part becomes after one, two or three new pools, and the candidate of the last. */
  readonly #layers: Layers;
  readonly #reached: readonly [number[], number[], number[]] = [[], [], []];
  /** By token outside the network: the most found so far, after any number of new pools. */
  readonly #most: Float64Array;
  #worth = 0;
  /** The candidates that end a chain because they pay a token of the network, and the number of new pools before each. */
  readonly #closing: number[] = [];
  readonly #before: number[] = [];

  constructor(market: RouterMarket, candidates: Candidates, network: Network) {
    this.#market = market;
    this.#candidates = candidates;
    this.#network = network;
    this.#layers = emptyLayers(market.tokens);
    this.#most = new Float64Array(market.tokens);
  }

  /**
   * Chains of at most four new pools that gain more than `least` per pool, chosen for a part of the trade that is worth `worth` in the
   * last token. They start at any token of the network except those marked in `shut`.
   */
  find(worth: number, least: number, shut?: Uint8Array): readonly Chain[] {
    this.#worth = worth;
    this.#closing.length = this.#before.length = 0;
    const { tokens, token, price } = this.#network;
    for (let place = 0; place < tokens; place++) {
      if (shut?.[place] !== 1) this.#leave(token[place] as number, worth / (price[place] as number), 0);
    }
    for (const [index, reached] of this.#reached.entries()) {
      const { most } = this.#layers[index] as Layers[0];
      for (const token of reached) this.#leave(token, most[token] as number, index + 1);
    }
    const chains: Chain[] = [];
    for (const [index, closing] of this.#closing.entries())
      this.#compose(closing, this.#before[index] as number, least, chains);
    this.#clear();
    return chains;
  }

  /** Follows every candidate that takes a token: it ends a chain at a token of the network, if that gains, or reaches a new token. */
  #leave(token: number, amount: number, pools: number): void {
    const { first, next, head, edge, alpha, beta } = this.#candidates;
    const cameBy = pools === 0 ? -1 : (edge[this.#by(token, pools)] as number) ^ 1;
    for (let at = first[token] as number; at >= 0; at = next[at] as number) {
      if (edge[at] === cameBy || this.#network.holds(edge[at] as number)) continue;
      const paid =
        beta[at] === GENERAL
          ? paidFor(this.#market.curve(edge[at] as number), amount)
          : ((alpha[at] as number) * amount) / (1 + (beta[at] as number) * amount);
      const place = this.#network.placeOf(head[at] as number);
      if (place < 0) this.#reach(head[at] as number, paid, at, pools);
      // A chain of one pool is always kept: if it is too small for the whole part, it may still gain with less.
      else if (pools === 0 || (this.#network.price[place] as number) * paid > this.#worth) {
        this.#closing.push(at);
        this.#before.push(pools);
      }
    }
  }

  #reach(token: number, amount: number, candidate: number, pools: number): void {
    const layer = this.#layers[pools];
    // Ignores a path that is too long, or that brings no more of the token than one found before.
    if (layer === undefined || !(amount > (this.#most[token] as number))) return;
    if (layer.most[token] === 0) this.#reached[pools]?.push(token);
    layer.most[token] = this.#most[token] = amount;
    layer.by[token] = candidate;
  }

  /** The candidate by which a token was reached after this many new pools. */
  #by(token: number, pools: number): number {
    return this.#layers[pools - 1]?.by[token] as number;
  }

  #compose(closing: number, before: number, least: number, chains: Chain[]): void {
    let { alpha, beta } = this.#curve(closing, before);
    let at = closing;
    for (let pools = before; pools > 0; pools--) {
      at = this.#by(this.#candidates.tail[at] as number, pools);
      const curve = this.#curve(at, pools - 1);
      beta = curve.beta + curve.alpha * beta;
      alpha *= curve.alpha;
    }
    const [from, to] = [this.#price(this.#candidates.tail[at]), this.#price(this.#candidates.head[closing])];
    const over = Math.sqrt((alpha * to) / from) - 1;
    const gain = ((from / beta) * over * over) / (before + 1);
    if (over > 0 && gain > least) chains.push({ candidates: this.#wayTo(closing, before), alpha, beta, gain });
  }

  #wayTo(closing: number, before: number): number[] {
    const way = [closing];
    for (let pools = before; pools > 0; pools--) {
      way.push(this.#by(this.#candidates.tail[way.at(-1) as number] as number, pools));
    }
    return way;
  }

  #price(token: number | undefined): number {
    return this.#network.price[this.#network.placeOf(token as number)] as number;
  }

  /** A candidate's curve as a constant product; a general curve is approximated by one that pays the same for the amount that arrives. */
  #curve(at: number, pools: number): { alpha: number; beta: number } {
    const [alpha, beta] = [this.#candidates.alpha[at] as number, this.#candidates.beta[at] as number];
    if (beta !== GENERAL) return { alpha, beta };
    const curve = this.#market.curve(this.#candidates.edge[at] as number);
    const tail = this.#candidates.tail[at] as number;
    const amount = pools === 0 ? this.#worth / this.#price(tail) : (this.#layers[pools - 1]?.most[tail] as number);
    return { alpha, beta: isGeneral(curve) ? chord(curve, alpha, amount) : 0 };
  }

  #clear(): void {
    for (const [index, reached] of this.#reached.entries()) {
      for (const token of reached) (this.#layers[index] as Layers[0]).most[token] = this.#most[token] = 0;
      reached.length = 0;
    }
  }
}
