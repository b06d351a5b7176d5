// The price over time, drawn when its piece of the page has come; said in a sentence, and to be had as a table.
import { useEffect, useRef, useState } from 'react';
import { brief, written } from '../../exact/figures.ts';
import { LinkButton } from '../../parts/Button.tsx';
import { Table } from '../../parts/Table.tsx';
import { moment } from '../../words/ago.ts';
import styles from './chart.module.css';
import type { Chart } from './chart.ts';
import { type Step, spanOf } from './steps.ts';
import type { ChosenPrice } from './use-price.ts';
import { RANGE_WORDS } from './windows.ts';

type Shown = { readonly chosen: ChosenPrice; readonly symbol0: string; readonly symbol1: string };

export function PriceChart(shown: Shown) {
  const { steps, form, setForm } = shown.chosen;
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<Chart | null>(null);
  const [point, setPoint] = useState<Step | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let drawn: Chart | null = null;
    let isGone = false;
    import('./chart.ts').then(
      ({ drawChart }) => {
        if (isGone || box.current === null) return;
        drawn = drawChart(box.current, setPoint);
        setChart(drawn);
      },
      () => setMissing(true),
    );
    return () => {
      isGone = true;
      drawn?.remove();
      setChart(null);
    };
  }, []);
  useEffect(() => chart?.show({ steps, form }), [chart, steps, form]);
  return (
    <figure className={styles.figure}>
      <div className={styles.frame}>
        <div ref={box} className={styles.box} role="img" aria-label={sentence(shown)} />
        {steps.length === 0 && <p className={styles.still}>No swaps yet. The first swap will be drawn here.</p>}
        {isMissing && <p className={styles.still}>The chart could not be loaded. The table has all of it.</p>}
        <p className={styles.point} aria-hidden="true">
          {point && <PointText point={point} {...shown} />}
        </p>
      </div>
      <figcaption className={styles.caption}>
        <LinkButton onClick={() => setForm(form === 'line' ? 'candles' : 'line')}>
          {form === 'line' ? 'As candles' : 'As a line'}
        </LinkButton>
        <StepTable {...shown} />
        <span className={styles.credit}>
          Drawn by Lightweight Charts™, © 2025{' '}
          <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
            TradingView, Inc.
          </a>
        </span>
      </figcaption>
    </figure>
  );
}

function PointText({ point, symbol0, symbol1 }: { readonly point: Step } & Shown) {
  const { candle } = point;
  return (
    <>
      {moment(point.ms).slice(0, -3)} · <b>{brief(point.price, 7)}</b> {symbol1} ·{' '}
      {candle === null
        ? 'no swap'
        : `${brief(candle.volume0)} ${symbol0} in ${candle.swaps} ${candle.swaps === 1 ? 'swap' : 'swaps'}`}
    </>
  );
}

function sentence({ chosen: { steps, range }, symbol0, symbol1 }: Shown): string {
  const span = spanOf(steps);
  if (span === null) return `Price of ${symbol0} in ${symbol1}: nothing to draw yet`;
  const { first, last, low, high } = span;
  return `Price of ${symbol0} in ${symbol1} over ${RANGE_WORDS[range]}: from ${brief(first)} to ${brief(last)}, lowest ${brief(low)}, highest ${brief(high)}`;
}

/** Made only when it is opened. */
function StepTable({ chosen: { steps }, symbol0, symbol1 }: Shown) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        <section className={styles.scroll} tabIndex={0} aria-label="The chart as a table">
          <Table>
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col" data-end>
                  Price, {symbol1}
                </th>
                <th scope="col" data-end>
                  Volume, {symbol0}
                </th>
                <th scope="col" data-end>
                  Swaps
                </th>
              </tr>
            </thead>
            <tbody>
              {steps
                .filter(({ candle }) => candle !== null)
                .reverse()
                .map(({ ms, price, candle }) => (
                  <tr key={ms}>
                    <td>{moment(ms).slice(0, -3)}</td>
                    <td data-end>{written(price)}</td>
                    <td data-end>{written(candle?.volume0 ?? '0')}</td>
                    <td data-end>{candle?.swaps ?? 0}</td>
                  </tr>
                ))}
            </tbody>
          </Table>
        </section>
      )}
    </details>
  );
}
