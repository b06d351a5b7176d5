// Splits a quote's hops into paths from the first token to the last, each with its share of the payment.
import { unitsOf } from '../../../exact/amount.ts';
import type { Quote } from '../panel/prepared-swap.ts';

type Hop = Quote['route'][number];
type Path = {
  readonly hops: readonly Hop[];
  /** In ten-thousandths; all shares add up to 10,000. */
  readonly share: number;
};

const FINE = 18;
const MILLION = 1_000_000n;

/** If several hops start at a token, what arrives there is split among them in proportion to their amounts. */
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
  // The rounding remainder goes to the largest path.
  const rest = others.reduce((sum, { share }) => sum + share, 0);
  return [{ ...largest, share: 10_000 - rest }, ...others];
}
