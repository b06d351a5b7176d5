// What an amount is worth in the quote token.
import { valueAt } from '../../core/market/value.ts';
import type { Token } from '../../core/pool.ts';
import type { Board } from './board.ts';
import type { ListedToken } from './board-entries.ts';

/** In base units of the quote token; null where the token has no price. Nothing is worth nothing. */
export function worthIn(board: Board, units: bigint, token: Pick<Token, 'address' | 'decimals'>): bigint | null {
  const { quote } = board;
  const price = board.quoted(token.address)?.price;
  if (!quote || (!price && units > 0n)) return null;
  return price ? valueAt(units, price, token, quote) : 0n;
}

export const worthOf = (board: Board, units: bigint, { entry }: ListedToken): bigint | null =>
  worthIn(board, units, entry);
