// The price as a line with steps, since it changes only with swaps, next to a scale.
import type { CSSProperties, ReactNode } from 'react';
import type { Calls } from '#client';
import { even, written } from '../../../exact/figures.ts';
import { t } from '../../../words/words.ts';
import styles from './price.module.css';
import { gaugeOf, stepsOf } from './steps.ts';

/** Drawn over the price chart in its scale. */
export type Lines = {
  /** Says which price the chart shows (for example before fees), if the screen shows another one too. */
  readonly note?: string;
  /** Prices that the scale must include. */
  readonly seen: readonly number[];
  draw(scale: Scale): ReactNode;
};
export type Scale = { readonly low: number; readonly high: number };

export function StepChart({
  candles,
  fromMs,
  price,
  after,
  title,
  lines,
}: {
  readonly candles: Calls['getCandles']['output']['candles'];
  readonly fromMs: number;
  readonly price: string;
  readonly after: string | undefined;
  readonly title: string;
  readonly lines?: Lines | undefined;
}) {
  const steps = stepsOf(candles, { fromMs, toMs: Date.now(), price });
  const { low, high, marks, minor } = gaugeOf([
    ...steps.map(([, y]) => y),
    ...(after === undefined ? [] : [Number(after)]),
    ...(lines?.seen ?? []),
  ]);
  const top = (value: number): number => 100 - ((value - low) / (high - low)) * 100;
  const line = steps.map(([x, y], index) => (index === 0 ? `M${x} ${top(y)}` : `H${x}V${top(y)}`)).join('');
  const [lastX, lastY] = steps.at(-1) as readonly [number, number];
  return (
    <div className={styles.chart} style={axisOf([even(price), ...marks.map(({ text }) => text)])}>
      <svg
        className={styles.plot}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={t('swap.price.chart', { pair: title, price: written(price) })}
      >
        <path className={styles.area} d={`${line}V100H0Z`} />
        <path className={styles.line} d={line} />
      </svg>
      <svg className={styles.next} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {after !== undefined && <path className={styles.dotted} d={`M0 ${top(lastY)}V${top(Number(after))}H100`} />}
      </svg>
      <div className={styles.gauge} aria-hidden="true" data-last={lastX}>
        {minor.map((value) => (
          <i key={value} style={{ top: `${top(value)}%` }} />
        ))}
        {marks.map(({ value, text }) => (
          <span
            key={value}
            style={{ top: `${top(value)}%` }}
            data-hidden={Math.abs(top(value) - top(lastY)) < 12 || undefined}
          >
            {text}
          </span>
        ))}
        <b style={{ top: `${top(lastY)}%` }}>{even(price)}</b>
      </div>
      {lines?.draw({ low, high })}
    </div>
  );
}

/** The width of the scale: that of its longest price, which has many digits if the price is small. */
const axisOf = (texts: readonly string[]): CSSProperties & Record<'--axis', string> => ({
  '--axis': `${Math.max(76, 24 + 8 * Math.max(...texts.map(({ length }) => length)))}px`,
});
