// A fill as a trader reads it: bought or sold, the amount, and the price in the direction of the pair.
import type { Fill } from '../../../data/own-fills.ts';
import { divide } from '../../../exact/figures.ts';

export type FillRow = {
  readonly fill: Fill;
  readonly side: 'buy' | 'sell';
  /** In the base token. */
  readonly amount: string;
  /** In the quote token. */
  readonly total: string;
  /** Of one base token, as paid or received with all fees; cut, for the eye. */
  readonly price: string;
};

export function fillRow(fill: Fill, base: string): FillRow {
  const isSold = fill.tokenA === base;
  const [amount, total] = isSold ? [fill.amountA, fill.amountB] : [fill.amountB, fill.amountA];
  return { fill, side: isSold ? 'sell' : 'buy', amount, total, price: divide(total, amount, 24) };
}
