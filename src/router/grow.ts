// Grows the network of a split from the best single path: adds chains of new pools as long as they add enough to the output.
import type { Candidates } from './candidates.ts';
import { type Chain, ChainFinder } from './chains.ts';
import type { Equaliser } from './equalise.ts';
import { paidFor, slopeAt } from './evaluate.ts';
import type { RouterMarket } from './market.ts';
import { Network, START } from './network.ts';
import { dropIdle, leadsTo, reachedFrom, takeAway } from './shape.ts';

/** The parts of the trade for which chains are searched: large ones first, so that the pools that carry most are added early. */
const SCALES = [2 ** -4, 2 ** -8, 2 ** -12];
/** Used if some pools that are too small for these parts have a price good enough to gain. */
const SMALL_SCALES = [...SCALES, 2 ** -18, 2 ** -24];
const CHAINS_A_ROUND = 8;
const ROUNDS = 24;
/** Rough prices suffice to choose the next chains; comparing two networks takes finer ones. */
const [TOLERANCE, FINE_TOLERANCE] = [1e-3, 1e-6];
/** Each time the first token's price has risen by this fraction, candidates with a lower rate are dropped. */
const RISE = 2e-4;
/** A chain that would close a loop gains more than this fraction of the output only if the pools' prices contradict each other. */
const CONTRADICTION = 1e-4;
const TURNS = 2;

type Parts = {
  readonly market: RouterMarket;
  readonly candidates: Candidates;
  readonly network: Network;
  readonly equaliser: Equaliser;
};

type Growth = {
  readonly amount: number;
  /** The least gain of each pool in a chain, as a fraction of the output. */
  readonly minGain: number;
  /** Whether some small pools have a price good enough to gain. */
  readonly areSmall: boolean;
};

export class Grower {
  readonly #parts: Parts;
  readonly #finder: ChainFinder;
  /** A copy of the network before `#turn`, restored if turning does not increase the output. */
  readonly #kept: Network;
  /** The best chain into each token that the last round rejected because it would have closed a loop. */
  readonly #rejectedForLoop = new Map<number, Chain>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#finder = new ChainFinder(parts.market, parts.candidates, parts.network);
    this.#kept = new Network(parts.market, parts.network.capacity);
  }

  /** Grows until no chain gains enough, the network is full, or no evaluations are left. Then tries rejected chains that gain much. */
  grow(growth: Growth): void {
    const { network, equaliser } = this.#parts;
    let bound = this.#growOn(growth);
    for (let turn = 0; turn < TURNS && this.#rejectedForLoop.size > 0; turn++) {
      const chain = this.#mostBarred();
      if (chain === undefined || !(chain.gain * chain.candidates.length > CONTRADICTION * bound)) return;
      bound = equaliser.equalise(network, growth.amount, FINE_TOLERANCE);
      this.#kept.become(network);
      if (this.#turn(chain, growth.amount)) this.#growOn(growth);
      if (equaliser.equalise(network, growth.amount, FINE_TOLERANCE) > bound && !equaliser.isSpent) continue;
      network.become(this.#kept);
      return;
    }
  }

  /** Adds chains without turning any; returns an upper bound of the network's output. */
  #growOn({ amount, minGain, areSmall }: Growth): number {
    const { candidates, network, equaliser } = this.#parts;
    let pruned = network.price[START] as number;
    candidates.keepAbove(pruned);
    let bound = equaliser.equalise(network, amount, TOLERANCE);
    for (const scale of areSmall ? SMALL_SCALES : SCALES) {
      for (let round = 0; round < ROUNDS; round++) {
        if (equaliser.isSpent || !Number.isFinite(bound)) return bound;
        const worth = (network.price[START] as number) * amount;
        const [part, least] = [scale * worth, minGain * bound];
        const { size } = network;
        if (this.#rejectedForLoop.size > 0) this.#rejectedForLoop.clear();
        const isLarger =
          this.#addBest(this.#finder.find(part, least), worth) || this.#addFromElsewhere(part, least, worth);
        if (!isLarger) break;
        bound = equaliser.equalise(network, amount, TOLERANCE);
        // At rough prices, a chain that carries little may seem to carry nothing, and would be dropped.
        if (network.carrying <= size) bound = equaliser.equalise(network, amount, FINE_TOLERANCE);
        dropIdle(network);
        if ((network.price[START] as number) <= pruned * (1 + RISE)) continue;
        pruned = network.price[START] as number;
        candidates.keepAbove(pruned);
      }
    }
    return bound;
  }

  /** Adds the chains with the most gain per pool; false if none could be added. */
  #addBest(chains: readonly Chain[], worth: number): boolean {
    let added = 0;
    for (const chain of chains.toSorted((one, other) => other.gain - one.gain)) {
      if (added === CHAINS_A_ROUND) break;
      if (this.#add(chain, worth)) added++;
    }
    return added > 0;
  }

  /** If the best chain into a token would close a loop, adds chains into it that start at tokens where they close none. */
  #addFromElsewhere(part: number, least: number, worth: number): boolean {
    const { candidates, network } = this.#parts;
    for (const token of [...this.#rejectedForLoop.keys()]) {
      const shut = reachedFrom(network, network.placeOf(token)).slice();
      const chains = this.#finder.find(part, least, shut);
      const into = chains.filter(({ candidates: [last] }) => candidates.head[last as number] === token);
      if (this.#addBest(into, worth)) return true;
    }
    return false;
  }

  #mostBarred(): Chain | undefined {
    const total = ({ gain, candidates }: Chain) => gain * candidates.length;
    return [...this.#rejectedForLoop.values()].sort((one, other) => total(other) - total(one))[0];
  }

  /** Removes the edges that lead from the chain's last token to its first, and adds the chain; false if that is impossible. */
  #turn(chain: Chain, amount: number): boolean {
    const { candidates, network } = this.#parts;
    const [last, first] = [chain.candidates[0] as number, chain.candidates.at(-1) as number];
    const [from, into] = [candidates.tail[first] as number, candidates.head[last] as number];
    const [start, end] = [network.placeOf(from), network.placeOf(into)];
    const gone = new Uint8Array(network.size);
    for (let at = 0; at < network.size; at++) {
      if (network.tail[at] === end && leadsTo(network, network.head[at] as number, start)) gone[at] = 1;
    }
    takeAway(network, gone);
    if (network.placeOf(from) < 0 || network.placeOf(into) < 0) return false;
    return this.#add(chain, (network.price[START] as number) * amount);
  }

  /** Adds a chain; it is shortened if another chain of this round already brought in one of its tokens. */
  #add(chain: Chain, worth: number): boolean {
    const { market, candidates, network } = this.#parts;
    const { candidates: way, alpha, beta } = chain;
    const isNew = (at: number) => network.placeOf(candidates.tail[at] as number) < 0;
    const length = way.findIndex((at) => !isNew(at)) + 1;
    const last = way[0] as number;
    if (network.holds(candidates.edge[last] as number)) return false;
    const start = network.placeOf(candidates.tail[way[length - 1] as number] as number);
    const end = network.placeOf(candidates.head[last] as number);
    if (network.size + length > network.capacity) return false;
    if (leadsTo(network, end, start)) {
      const into = candidates.head[last] as number;
      if (!this.#rejectedForLoop.has(into)) this.#rejectedForLoop.set(into, chain);
      return false;
    }
    // New tokens get the prices that result if the chain carries what it would take alone, at most the whole trade (for flat curves).
    const from = network.price[start] as number;
    const taken = (Math.sqrt((alpha * (network.price[end] as number)) / from) - 1) / beta;
    let flow = length === way.length ? Math.min(taken, worth / from) : 0;
    let price = from;
    for (let index = length - 1; index >= 0; index--) {
      const edge = candidates.edge[way[index] as number] as number;
      const curve = market.curve(edge);
      price /= slopeAt(curve, flow);
      flow = paidFor(curve, flow);
      if (index > 0) network.enter(market.head(edge), price);
      network.add(market, edge);
    }
    return true;
  }
}
