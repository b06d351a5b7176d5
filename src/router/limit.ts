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
    if (gain === Infinity || (network.size <= maxPools && gain >= minGain * bound)) return;
    takeAway(network, edges);
    bound = equaliser.equalise(network, amount, TOLERANCE);
    dropIdle(network);
  }
}

/** The edges that go when one goes, those with the least gain a pool: at these prices, at least so much is lost. */
function leastGain(network: Network): { gain: number; edges: Uint8Array } {
  let [least, edges, others] = [Infinity, new Uint8Array(network.size), new Uint8Array(network.size)];
  for (let at = 0; at < network.size; at++) {
    others.fill(0);
    others[at] = 1;
    markWhatDangles(network, others);
    const gain = gainPerPool(network, others);
    if (gain < least) [least, edges, others] = [gain, others, edges];
  }
  return { gain: least, edges };
}

/** Infinity for all of them: something has to carry the trade. */
function gainPerPool(network: Network, edges: Uint8Array): number {
  let [gain, pools] = [0, 0];
  for (let at = 0; at < network.size; at++) {
    if (edges[at] === 0) continue;
    gain += network.gain[at] as number;
    pools++;
  }
  return pools < network.size ? gain / pools : Infinity;
}
