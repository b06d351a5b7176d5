// The account's own fills as marks in a chart: one for the purchases and one for the sales of each step.
import type { Fill } from '../../data/own-fills.ts';
import { addText } from '../../exact/amount.ts';
import { divide } from '../../exact/figures.ts';
import { floor, type Window } from './windows.ts';

/** Decimals of an average price, of which the screen shows fewer. */
const FINE = 36;

export type Mark = {
  /** The number of the step, from 0. */
  readonly step: number;
  readonly isBuy: boolean;
  /** The amount of the base bought or sold, all fills together. */
  readonly amount: string;
  /** The average price, in the quote side of the pair. */
  readonly price: string;
  readonly fills: number;
};

/** `base` is the token that prices are told for: who gets it buys. Fills outside the window or of other pairs have no mark. */
export function marksOf(
  fills: readonly Fill[],
  pair: readonly [base: string, quote: string],
  { fromMs, toMs, stepMs }: Pick<Window, 'fromMs' | 'toMs' | 'stepMs'>,
): readonly Mark[] {
  const [base, quote] = pair;
  const sums = new Map<string, { step: number; isBuy: boolean; amount: string; paid: string; fills: number }>();
  for (const { createdAt, tokenA, tokenB, amountA, amountB } of fills) {
    const ms = floor(Date.parse(createdAt), stepMs);
    const isBuy = tokenB === base;
    if (ms < fromMs || ms > toMs || (isBuy ? tokenA !== quote : tokenA !== base || tokenB !== quote)) continue;
    const step = (ms - fromMs) / stepMs;
    const [amount, paid] = isBuy ? [amountB, amountA] : [amountA, amountB];
    const known = sums.get(`${step} ${isBuy}`) ?? { step, isBuy, amount: '0', paid: '0', fills: 0 };
    const sum = { amount: addText(known.amount, amount), paid: addText(known.paid, paid), fills: known.fills + 1 };
    sums.set(`${step} ${isBuy}`, { ...known, ...sum });
  }
  return [...sums.values()].map(({ paid, ...mark }) => ({ ...mark, price: divide(paid, mark.amount, FINE) }));
}
