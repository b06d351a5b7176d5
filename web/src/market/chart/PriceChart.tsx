// The price chart: drawn once its chunk has loaded, summarised in a sentence, and available as a table.
import { useEffect, useRef, useState } from 'react';
import { brief } from '../../exact/figures.ts';
import { LinkButton } from '../../parts/Button.tsx';
import { minute } from '../../words/ago.ts';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import styles from './chart.module.css';
import type { Chart } from './chart.ts';
import { type Level, type Lines, NO_LINES, type View } from './lines.ts';
import type { Mark } from './marks.ts';
import { Over } from './Over.tsx';
import { StepTable } from './StepTable.tsx';
import { type Step, spanOf } from './steps.ts';
import type { ChosenPrice } from './use-price.ts';

type Shown = {
  readonly chosen: ChosenPrice;
  readonly symbol0: string;
  readonly symbol1: string;
  /** Drawn over the chart. */
  readonly lines?: Lines | undefined;
  /** The price after the swap in the form. */
  readonly after?: string | undefined;
  /** The account's own fills, with a text for each mark. */
  readonly marks?: readonly (Mark & { readonly text: string })[];
  /** Adds them to the sentence that summarises the chart. */
  withFills?(summary: string): string;
  readonly levels?: readonly Level[];
};

export function PriceChart(shown: Shown) {
  const { steps, form, hasVolume, window, error, isOld } = shown.chosen;
  const { after, lines = NO_LINES, marks = [], levels = [] } = shown;
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<Chart | null>(null);
  const [point, setPoint] = useState<number | null>(null);
  const [view, setView] = useState<View | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let drawn: Chart | null = null;
    let isGone = false;
    import('./chart.ts').then(
      ({ drawChart }) => {
        if (isGone || box.current === null) return;
        drawn = drawChart(box.current, { onPoint: setPoint, onView: setView });
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
  const seen = [...lines.seen, ...(after === undefined ? [] : [Number(after)])].join();
  const hasRoom = after !== undefined;
  useEffect(() => {
    const prices = seen === '' ? [] : seen.split(',').map(Number);
    chart?.show({ steps, form, hasVolume, seen: prices, hasRoom });
  }, [chart, steps, form, hasVolume, seen, hasRoom]);
  const at = point === null ? null : (steps[point] ?? null);
  return (
    <figure className={styles.figure}>
      <div className={styles.frame} data-stale={(window !== null && isOld) || undefined}>
        <div ref={box} className={styles.box} role="img" aria-label={sentence(shown)} />
        {view && steps.length > 0 && (
          <div className={styles.over} style={{ width: view.width, height: view.height }}>
            <Over {...{ steps, view, after, marks, levels }} />
            {lines.draw(view)}
          </div>
        )}
        {window && steps.length === 0 && <p className={styles.still}>{t('market.chart.none')}</p>}
        {error && <Unloaded {...shown} />}
        {isMissing && <p className={styles.still}>{t('market.chart.failed')}</p>}
        <p className={styles.point} aria-hidden="true">
          {at && <PointText point={at} marks={marks.filter(({ step }) => step === point)} {...shown} />}
        </p>
      </div>
      <figcaption className={styles.caption}>
        <FormChoice {...shown} />
        <StepTable steps={steps} form={form} symbol0={shown.symbol0} symbol1={shown.symbol1} />
        <span className={styles.credit}>
          <T
            id="market.chart.credit"
            components={{
              // biome-ignore lint/a11y/useAnchorContent: its text is in the catalogue
              link: <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer" />,
            }}
          />
        </span>
      </figcaption>
    </figure>
  );
}

function FormChoice({ chosen: { form, hasVolume, setForm, setVolume } }: Shown) {
  return (
    <>
      <LinkButton onClick={() => setForm(form === 'line' ? 'candles' : 'line')}>
        {t(form === 'line' ? 'market.chart.candles' : 'market.chart.line')}
      </LinkButton>
      <LinkButton onClick={() => setVolume(!hasVolume)}>
        {t(hasVolume ? 'market.chart.volume.hide' : 'market.chart.volume.show')}
      </LinkButton>
    </>
  );
}

const Unloaded = ({ chosen: { retry } }: Shown) => (
  <p className={styles.still} role="alert">
    {t('market.chart.unloaded')} <LinkButton onClick={retry}>{t('parts.again')}</LinkButton>
  </p>
);

function PointText({ point, marks, symbol0, symbol1 }: { readonly point: Step } & Shown) {
  const { candle } = point;
  return (
    <>
      {minute(point.ms)} · <b>{brief(point.price, 7)}</b> {symbol1} ·{' '}
      {candle === null
        ? t('market.chart.noSwap')
        : t('market.chart.point', { volume: `${brief(candle.volume0)} ${symbol0}`, count: candle.swaps })}
      {marks?.map(({ isBuy, text }) => (
        <span key={String(isBuy)}> · {text}</span>
      ))}
    </>
  );
}

function sentence({ chosen: { steps, range }, symbol0, symbol1, withFills = (summary) => summary }: Shown): string {
  const span = spanOf(steps);
  if (span === null) return t('market.chart.label.none', { base: symbol0, quote: symbol1 });
  const { first, last, low, high } = span;
  const label = t('market.chart.label', {
    base: symbol0,
    quote: symbol1,
    range,
    first: brief(first),
    last: brief(last),
    low: brief(low),
    high: brief(high),
  });
  return withFills(label);
}
