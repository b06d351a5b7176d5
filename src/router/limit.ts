// The limits: takes away what gains least for its pools until few enough are left and each is worth it.
import type { Equaliser } from './equalise.ts';
import type { Network } from './network.ts';
import { dropIdle, markWhatDangles, takeAway } from './shape.ts';

export type Limits = {
  /** How many pools a trade may go through. */
  readonly maxPools: number;
  /** What each pool beyond the best path must add, as a part of what the trade fetches. */
  readonly minGain: number;
};

const TOLERANCE = 1e-4;

/** After each removal the prices are made equal again, since what is left gains more. */
export function limit(network: Network, equaliser: Equaliser, amount: number, { maxPools, minGain }: Limits): void {
  let bound = equaliser.equalise(network, amount, TOLERANCE);
  dropIdle(network);
  while (network.size > 1) {
    const { gain, edges } = leastGain(network);
    if (network.size <= maxPools && gain >= minGain * bound) return;
    takeAway(network, edges);
    bound = equaliser.equalise(network, amount, TOLERANCE);
    dropIdle(network);
  }
}

/** The edges that go when one goes, those with the least gain a pool: at these prices, at least so much is lost. */
function leastGain(network: Network): { gain: number; edges: Uint8Array } {
  let least = { gain: Infinity, edges: new Uint8Array(network.size) };
  for (let at = 0; at < network.size; at++) {
    const edges = new Uint8Array(network.size);
    edges[at] = 1;
    markWhatDangles(network, edges);
    let [gain, pools] = [0, 0];
    for (let other = 0; other < network.size; other++) {
      if (edges[other] === 0) continue;
      gain += network.gain[other] as number;
      pools++;
    }
    if (pools < network.size && gain / pools < least.gain) least = { gain: gain / pools, edges };
  }
  return least;
}
