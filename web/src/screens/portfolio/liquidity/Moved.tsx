// Says that the pool has changed since the first preview, with the amounts then and now.

import type { QuoteLiquidityOutput } from '#client';
import { written } from '../../../exact/figures.ts';
import { Notice } from '../../../parts/Notice.tsx';
import { t } from '../../../words/words.ts';
import type { Only } from './offer.ts';
import { changeAt } from './one-token.ts';
import { amountsOf, type PairOf } from './pair.ts';

export const Moved = ({
  before,
  now,
  pair,
  verb,
  only,
}: {
  readonly before: QuoteLiquidityOutput;
  readonly now: QuoteLiquidityOutput;
  readonly pair: PairOf;
  readonly verb: 'add' | 'get';
  readonly only: Only;
}) => (
  <Notice tone="wheat" title={t('portfolio.moved')}>
    {only === ''
      ? t(`portfolio.moved.${verb}`, {
          ...amountsOf(now, pair),
          beforeA: written(before.token1Amount),
          beforeB: written(before.token2Amount),
        })
      : t('portfolio.one.moved', { amount: gotBy(now, pair, only), before: gotBy(before, pair, only) })}
  </Notice>
);

/** The user's proceeds: LP tokens when adding, the amount of the one token when withdrawing. */
function gotBy(quote: QuoteLiquidityOutput, { token0, token1 }: PairOf, only: Only): string {
  if (quote.kind === 'provide') return `${written(quote.lpTokens)} LP`;
  return `${written(changeAt(quote, only) ?? '0')} ${(only === '0' ? token0 : token1).symbol}`;
}
