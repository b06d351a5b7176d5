// Finds chains of new pools that leave the network and return to it with a gain, for a part of the trade.
import type { Candidates } from './candidates.ts';
import { emptyLayers, type Layers } from './carry.ts';
import { chord, isGeneral, paidFor } from './evaluate.ts';
import type { Market } from './market.ts';
import type { Network } from './network.ts';
import { GENERAL } from './slots.ts';

/** A chain as one constant-product curve: it pays αx/(1+βx). */
export type Chain = {
  /** Its edges as candidates, the last one first. */
  readonly candidates: readonly number[];
  readonly alpha: number;
  readonly beta: number;
  /** The amount it adds to the trade's worth at the current prices, per pool. */
  readonly gain: number;
};

export class ChainFinder {
  readonly #market: Market;
  readonly #candidates: Candidates;
  readonly #network: Network;
  /** By new token: the most that the part becomes after one, two or three new pools, and by which candidate. */
  readonly #layers: Layers;
  readonly #reached: readonly [number[], number[], number[]] = [[], [], []];
  /** By new token: the most found so far. */
  readonly #most: Float64Array;
  #worth = 0;
  /** The candidates that close a chain, and the number of new pools before each. */
  readonly #closing: number[] = [];
  readonly #before: number[] = [];

  constructor(market: Market, candidates: Candidates, network: Network) {
    this.#market = market;
    this.#candidates = candidates;
    this.#network = network;
    this.#layers = emptyLayers(market.tokens);
    this.#most = new Float64Array(market.tokens);
  }

  /**
   * Chains of at most four new pools that gain more than `least` per pool, chosen for a part of this worth. They start at any token of
   * the network, except at places marked in `shut`.
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

  /** Follows every candidate that leaves a token: back into the network, if that gains, or to a new token. */
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
      // A single pool may be too small for the part and still gain.
      else if (pools === 0 || (this.#network.price[place] as number) * paid > this.#worth) {
        this.#closing.push(at);
        this.#before.push(pools);
      }
    }
  }

  #reach(token: number, amount: number, candidate: number, pools: number): void {
    const layer = this.#layers[pools];
    // Ignores a longer way that brings less.
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

  /** A candidate's curve as a constant product; a general curve is approximated by its chord at this amount. */
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
