// A position's earnings: in both tokens, as a value, and in words compared with having kept the tokens.

import type { GetLPPositionsOutput } from '#client';
import type { Priced } from '../../../data/prices.ts';
import { addText } from '../../../exact/amount.ts';
import { written } from '../../../exact/figures.ts';
import { worthOf } from '../../../exact/worth.ts';
import { t } from '../../../words/words.ts';

export type Position = GetLPPositionsOutput['positions'][number];

export const isOpen = ({ lpTokens }: Position): boolean => /[1-9]/.test(lpTokens);

type Pair = readonly [string, string];

/** An amount of the token in which the server values the position, in words. */
type AmountText = (amount: string) => string;

/** An amount of that token as a value in the user's quote token if the price is known, otherwise as it is. */
export function valuedIn(symbol: string, priced: Priced | null, amount: string): { value: string; symbol: string } {
  if (priced?.price == null || priced.quote === null) return { value: amount, symbol };
  const { price, quote } = priced;
  return { value: worthOf(amount, price, quote.decimals), symbol: quote.symbol };
}

export const amountTextIn =
  (of: string, priced: Priced | null): AmountText =>
  (amount) => {
    const { value, symbol } = valuedIn(of, priced, amount);
    return `${written(value)} ${symbol}`;
  };

/** Fees still in the position plus those already paid out. */
export const earnedOf = (position: Position): Pair => [
  addText(position.fees0, position.realisedFees0),
  addText(position.fees1, position.realisedFees1),
];

/** Says how much more or less the position is worth than the tokens that its current LP tokens cost, had they been kept. */
export function againstHolding({ againstHolding: difference }: Position, told: AmountText): string {
  if (!/[1-9]/.test(difference)) return t('portfolio.holding.same');
  const amount = told(difference.replace('-', ''));
  return t(difference.startsWith('-') ? 'portfolio.holding.more' : 'portfolio.holding.less', { amount });
}

/** Says why the position is worth more or less than the kept tokens: the fees earned, and the gain or loss by price changes. */
export function becauseOf({ feesValue, impermanentLoss }: Position, told: AmountText): string {
  const fees = told(feesValue);
  if (!/[1-9]/.test(impermanentLoss)) return t('portfolio.because.still', { fees });
  const amount = told(impermanentLoss.replace('-', ''));
  return t(impermanentLoss.startsWith('-') ? 'portfolio.because.loss' : 'portfolio.because.gain', { fees, amount });
}
