// The chart as a table, for those who cannot see it or want every digit.
import { useState } from 'react';
import { written } from '../../exact/figures.ts';
import { type Column, ColumnTable } from '../../parts/Table.tsx';
import { minute } from '../../words/ago.ts';
import { t } from '../../words/words.ts';
import styles from './chart.module.css';
import type { Form } from './choice.ts';
import type { Candle, Step } from './steps.ts';

type Shown = {
  readonly steps: readonly Step[];
  readonly form: Form;
  readonly symbol0: string;
  readonly symbol1: string;
};

/** All steps with swaps, newest first; rendered only while it is open. */
export function StepTable({ steps, ...shown }: Shown) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('market.chart.table')}</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        <section className={styles.scroll} tabIndex={0} aria-label={t('market.chart.table.label')}>
          <ColumnTable
            columns={columnsOf(shown)}
            items={steps.filter(({ candle }) => candle !== null).reverse()}
            keyOf={({ ms }) => String(ms)}
          />
        </section>
      )}
    </details>
  );
}

function columnsOf({ form, symbol0, symbol1 }: Omit<Shown, 'steps'>): readonly Column<Step>[] {
  const figure = (name: string, of: (candle: Candle) => string): Column<Step> => ({
    ...{ name, end: true, cell: ({ candle }) => candle && written(of(candle)) },
  });
  return [
    { name: t('market.chart.from'), cell: ({ ms }) => minute(ms) },
    ...(form === 'line'
      ? [{ name: t('market.chart.price', { symbol: symbol1 }), end: true, cell: ({ price }: Step) => written(price) }]
      : [
          figure(t('market.chart.open'), ({ open }) => open),
          figure(t('market.chart.high'), ({ high }) => high),
          figure(t('market.chart.low'), ({ low }) => low),
          figure(t('market.chart.close'), ({ close }) => close),
        ]),
    figure(t('market.chart.volume', { symbol: symbol0 }), ({ volume0 }) => volume0),
    { name: t('market.chart.swaps'), end: true, cell: ({ candle }) => candle?.swaps ?? 0 },
  ];
}
