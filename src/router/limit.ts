// The limits: takes away what gains least for its pools until few enough are left and each is worth it.
import type { Equaliser } from './equalise.ts';
import type { Market } from './market.ts';
import { Network } from './network.ts';
import { dropIdle, markWhatDangles, takeAway } from './shape.ts';

export type Limits = {
  /** How many pools a trade may go through. */
  readonly maxPools: number;
  /** What each pool beyond the best path must add, as a part of what the trade fetches. */
  readonly minGain: number;
};

/** The edges that go when one goes. */
type Removal = {
  readonly first: number;
  readonly edges: Uint8Array;
  /** At these prices at least so much is lost for each of them; much more where they are deep. */
  readonly gain: number;
};

const TOLERANCE = 1e-4;
/** Of those that gain least, so many are tried when one has to go; more of them hardly find better. */
const TRIALS = 2;

export class Limiter {
  readonly #network: Network;
  readonly #equaliser: Equaliser;
  /** As it was before a trial, and after the best one. */
  readonly #before: Network;
  readonly #best: Network;
  #amount = 0;

  constructor(market: Market, network: Network, equaliser: Equaliser) {
    this.#network = network;
    this.#equaliser = equaliser;
    this.#before = new Network(market, network.capacity);
    this.#best = new Network(market, network.capacity);
  }

  /** Leaves nothing where the prices are no numbers, or what is left cannot be made small enough. */
  limit(amount: number, { maxPools, minGain }: Limits): void {
    this.#amount = amount;
    let bound = this.#equalise();
    while (Number.isFinite(bound) && this.#network.size > maxPools) bound = this.#takeOne(bound);
    if (Number.isFinite(bound)) this.#takeWhatGainsLittle(bound, minGain);
    else this.#network.clear();
  }

  /** Takes away, of those that gain least, the one with which the least is lost for its pools; no number where none can go. */
  #takeOne(bound: number): number {
    const network = this.#network;
    let [least, left] = [Infinity, Number.NaN];
    this.#before.become(network);
    for (const { edges, gain } of removalsFrom(network).slice(0, this.#equaliser.isSpent ? 1 : TRIALS)) {
      if (gain >= least) break;
      network.become(this.#before);
      const after = this.#without(edges);
      const loss = (bound - after) / (this.#before.size - network.size);
      if (loss >= least) continue;
      [least, left] = [loss, after];
      this.#best.become(network);
    }
    network.become(this.#best);
    return left;
  }

  /** On trial, since what is really lost shows only when the prices are equal again; each is tried once. */
  #takeWhatGainsLittle(start: number, minGain: number): void {
    const network = this.#network;
    const kept = new Set<number>();
    let bound = start;
    for (;;) {
      const least = removalsFrom(network).find(({ first }) => !kept.has(network.edge[first] as number));
      if (least === undefined || !(least.gain < minGain * bound) || this.#equaliser.isSpent) return;
      this.#before.become(network);
      const left = this.#without(least.edges);
      // Where the looks were used up in between, the prices are not equal, and too much seems to be left.
      if (!this.#equaliser.isSpent && bound - left < minGain * bound * (this.#before.size - network.size)) {
        bound = left;
        continue;
      }
      network.become(this.#before);
      kept.add(network.edge[least.first] as number);
    }
  }

  #without(edges: Uint8Array): number {
    takeAway(this.#network, edges);
    return this.#equalise();
  }

  #equalise(): number {
    const bound = this.#equaliser.equalise(this.#network, this.#amount, TOLERANCE);
    dropIdle(this.#network);
    return bound;
  }
}

/** Those that gain least for each of their pools first; never all edges, since something has to carry the trade. */
function removalsFrom(network: Network): readonly Removal[] {
  const removals: Removal[] = [];
  for (let first = 0; first < network.size; first++) {
    const edges = new Uint8Array(network.size);
    edges[first] = 1;
    markWhatDangles(network, edges);
    const isKnown = removals.some((known) => known.edges[first] === 1 && edges[known.first] === 1);
    const gain = gainPerPool(network, edges);
    if (!isKnown && gain < Infinity) removals.push({ first, edges, gain });
  }
  return removals.sort((one, other) => one.gain - other.gain);
}

/** Infinity for all of them. */
function gainPerPool(network: Network, edges: Uint8Array): number {
  let [gain, pools] = [0, 0];
  for (let at = 0; at < network.size; at++) {
    if (edges[at] === 0) continue;
    gain += network.gain[at] as number;
    pools++;
  }
  return pools < network.size ? gain / pools : Infinity;
}
