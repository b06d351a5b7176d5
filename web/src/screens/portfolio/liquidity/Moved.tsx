// The pool has moved while one looked: what the preview said before.

import type { QuoteLiquidityOutput } from '#client';
import { written } from '../../../exact/figures.ts';
import { Notice } from '../../../parts/Notice.tsx';
import { t } from '../../../words/words.ts';
import { amountsOf, type PairOf } from './pair.ts';

export const Moved = ({
  before,
  now,
  pair,
  verb,
}: {
  readonly before: QuoteLiquidityOutput;
  readonly now: QuoteLiquidityOutput;
  readonly pair: PairOf;
  readonly verb: 'add' | 'get';
}) => (
  <Notice tone="wheat" title={t('portfolio.moved')}>
    {t(`portfolio.moved.${verb}`, {
      ...amountsOf(now, pair),
      beforeA: written(before.token1Amount),
      beforeB: written(before.token2Amount),
    })}
  </Notice>
);
