// Growth: from the best single path, chain by chain, as long as one adds enough to what the trade fetches.
import type { Candidates } from './candidates.ts';
import { type Chain, ChainFinder } from './chains.ts';
import type { Equaliser } from './equalise.ts';
import { paidFor, slopeAt } from './evaluate.ts';
import type { Market } from './market.ts';
import { type Network, START } from './network.ts';
import { dropIdle, leadsTo } from './shape.ts';

/** Chains are sought for large parts of the trade first, so that the pools which carry most come early. */
const SCALES = [1 / 16, 1 / 256, 1 / 4096];
const CHAINS_A_ROUND = 8;
const ROUNDS = 24;
/** Rough prices are enough to see where to grow. */
const TOLERANCE = 1e-3;
/** A rise of the price after which fewer candidates are worth looking at. */
const RISE = 2e-4;

type Parts = {
  readonly market: Market;
  readonly candidates: Candidates;
  readonly network: Network;
  readonly equaliser: Equaliser;
};

export class Grower {
  readonly #parts: Parts;
  readonly #finder: ChainFinder;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#finder = new ChainFinder(parts.market, parts.candidates, parts.network);
  }

  /** Grows until no chain gains `minGain` of the whole for each of its pools, the network is full, or the looks are used up. */
  grow(amount: number, minGain: number): void {
    const { candidates, network, equaliser } = this.#parts;
    let pruned = network.price[START] as number;
    candidates.keepAbove(pruned);
    let bound = equaliser.equalise(network, amount, TOLERANCE);
    for (const scale of SCALES) {
      for (let round = 0; round < ROUNDS; round++) {
        if (equaliser.isSpent || !Number.isFinite(bound)) return;
        const worth = (network.price[START] as number) * amount;
        const chains = this.#finder.find(scale * worth, minGain * bound);
        if (!this.#addBest(chains, worth)) break;
        bound = equaliser.equalise(network, amount, TOLERANCE);
        dropIdle(network);
        if ((network.price[START] as number) <= pruned * (1 + RISE)) continue;
        pruned = network.price[START] as number;
        candidates.keepAbove(pruned);
      }
    }
  }

  /** Adds the chains with the most gain a pool; false if there was none to add. */
  #addBest(chains: readonly Chain[], worth: number): boolean {
    let added = 0;
    for (const chain of chains.toSorted((one, other) => other.gain - one.gain)) {
      if (added === CHAINS_A_ROUND) break;
      if (this.#add(chain, worth)) added++;
    }
    return added > 0;
  }

  /** A chain that now starts at a token which another brought in this round is only as long as from there. */
  #add({ candidates: chain, alpha, beta }: Chain, worth: number): boolean {
    const { market, candidates, network } = this.#parts;
    const isNew = (at: number) => network.placeOf(candidates.tail[at] as number) < 0;
    const length = chain.findIndex((at) => !isNew(at)) + 1;
    const last = chain[0] as number;
    if (network.holds(candidates.edge[last] as number)) return false;
    const start = network.placeOf(candidates.tail[chain[length - 1] as number] as number);
    const end = network.placeOf(candidates.head[last] as number);
    if (network.size + length > network.capacity || leadsTo(network, end, start)) return false;
    // The prices of its new tokens are those at the flow that it would take by itself; a flat one would take more than there is.
    const from = network.price[start] as number;
    const taken = (Math.sqrt((alpha * (network.price[end] as number)) / from) - 1) / beta;
    let flow = length === chain.length ? Math.min(taken, worth / from) : 0;
    let price = from;
    for (let index = length - 1; index >= 0; index--) {
      const edge = candidates.edge[chain[index] as number] as number;
      const curve = market.curve(edge);
      price /= slopeAt(curve, flow);
      flow = paidFor(curve, flow);
      if (index > 0) network.enter(market.head(edge), price);
      network.add(market, edge);
    }
    return true;
  }
}
