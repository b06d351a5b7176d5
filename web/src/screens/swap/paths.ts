// The hops of a quote as ways from the first token to the last, each with its part of what is paid.
import { unitsOf } from '../../exact/amount.ts';
import type { Quote } from './order.ts';

type Hop = Quote['route'][number];
export type Path = {
  readonly hops: readonly Hop[];
  /** Of a million. */
  readonly share: number;
};

const FINE = 18;
const MILLION = 1_000_000n;

/** A token that is left by several pools divides what came to it. */
export function pathsOf({ route, tokenA, tokenB }: Quote): readonly Path[] {
  const found: Path[] = [];
  const follow = (token: string, hops: readonly Hop[], share: bigint) => {
    if (token === tokenB || hops.length > route.length) return void found.push({ hops, share: Number(share) });
    const next = route.filter((hop) => hop.tokenA === token);
    const all = next.reduce((sum, { amountA }) => sum + unitsOf(amountA, FINE), 0n);
    for (const hop of next) {
      const part = all === 0n ? 0n : (share * unitsOf(hop.amountA, FINE)) / all;
      follow(hop.tokenB, [...hops, hop], part);
    }
  };
  follow(tokenA, [], MILLION);
  return found.sort((a, b) => b.share - a.share);
}
