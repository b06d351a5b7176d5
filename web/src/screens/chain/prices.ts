// Prices in TON on a chain, as the reserves of the listed pools imply them.
import { TON_ADDRESS } from '../../data/chain.ts';
import { isZero, unitsOf } from '../../exact/amount.ts';
import { divide } from '../../exact/figures.ts';
import { sumOf, worthOf } from '../../exact/worth.ts';

/** Native TON: the token in which values on a chain are shown. */
export const TON = {
  address: TON_ADDRESS,
  symbol: 'TON',
  decimals: 9,
} as const;

type Reserves = Readonly<Record<'jetton0' | 'jetton1' | 'reserve0' | 'reserve1', string>>;

/** More digits than any amount has. */
const DIGITS = 36;

/** The price of each token by its deepest pool with TON; a token without such a pool is priced by one with a priced token. */
export function pricesOf(pools: readonly Reserves[]): ReadonlyMap<string, string> {
  const prices = new Map<string, string>([[TON.address, '1']]);
  for (;;) {
    const found = new Map<string, { readonly price: string; readonly depth: bigint }>();
    for (const { jetton0, jetton1, reserve0, reserve1 } of pools) {
      if (isZero(reserve0) || isZero(reserve1)) continue;
      for (const [known, held, other, offered] of [
        [jetton0, reserve0, jetton1, reserve1],
        [jetton1, reserve1, jetton0, reserve0],
      ] as const) {
        const price = prices.get(known);
        if (price === undefined || prices.has(other)) continue;
        const worth = worthOf(held, price, DIGITS);
        const depth = unitsOf(worth, DIGITS);
        if (depth > (found.get(other)?.depth ?? 0n)) found.set(other, { price: divide(worth, offered, DIGITS), depth });
      }
    }
    if (found.size === 0) return prices;
    for (const [token, { price }] of found) prices.set(token, price);
  }
}

/** The value of an amount in TON; null if the token has no price. */
export function worthIn(prices: ReadonlyMap<string, string>, address: string, amount: string): string | null {
  const price = prices.get(address);
  return price === undefined ? null : worthOf(amount, price, TON.decimals);
}

/** The sum of the known values, and how many are unknown. */
export function totalOf(worths: readonly (string | null)[]): { readonly total: string; readonly unpriced: number } {
  const priced = worths.filter((worth) => worth !== null);
  return { total: sumOf(priced), unpriced: worths.length - priced.length };
}
