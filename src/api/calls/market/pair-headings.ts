// The headings of a CSV file about one pool, which name its two tokens.
import type { TokenPair } from '../../../core/pool.ts';

/** `price (TON in USDT)` for each of `prices`; `fees0 (TON)` and `fees1 (USDT)` for each of `amounts`. */
export const pairHeadings = (
  { tokenA, tokenB }: TokenPair,
  { prices, amounts }: { readonly prices: readonly string[]; readonly amounts: readonly string[] },
): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...prices.map((name) => [name, `${name} (${tokenA.symbol} in ${tokenB.symbol})`]),
    ...amounts.flatMap((name) =>
      [tokenA, tokenB].map(({ symbol }, at) => [`${name}${at}`, `${name}${at} (${symbol})`]),
    ),
  ]);
