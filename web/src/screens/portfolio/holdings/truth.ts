// What a position has truly brought: in both tokens, as worth, and in words against holding.
import type { GetLPPositionsOutput } from '#client';
import { addText } from '../../../exact/amount.ts';
import { written } from '../../../exact/figures.ts';

export type Position = GetLPPositionsOutput['positions'][number];

export const isOpen = ({ lpTokens }: Position): boolean => /[1-9]/.test(lpTokens);

type Pair = readonly [string, string];

/** Fees that are still in the position and those that refunds have paid. */
export const earnedOf = (position: Position): Pair => [
  addText(position.fees0, position.realisedFees0),
  addText(position.fees1, position.realisedFees1),
];

/** Against having kept the tokens that the present LP tokens have cost. */
export function againstHolding(position: Position, symbol1: string): string {
  const { againstHolding: difference } = position;
  if (!/[1-9]/.test(difference)) return 'Had you kept the tokens, you would have as much.';
  const amount = `${written(difference.replace('-', ''))} ${symbol1}`;
  return `Had you kept the tokens, you would have ${amount} ${difference.startsWith('-') ? 'more' : 'less'}.`;
}

/** Why: what the price has taken and the fees have given. */
export function becauseOf({ feesValue, impermanentLoss }: Position, symbol1: string): string {
  const fees = `Fees brought ${written(feesValue)} ${symbol1}`;
  if (!/[1-9]/.test(impermanentLoss)) return `${fees}; the price is where it was.`;
  const moved = `${written(impermanentLoss.replace('-', ''))} ${symbol1}`;
  return impermanentLoss.startsWith('-')
    ? `${fees}; that the price moved, and rounding, cost ${moved}.`
    : `${fees}; that the price moved brought ${moved}.`;
}
