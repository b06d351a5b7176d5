// Cost, unrealised and realised gain of everything in one line under the total, and the way to the yearly books.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { LinkButton } from '../../../parts/Button.tsx';
import { minute } from '../../../words/ago.ts';
import { words } from '../../../words/errors.ts';
import { t } from '../../../words/words.ts';
import { type GainCell, realisedCell } from './cell.ts';
import { GainFigure } from './GainFigure.tsx';
import styles from './gains.module.css';
import { Method } from './Method.tsx';
import type { useGains } from './use-gains.ts';

export function GainsSummary({
  asked,
  children,
}: {
  readonly asked: ReturnType<typeof useGains>;
  /** Further explanations. */
  readonly children: ReactNode;
}) {
  const { gains, error, isAsking, quote, again } = asked;
  const symbol = quote?.symbol;
  return (
    <div>
      <dl className={styles.sums}>
        <Sum name={t('books.column.cost')} cell={heldCell(asked, 'cost')} symbol={symbol} />
        <Sum name={t('books.column.unrealised')} cell={heldCell(asked, 'unrealised')} symbol={symbol} isGain />
        <Sum
          name={t('books.column.realised')}
          cell={gains ? realisedCell(gains.realised) : heldCell(asked, 'cost')}
          symbol={symbol}
          isGain
        />
      </dl>
      <p className={styles.soft}>
        {gains && t('books.asOf', { time: minute(Date.parse(gains.asOf)), number: gains.sequence })}
        {error && words(error).title}{' '}
        <LinkButton disabled={isAsking} onClick={again}>
          {t('books.again')}
        </LinkButton>{' '}
        · <Link href="/gains">{t('books.yearly')}</Link>
        {gains && gains.held.unknown > 0 && ` · ${t('books.held.unknown', { count: gains.held.unknown })}`}
      </p>
      <div className={styles.explained}>
        {children}
        {symbol !== undefined && <Method quote={symbol} />}
      </div>
    </div>
  );
}

function heldCell({ gains, hasFailed }: ReturnType<typeof useGains>, field: 'cost' | 'unrealised'): GainCell {
  if (!gains) return { kind: hasFailed ? 'notLoaded' : 'loading' };
  const value = gains.held[field];
  return value === null ? { kind: 'unknown' } : { kind: 'known', value, isPartial: gains.held.unknown > 0 };
}

const Sum = ({ name, ...figure }: { readonly name: string } & Parameters<typeof GainFigure>[0]) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <GainFigure {...figure} />
    </dd>
  </div>
);
