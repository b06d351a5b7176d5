// Turns flows into a route: hops in the order of the flow, each with its share of a token in units of 2^-30.
import { WHOLE_SHARE } from '../core/route/shape.ts';
import type { Network } from './network.ts';
import { depths, dropIdle } from './shape.ts';

export type Hop = { readonly pool: number; readonly forward: boolean; readonly share: number };

/** The smallest share that a hop can have: edges that carry less are dropped. */
const LEAST_PART = 1 / WHOLE_SHARE;

export const hopOf = (edge: number, share = WHOLE_SHARE): Hop => ({ pool: edge >> 1, forward: edge % 2 === 0, share });

/** Shares of each hop's input token; the last and largest hop out of a token takes the rest. */
export function sharesIn(network: Network): Hop[] {
  return shares(network, network.tail, network.flow);
}

/** Shares of each hop's output token; the first and largest hop into a token takes the rest. */
export function sharesOut(network: Network): Hop[] {
  return shares(network, network.head, network.paid).reverse();
}

/** The hops of one token after the other, each token's from the smallest to the largest, which takes the rest. */
function shares(network: Network, tokenOf: Int32Array, amounts: Float64Array): Hop[] {
  dropIdle(network, LEAST_PART);
  const depth = depths(network);
  const order = Array.from({ length: network.tokens }, (_, place) => place);
  const isBackward = tokenOf === network.head;
  order.sort((one, other) => (depth[one] as number) - (depth[other] as number) || one - other);
  if (isBackward) order.reverse();
  return order.flatMap((place) => {
    const edges: number[] = [];
    for (let at = 0; at < network.size; at++) if (tokenOf[at] === place) edges.push(at);
    edges.sort((one, other) => (amounts[one] as number) - (amounts[other] as number) || one - other);
    return shared(
      edges.map((at) => network.edge[at] as number),
      edges.map((at) => amounts[at] as number),
    );
  });
}

function shared(edges: readonly number[], amounts: readonly number[]): Hop[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  let rest = WHOLE_SHARE;
  return edges.map((edge, index) => {
    const share = index === edges.length - 1 ? rest : Math.round(((amounts[index] as number) / total) * WHOLE_SHARE);
    rest -= share;
    return hopOf(edge, share);
  });
}
