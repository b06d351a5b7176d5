// What a position has truly brought: in both tokens, as worth, and in words against holding.

import type { GetLPPositionsOutput } from '#client';
import { addText } from '../../../exact/amount.ts';
import { written } from '../../../exact/figures.ts';
import { t } from '../../../words/words.ts';

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
  if (!/[1-9]/.test(difference)) return t('portfolio.holding.same');
  const amount = `${written(difference.replace('-', ''))} ${symbol1}`;
  return t(difference.startsWith('-') ? 'portfolio.holding.more' : 'portfolio.holding.less', { amount });
}

/** Why: what the price has taken and the fees have given. */
export function becauseOf({ feesValue, impermanentLoss }: Position, symbol1: string): string {
  const fees = `${written(feesValue)} ${symbol1}`;
  if (!/[1-9]/.test(impermanentLoss)) return t('portfolio.because.still', { fees });
  const amount = `${written(impermanentLoss.replace('-', ''))} ${symbol1}`;
  return t(impermanentLoss.startsWith('-') ? 'portfolio.because.loss' : 'portfolio.because.gain', { fees, amount });
}
