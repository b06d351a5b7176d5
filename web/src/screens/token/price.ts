// The price at the head of a token's screen: that of its pool with the quote token, so that it is the one in the chart below.
import type { QuoteToken } from '../../data/prices.ts';
import { addText, subtractText } from '../../exact/amount.ts';
import { divide } from '../../exact/figures.ts';
import { type PoolPrice, priceAt } from '../../exact/worth.ts';

type Priced = { readonly address: string; readonly price: string | null; readonly change24h: string | null };
type Pool = PoolPrice & { readonly change24h: string | null };

type Shown = {
  readonly price: string | null;
  /** Since 24 hours, of the same price. */
  readonly change: string | null;
  readonly isAverage: boolean;
};

const DIGITS = 12;

/** `token` has the average and its change, `pool` is the deepest one of the token. */
export function priceShown(token: Priced, quote: QuoteToken | null, pool: Pool | undefined): Shown {
  const { address, price, change24h } = token;
  const told = priceAt(address, pool ?? null, (one) => (one === address ? { price, quote } : null));
  if (!told?.isCurrent) return { price, change: change24h, isAverage: price !== null };
  if (!pool || address === quote?.address) return { price, change: change24h, isAverage: false };
  const change = address === pool.jetton0 ? pool.change24h : inverse(pool.change24h);
  return { price: told.price, change, isAverage: false };
}

/** 1 ÷ (1 + change) − 1, cut. */
const inverse = (change: string | null): string | null =>
  change === null ? null : divide(subtractText('0', change), addText('1', change), DIGITS);
