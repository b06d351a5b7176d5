// What the totals of a portfolio say in words: nothing that is left out goes unsaid.
import type { GetPortfolioOutput } from '#client';

type Totals = Pick<GetPortfolioOutput, 'held' | 'complete'>;

/** What stands before the sum. */
export const sumWords = ({ complete }: Pick<Totals, 'complete'>): string => (complete ? 'All together' : 'At least');

/** Null where everything is counted. */
export function leftOutWords({ held: { tokens, positions }, complete }: Totals): string | null {
  const unpriced = [
    countOf(tokens.unpriced, 'token', 'tokens'),
    countOf(positions.unpriced, 'position', 'positions'),
  ].filter((words) => words !== null);
  const count = tokens.unpriced + positions.unpriced;
  const parts = [
    count > 0 &&
      `${unpriced.join(' and ')} ${count === 1 ? 'has' : 'have'} no price and ${count === 1 ? 'is' : 'are'} not counted.`,
    !complete && `Only the first ${(tokens.count + positions.count).toLocaleString('en-US')} holdings are counted.`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : parts.join(' ');
}

const countOf = (count: number, one: string, many: string): string | null =>
  count === 0 ? null : `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
