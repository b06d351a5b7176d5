// Positions of the price line, and the chart's scale (gauge) with labels of a suitable number of digits.
import { brief, even, written } from '../../../exact/figures.ts';

type Step = readonly [x: number, price: number];
type Candle = { readonly time: string; readonly open: string; readonly close: string };

/** Points of the price line, x from 0 (`fromMs`) to 100 (now): the price before the first swap, each candle's close, the current price. */
export function stepsOf(
  candles: readonly Candle[],
  { fromMs, toMs, price }: { readonly fromMs: number; readonly toMs: number; readonly price: string },
): readonly Step[] {
  const at = (time: string) => Math.min(100, Math.max(0, ((Date.parse(time) - fromMs) / (toMs - fromMs)) * 100));
  const first = Number(candles[0]?.open ?? price);
  const round = (x: number) => Math.round(x * 100) / 100;
  return [
    [0, first],
    ...candles.map(({ time, close }): Step => [round(at(time)), Number(close)]),
    [100, Number(price)],
  ];
}

type Gauge = {
  readonly low: number;
  readonly high: number;
  readonly marks: readonly { readonly value: number; readonly text: string }[];
  readonly minor: readonly number[];
};

/** A scale for the prices with round labels, and some space above and below. */
export function gaugeOf(prices: readonly number[]): Gauge {
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const span = most - least || most * 0.01 || 1;
  const [low, high] = [least - span * 0.45, most + span * 0.25];
  const step = roundStep((high - low) / 4);
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  const every = (size: number) => {
    const first = Math.ceil(low / size);
    return Array.from(
      { length: Math.max(0, Math.floor(high / size) - first + 1) },
      (_, index) => (first + index) * size,
    );
  };
  return {
    low,
    high,
    marks: every(step).map((value) => ({ value, text: written(value.toFixed(Math.min(digits, 12))) })),
    minor: every(step / 4),
  };
}

/** 1, 2 or 5 times a power of ten. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  return ([1, 2, 5].find((one) => one * power >= size) ?? 10) * power;
}

const DIGITS = 5;
const MOST_DIGITS = 18;

/** Formats two prices with enough digits to tell them apart. */
export function apart(before: string, after: string): readonly [string, string] {
  let digits = DIGITS;
  while (digits < MOST_DIGITS && brief(before, digits) === brief(after, digits)) digits++;
  return [even(before, digits), even(after, digits)];
}
