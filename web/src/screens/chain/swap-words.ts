// A swap on a chain in words, whether it is done or not.
import type { GetSwapOutput } from '#client';
import { written } from '../../exact/figures.ts';
import { t } from '../../words/words.ts';

export const swapWords = (
  { tokenA, amountA, tokenB, amountB }: GetSwapOutput,
  symbolOf: (token: string) => string,
): string =>
  t('chain.tx.swap', {
    a: `${written(amountA)} ${symbolOf(tokenA)}`,
    b: `${written(amountB)} ${symbolOf(tokenB)}`,
  });

/** The reason is the server's, in English. */
export const statusOf = ({ status, reason }: Pick<GetSwapOutput, 'status' | 'reason'>): string =>
  status === 'failed' && reason ? t('chain.status.because', { reason }) : t(`chain.status.${status}`);
