// What the portfolio was worth: a line over a week, a month or a year, in words, and as a table.
import type { ReactNode } from 'react';
import { useQuoteInput } from '../../../data/quote-choice.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { useCall } from '../../../data/use.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { rough, written } from '../../../exact/figures.ts';
import { Segments } from '../../../parts/Choices.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { ColumnTable } from '../../../parts/Table.tsx';
import { minute } from '../../../words/ago.ts';
import { t } from '../../../words/words.ts';
import styles from './history.module.css';
import { extremesOf, pathOf, piecesOf, type WorthPoint } from './line.ts';

const PERIODS = ['week', 'month', 'year'] as const;
const BOX = { width: 600, height: 96 };
const DEFAULT = { over: 'month' };

export default function WorthChart() {
  const [{ over }, change] = useUrlState(DEFAULT);
  const period = PERIODS.find((each) => each === over) ?? 'month';
  const quote = useQuoteInput();
  const { data, error, isPlaceholderData, refetch } = useCall(
    'getPortfolio',
    { history: period, limit: 1, ...quote },
    { enabled: quote !== null, keepsPrevious: true },
  );
  const symbol = data?.quoteToken?.symbol ?? '';
  return (
    <figure className={`${styles.chart} ${isPlaceholderData ? styles.old : ''}`} aria-busy={!data && !error}>
      <Segments
        label={t('books.history')}
        choices={PERIODS.map((each) => ({ value: each, label: t(`books.history.${each}`) }))}
        value={period}
        onChoose={(value) => change({ over: value })}
      />
      {error && !data && <Failed error={error} onRetry={() => refetch()} />}
      {data?.history && <Line points={data.history.points} symbol={symbol} isWhole={data.history.complete} />}
    </figure>
  );
}

type Shown = { readonly points: readonly WorthPoint[]; readonly symbol: string; readonly isWhole: boolean };

function Line({ points, symbol, isWhole }: Shown): ReactNode {
  const extremes = extremesOf(points);
  if (!extremes) return <p className={styles.soft}>{t('books.history.none')}</p>;
  const { first, last, low, high } = extremes;
  const amount = (value: string | null) => `${written(value ?? '0')} ${symbol}`;
  const words = t('books.history.sentence', {
    from: minute(Date.parse(first.at)),
    first: amount(first.worth),
    last: amount(last.worth),
    low: amount(low),
    high: amount(high),
  });
  const lacking = points.filter(({ unpriced }) => unpriced > 0).length;
  return (
    <>
      <div className={styles.plot}>
        <svg
          role="img"
          aria-label={words}
          viewBox={`-2 -2 ${BOX.width + 4} ${BOX.height + 4}`}
          preserveAspectRatio="none"
        >
          {piecesOf(points, BOX).map((piece) => (
            <path key={pathOf(piece)} d={pathOf(piece)} vectorEffect="non-scaling-stroke" />
          ))}
        </svg>
        <span className={styles.scale} aria-hidden="true">
          <span>{rough(high)}</span>
          <span>{rough(low)}</span>
        </span>
      </div>
      <figcaption className={styles.soft}>
        {minute(Date.parse(points[0]?.at ?? ''))} – {minute(Date.parse(points.at(-1)?.at ?? ''))}
        {lacking > 0 && ` · ${t('books.history.lacking', { count: lacking })}`}
        {!isWhole && ` · ${t('books.history.cut')}`}
        <details>
          <summary>{t('books.history.table')}</summary>
          <ColumnTable
            label={t('books.history')}
            items={points.toReversed()}
            keyOf={({ at }) => at}
            columns={[
              { name: t('books.history.time'), cell: ({ at }) => minute(Date.parse(at)) },
              {
                name: t('books.column.worth'),
                end: true,
                cell: ({ worth }) => (worth === null ? t('worth.none') : <Figure value={worth} symbol={symbol} />),
              },
              { name: t('books.history.unpriced'), end: true, cell: ({ unpriced }) => String(unpriced) },
            ]}
          />
        </details>
      </figcaption>
    </>
  );
}
