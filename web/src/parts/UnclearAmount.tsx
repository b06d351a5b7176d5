// What is typed cannot be taken as it stands: why, and what it may have been meant to be.
import { asTyped, type Reading } from '../exact/amount.ts';
import { written } from '../exact/figures.ts';
import { LinkButton } from './Button.tsx';
import { Notice } from './Notice.tsx';

type Unclear = Exclude<Reading, { kind: 'amount' | 'empty' }>;

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
  const use = (text: string, label = `Use ${written(text)}`) => (
    <LinkButton onClick={() => onUse(asTyped(text))}>{label}</LinkButton>
  );
  return (
    <Notice>
      {reading.kind === 'rubbish' && 'This is not an amount. Digits, and a point or a comma before the fraction.'}
      {reading.kind === 'too-large' && 'That is more than a balance can hold.'}
      {reading.kind === 'too-fine' && (
        <>
          {symbol} has {decimals} decimals. {use(reading.nearest)}
        </>
      )}
      {reading.kind === 'ambiguous' && (
        <>
          Do you mean {use(reading.readings[0], reading.readings[0])} or {use(reading.readings[1], reading.readings[1])}
          ?
        </>
      )}
    </Notice>
  );
}

/** What the button says meanwhile. */
export const unclearWords = ({ kind }: Unclear): string =>
  ({ rubbish: 'Not an amount', 'too-large': 'Too large', 'too-fine': 'Too many decimals', ambiguous: 'Which amount' })[
    kind
  ];
