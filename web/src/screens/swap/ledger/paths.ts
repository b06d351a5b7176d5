// The hops of a quote as ways from the first token to the last, each with its part of what is paid.
import { unitsOf } from '../../../exact/amount.ts';
import type { Quote } from '../panel/order.ts';

type Hop = Quote['route'][number];
type Path = {
  readonly hops: readonly Hop[];
  /** Of ten thousand, which all of them come to. */
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
  const [largest, ...others] = found
    .map(({ hops, share }) => ({ hops, share: Math.floor(share / 100) }))
    .sort((a, b) => b.share - a.share);
  if (largest === undefined) return [];
  // What is cut of all is the largest's.
  const rest = others.reduce((sum, { share }) => sum + share, 0);
  return [{ ...largest, share: 10_000 - rest }, ...others];
}
