// Warns if the swap that adding or withdrawing one token alone needs is costly, as the swap panel does, and offers to use both tokens.

import type { QuoteLiquidityOutput } from '#client';
import { written } from '../../../exact/figures.ts';
import { LinkButton } from '../../../parts/Button.tsx';
import { Field } from '../../../parts/Field.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import { percentUp, shownCost } from '../../swap/panel/effect.ts';
import type { Costly } from './one-token.ts';
import type { PairOf } from './pair.ts';

export function CostNotice({
  costly,
  quote,
  pair,
  typed,
  isDisabled,
  onType,
  onBoth,
}: {
  readonly costly: Costly;
  readonly quote: QuoteLiquidityOutput;
  readonly pair: PairOf;
  readonly typed: string;
  readonly isDisabled: boolean;
  onType(text: string): void;
  onBoth(): void;
}) {
  if (costly.kind === 'fine') return null;
  return (
    <>
      <Notice tone={costly.kind === 'over' ? 'oxide' : 'wheat'} title={titleOf(costly)}>
        {detailOf(costly, quote, pair)}{' '}
        <T
          id={quote.kind === 'provide' ? 'portfolio.one.instead.add' : 'portfolio.one.instead.withdraw'}
          components={{ use: <LinkButton onClick={onBoth} /> }}
        />
      </Notice>
      {costly.kind === 'over' && (
        <Field
          label={t('portfolio.one.confirm', { cost: written(costly.figure) })}
          inputMode="decimal"
          value={typed}
          disabled={isDisabled}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </>
  );
}

type Costs = Exclude<Costly, { kind: 'fine' }>;

function titleOf(costly: Costs): string {
  const impact = written(percentUp(costly.priceImpact));
  if (costly.why === 'cost') return t('swap.said.costs', { cost: written(percentUp(costly.totalCost)) });
  return costly.kind === 'over'
    ? t('swap.said.refused', { impact, limit: written(percentUp(costly.limit).replace(/\.00$/, '')) })
    : t('swap.said.impact', { impact });
}

function detailOf(costly: Costs, { swapped, token1Address }: QuoteLiquidityOutput, { token0, token1 }: PairOf): string {
  if (costly.why === 'cost') {
    const { fees, impact } = shownCost(costly);
    return fees === null
      ? t('swap.said.parts.impact', { impact: written(impact) })
      : t('swap.said.parts', { fees: written(fees), impact: written(impact) });
  }
  if (costly.kind === 'over') return t('swap.said.withFees', { cost: written(costly.figure) });
  const { symbol } = swapped?.tokenB === token1Address ? token0 : token1;
  return t('swap.said.lost.impact', { amount: written(costly.lost), symbol });
}
