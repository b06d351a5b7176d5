// The pool has moved while one looked: what the preview said before.
import type { QuoteLiquidityOutput } from '#client';
import { written } from '../../../exact/figures.ts';
import { Notice } from '../../../parts/Notice.tsx';
import type { PairOf } from './pair.ts';

export const Moved = ({
  before,
  now,
  pair: { token0, token1 },
  verb,
}: {
  readonly before: QuoteLiquidityOutput;
  readonly now: QuoteLiquidityOutput;
  readonly pair: PairOf;
  readonly verb: 'add' | 'get';
}) => (
  <Notice tone="wheat" title="The pool moved">
    You would now {verb} {written(now.token1Amount)} {token0.symbol} and {written(now.token2Amount)} {token1.symbol}.
    Before that it was {written(before.token1Amount)} and {written(before.token2Amount)}.
  </Notice>
);
