// The shape of a network: the order of its tokens, what leads where, and which edges lead nowhere.
import { END, type Network, START } from './network.ts';

/** By place: the pools on the longest way from the start to it, which puts the tokens into an order of the flow. */
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

/** By place: whether a way leads there, as far as it takes to know it of one; the next who asks overwrites it. */
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

/** Takes away what carries nothing, or a smaller part than this of all that leaves or enters a token. */
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

/** Takes away the edges marked, and with them those that then come from nowhere or lead nowhere. */
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
