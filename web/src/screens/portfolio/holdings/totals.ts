// The total of a portfolio in words, with everything that it leaves out.
import type { GetPortfolioOutput } from '#client';
import { type Id, t } from '../../../words/words.ts';

type Totals = Pick<GetPortfolioOutput, 'complete'> & {
  readonly held: Pick<GetPortfolioOutput['held'], 'tokens' | 'positions'>;
};

/** The text around the total, which says "at least" if the total is incomplete. */
export const totalTextId = ({ complete }: Pick<Totals, 'complete'>): Id =>
  complete ? 'portfolio.total' : 'portfolio.total.least';

/** Says which holdings the total leaves out; null if it counts all. */
export function leftOutWords({ held: { tokens, positions }, complete }: Totals): string | null {
  const parts = [
    unpricedWords(tokens.unpriced, positions.unpriced),
    complete ? null : t('portfolio.cut', { count: tokens.count + positions.count }),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ');
}

export function unpricedWords(tokens: number, positions: number): string | null {
  if (tokens > 0 && positions > 0) return t('portfolio.unpriced.both', { tokens, positions });
  if (tokens > 0) return t('portfolio.unpriced.tokens', { tokens });
  return positions > 0 ? t('portfolio.unpriced.positions', { positions }) : null;
}
