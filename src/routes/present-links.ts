// The pools of a book with their present prices and reserves, to choose the reference of a pair.
import { type Fraction, PRICE_BITS } from '../core/curves/curve.ts';
import { curveOf } from '../core/curves/curves.ts';
import { type Links, linkOf, liquidityOf } from '../core/orders/reference.ts';
import type { Book, BookPool } from '../journal/book.ts';

export function presentLinks(book: Book): Links {
  return {
    between(sold, bought) {
      const pool = book.pool(sold, bought);
      if (!pool || !isOpen(pool)) return undefined;
      const { record, token0, token1, reserve0, reserve1 } = pool;
      const [tokenIn, tokenOut] = sold === record.token0 ? [token0, token1] : [token1, token0];
      const [reserveIn, reserveOut] = sold === record.token0 ? [reserve0, reserve1] : [reserve1, reserve0];
      const spot = curveOf(record, tokenIn.record.decimals, tokenOut.record.decimals).spot({ reserveIn, reserveOut });
      return linkOf(scaled(spot), liquidityOf(reserve0, reserve1), record);
    },
    neighbours: (token) => book.poolsOf(token),
  };
}

export const isOpen = ({ record, token0, token1, reserve0 }: BookPool): boolean =>
  reserve0 > 0n && [record, token0.record, token1.record].every(({ status }) => status !== 'paused');

/** ⌊price · 2^192⌋. */
const scaled = ({ numerator, denominator }: Fraction): bigint => (numerator << PRICE_BITS) / denominator;
