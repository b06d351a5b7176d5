// A portfolio's totals in words; everything left out is mentioned.
import type { GetPortfolioOutput } from '#client';
import { type Id, t } from '../../../words/words.ts';

type Totals = Pick<GetPortfolioOutput, 'complete'> & {
  readonly held: Pick<GetPortfolioOutput['held'], 'tokens' | 'positions'>;
};

/** The text around the total, which says "at least" if the total is incomplete. */
export const totalTextId = ({ complete }: Pick<Totals, 'complete'>): Id =>
  complete ? 'portfolio.total' : 'portfolio.total.least';

/** Null if everything is counted. */
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
