// A pool's average price and liquidity over a window, so that neither dust at a false price nor liquidity that stays for a moment counts.

/** ⌊price · 2^192⌋ of token0 in token1 and the reverse, and the liquidity, as `liquidityOf` gives it. */
export type Averages = { readonly price0: bigint; readonly price1: bigint; readonly liquidity: bigint };

/** A part of a window: its length, and the sums over its milliseconds. */
export type Span = { readonly ms: number; readonly sums: Averages };

/**
 * Each span counts for its time and its liquidity, but for no more liquidity than the pool has now, and than it had for half of the
 * window, counted in whole spans. Without the first bound, liquidity that was there for a second would outweigh all other seconds; without the second, whoever
 * adds much of it now would; without weights, half a minute of dust would count like half a minute of a market.
 * Undefined if the pool had no liquidity.
 */
export function averagesOf(spans: readonly Span[], liquidityNow: bigint): Averages | undefined {
  const means = spans.map(({ ms, sums }) => ({ ms, sums, liquidity: sums.liquidity / BigInt(ms) }));
  const typical = heldForHalf(means);
  const most = typical < liquidityNow ? typical : liquidityNow;
  let [price0, price1, weights, elapsedMs] = [0n, 0n, 0n, 0];
  for (const { ms, sums, liquidity } of means) {
    const weight = liquidity < most ? liquidity : most;
    price0 += sums.price0 * weight;
    price1 += sums.price1 * weight;
    weights += weight * BigInt(ms);
    elapsedMs += ms;
  }
  if (weights === 0n) return undefined;
  return { price0: price0 / weights, price1: price1 / weights, liquidity: weights / BigInt(elapsedMs) };
}

/** The most liquidity that there was for at least half of the time. */
function heldForHalf(means: readonly { readonly ms: number; readonly liquidity: bigint }[]): bigint {
  const sorted = means.toSorted((one, other) => (one.liquidity > other.liquidity ? -1 : 1));
  const elapsedMs = means.reduce((sum, { ms }) => sum + ms, 0);
  let sofarMs = 0;
  for (const { ms, liquidity } of sorted) {
    sofarMs += ms;
    if (2 * sofarMs >= elapsedMs) return liquidity;
  }
  return 0n;
}
