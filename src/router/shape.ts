// The shape of a network: the order of its tokens, reachability, and dangling edges.
import { END, type Network, START } from './network.ts';

/** By place: the number of pools on the longest path from the first token, which sorts the tokens in the order of the flow. */
export function depths({ size, tokens, tail, head }: Network): Int32Array {
  const depth = new Int32Array(tokens);
  for (let changed = true; changed; ) {
    changed = false;
    for (let at = 0; at < size; at++) {
      const deeper = (depth[tail[at] as number] as number) + 1;
      if (deeper <= (depth[head[at] as number] as number)) continue;
      depth[head[at] as number] = deeper;
      changed = true;
    }
  }
  return depth;
}

export const leadsTo = (network: Network, from: number, to: number): boolean =>
  reachedFrom(network, from, to)[to] === 1;

/** By place: whether it is reachable from `from`; stops early once `to` is reached. The next call overwrites the result. */
export function reachedFrom({ size, tail, head, marks }: Network, from: number, to = -1): Uint8Array {
  const reached = marks[0].fill(0);
  reached[from] = 1;
  for (let changed = true; changed && reached[to] !== 1; ) {
    changed = false;
    for (let at = 0; at < size; at++) {
      if (reached[tail[at] as number] === 0 || reached[head[at] as number] === 1) continue;
      reached[head[at] as number] = 1;
      changed = true;
    }
  }
  return reached;
}

/** Removes edges that carry nothing, or less than this fraction of all that leaves or enters a token. */
export function dropIdle(network: Network, leastPart = 0): void {
  const { size, tail, head, flow, paid } = network;
  const [leaves, enters] = [new Float64Array(network.tokens), new Float64Array(network.tokens)];
  for (let at = 0; at < size; at++) {
    leaves[tail[at] as number] = (leaves[tail[at] as number] as number) + (flow[at] as number);
    enters[head[at] as number] = (enters[head[at] as number] as number) + (paid[at] as number);
  }
  const idle = new Uint8Array(size);
  let found = false;
  for (let at = 0; at < size; at++) {
    const isCarrying =
      (flow[at] as number) > leastPart * (leaves[tail[at] as number] as number) &&
      (paid[at] as number) > leastPart * (enters[head[at] as number] as number);
    if (isCarrying) continue;
    idle[at] = 1;
    found = true;
  }
  if (found) takeAway(network, idle);
}

/** Removes the marked edges, and those that without them are no longer on a path from the first token to the last. */
export function takeAway(network: Network, gone: Uint8Array): void {
  markWhatDangles(network, gone);
  network.keep((at) => gone[at] === 0);
}

export function markWhatDangles({ size, tail, head, marks: [enters, leaves] }: Network, gone: Uint8Array): void {
  for (let changed = true; changed; ) {
    changed = false;
    enters.fill(0);
    leaves.fill(0);
    enters[START] = leaves[END] = 1;
    for (let at = 0; at < size; at++) {
      if (gone[at] === 0) enters[head[at] as number] = leaves[tail[at] as number] = 1;
    }
    for (let at = 0; at < size; at++) {
      if (gone[at] === 1 || (enters[tail[at] as number] === 1 && leaves[head[at] as number] === 1)) continue;
      gone[at] = 1;
      changed = true;
    }
  }
}
