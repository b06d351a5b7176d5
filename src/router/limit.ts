// Enforces the limits of a split: removes the pools with the least gain until at most `maxPools` are left and each gains `minGain`.
import type { Equaliser } from './equalise.ts';
import type { RouterMarket } from './market.ts';
import { Network } from './network.ts';
import { dropIdle, markWhatDangles, takeAway } from './shape.ts';

export type RouteLimits = {
  /** The most pools that a trade may use. */
  readonly maxPools: number;
  /** The least gain of each pool beyond the best path, as a fraction of the result. */
  readonly minGain: number;
};

/** The edges that are removed together: one edge, and those that lead nowhere without it. */
type Removal = {
  readonly first: number;
  readonly edges: Uint8Array;
  /** A lower bound of the output lost per removed pool, at the current prices; removing deep pools loses much more. */
  readonly gain: number;
};

const TOLERANCE = 1e-4;
/** The number of removals tried when a pool has to go; trying more hardly finds better ones. */
const TRIALS = 2;

export class Limiter {
  readonly #network: Network;
  readonly #equaliser: Equaliser;
  /** The network before a trial, and after the best trial. */
  readonly #before: Network;
  readonly #best: Network;
  #amount = 0;

  constructor(market: RouterMarket, network: Network, equaliser: Equaliser) {
    this.#network = network;
    this.#equaliser = equaliser;
    this.#before = new Network(market, network.capacity);
    this.#best = new Network(market, network.capacity);
  }

  /** Leaves the network empty if prices are not finite, or if it cannot be made small enough. */
  limit(amount: number, { maxPools, minGain }: RouteLimits): void {
    this.#amount = amount;
    let bound = this.#equalise();
    while (Number.isFinite(bound) && this.#network.size > maxPools) bound = this.#takeOne(bound);
    if (Number.isFinite(bound)) this.#takeWhatGainsLittle(bound, minGain);
    else this.#network.clear();
  }

  /** Tries the removals with the least gain, and keeps the one that loses least per pool; returns NaN if nothing can be removed. */
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

  /** Removes pools that gain too little. Tries each removal once: the real loss is known only after the prices are equalised again. */
  #takeWhatGainsLittle(start: number, minGain: number): void {
    const network = this.#network;
    const kept = new Set<number>();
    let bound = start;
    // No removal gains less per pool than the edge with the least gain.
    while (leastGain(network) < minGain * bound) {
      const least = removalsFrom(network).find(({ first }) => !kept.has(network.edge[first] as number));
      if (least === undefined || !(least.gain < minGain * bound) || this.#equaliser.isSpent) return;
      this.#before.become(network);
      const left = this.#without(least.edges);
      // If the evaluations ran out, the prices are not equalised: the bound is too high, and the loss seems too small.
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

/** All removals, sorted by gain per pool, the smallest first; none removes all edges, since something has to carry the trade. */
function removalsFrom(network: Network): readonly Removal[] {
  const { size, tail, head, tokens } = network;
  const [leaving, entering] = [new Uint8Array(tokens), new Uint8Array(tokens)];
  for (let at = 0; at < size; at++) {
    (leaving[tail[at] as number] as number)++;
    (entering[head[at] as number] as number)++;
  }
  const removals: Removal[] = [];
  for (let first = 0; first < size; first++) {
    const edges = new Uint8Array(size);
    edges[first] = 1;
    // Nothing else dangles if both of its tokens have another edge on that side.
    const isOnly = leaving[tail[first] as number] === 1 || entering[head[first] as number] === 1;
    if (isOnly) markWhatDangles(network, edges);
    const isKnown = removals.some((known) => known.edges[first] === 1 && edges[known.first] === 1);
    const gain = gainPerPool(network, edges);
    if (!isKnown && gain < Infinity) removals.push({ first, edges, gain });
  }
  return removals.sort((one, other) => one.gain - other.gain);
}

function leastGain({ size, gain }: Network): number {
  let least = Infinity;
  for (let at = 0; at < size; at++) least = Math.min(least, gain[at] as number);
  return least;
}

/** Infinity if no edge would be left. */
function gainPerPool(network: Network, edges: Uint8Array): number {
  let [gain, pools] = [0, 0];
  for (let at = 0; at < network.size; at++) {
    if (edges[at] === 0) continue;
    gain += network.gain[at] as number;
    pools++;
  }
  return pools < network.size ? gain / pools : Infinity;
}
