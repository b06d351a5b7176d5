// Explains why a typed amount cannot be used, and offers what may have been meant.
import { asTyped, type Unclear } from '../exact/amount.ts';
import { ungrouped, written } from '../exact/figures.ts';
import { T } from '../words/T.tsx';
import { t } from '../words/words.ts';
import { LinkButton } from './Button.tsx';
import { Notice } from './Notice.tsx';

export function UnclearAmount({
  reading,
  symbol,
  decimals,
  onUse,
}: {
  readonly reading: Unclear;
  readonly symbol: string;
  readonly decimals: number;
  onUse(text: string): void;
}) {
  const use = (text: string) => <LinkButton onClick={() => onUse(asTyped(text))} />;
  return (
    <Notice>
      {reading.kind === 'rubbish' && t('parts.unclear.rubbish')}
      {reading.kind === 'too-large' && t('parts.unclear.tooLarge')}
      {reading.kind === 'too-fine' && (
        <T
          id="parts.unclear.tooFine"
          values={{ symbol, decimals, amount: written(reading.nearest) }}
          components={{ use: use(reading.nearest) }}
        />
      )}
      {reading.kind === 'ambiguous' && (
        <T
          id="parts.unclear.ambiguous"
          values={{ one: ungrouped(reading.readings[0]), other: ungrouped(reading.readings[1]) }}
          components={{ first: use(reading.readings[0]), second: use(reading.readings[1]) }}
        />
      )}
    </Notice>
  );
}
