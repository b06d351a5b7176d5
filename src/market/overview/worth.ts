// What an amount is worth in the quote token.
import { valueAt } from '../../core/market/value.ts';
import type { Token } from '../../core/pool.ts';
import type { ListedToken } from './entries.ts';
import type { MarketOverview } from './overview.ts';

/** In base units of the quote token; null where the token has no price. Nothing is worth nothing. */
export function worthIn(
  overview: MarketOverview,
  units: bigint,
  token: Pick<Token, 'address' | 'decimals'>,
): bigint | null {
  const { quote } = overview;
  const price = overview.quoted(token.address)?.price;
  if (!quote || (!price && units > 0n)) return null;
  return price ? valueAt(units, price, token, quote) : 0n;
}

export const worthOf = (overview: MarketOverview, units: bigint, { entry }: ListedToken): bigint | null =>
  worthIn(overview, units, entry);
