// Turns candles into steps: a price holds until the next swap, so an interval without a candle continues the previous price.
import type { Calls, Decimal } from '#client';
import { addText, subtractText } from '../../exact/amount.ts';
import { floor, type Window } from './windows.ts';

export type Candle = Calls['getCandles']['output']['candles'][number];

export type Step = {
  readonly ms: number;
  /** The price at the end of the interval; in the last step, the current price if it is known. */
  readonly price: string;
  /** Null if nothing was swapped in the interval. */
  readonly candle: Candle | null;
};

/** One step per interval of the window; none if no price is known. */
export function stepsOf(
  candles: readonly Candle[],
  { fromMs, toMs, stepMs }: Pick<Window, 'fromMs' | 'toMs' | 'stepMs'>,
  priceNow: string | null,
): readonly Step[] {
  const byStart = joined(candles, stepMs);
  const before = candles.findLast(({ time }) => Date.parse(time) < fromMs);
  let price: string | null = before?.close ?? candles[0]?.open ?? priceNow;
  if (price === null) return [];
  const steps: Step[] = [];
  for (let ms = fromMs; ms <= toMs; ms += stepMs) {
    const candle = byStart.get(ms) ?? null;
    price = candle?.close ?? price;
    steps.push({ ms, price, candle });
  }
  if (priceNow !== null) steps.push({ ...(steps.pop() as Step), price: priceNow });
  return steps;
}

/** One candle per step, by its start: those of several days are put together exactly. */
function joined(candles: readonly Candle[], stepMs: number): ReadonlyMap<number, Candle> {
  const byStart = new Map<number, Candle>();
  for (const candle of candles) {
    const ms = floor(Date.parse(candle.time), stepMs);
    const known = byStart.get(ms);
    byStart.set(ms, known === undefined ? candle : join(known, candle));
  }
  return byStart;
}

const join = (first: Candle, next: Candle): Candle => ({
  ...{ time: first.time, open: first.open, close: next.close },
  ...{ high: isBelow(first.high, next.high) ? next.high : first.high },
  ...{ low: isBelow(next.low, first.low) ? next.low : first.low },
  ...{ volume0: sum(first.volume0, next.volume0), volume1: sum(first.volume1, next.volume1) },
  ...{ fees0: sum(first.fees0, next.fees0), fees1: sum(first.fees1, next.fees1) },
  swaps: first.swaps + next.swaps,
});

const isBelow = (one: string, other: string): boolean => subtractText(one, other).startsWith('-');
const sum = (one: string, other: string) => addText(one, other) as Decimal;

type Span = { readonly first: string; readonly last: string; readonly low: string; readonly high: string };

/** The range of prices, for the summary sentence. */
export function spanOf(steps: readonly Step[]): Span | null {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return null;
  let [low, high]: [string, string] = [first.price, first.price];
  for (const { price, candle } of steps) {
    if (Number(candle?.low ?? price) < Number(low)) low = candle?.low ?? price;
    if (Number(candle?.high ?? price) > Number(high)) high = candle?.high ?? price;
  }
  return { first: first.candle?.open ?? first.price, last: last.price, low, high };
}

/** The steps as an SVG path, the lowest price at the bottom; a constant price is in the middle. */
export function pathOf(prices: readonly string[], width: number, height: number): string {
  const values = prices.map(Number);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (value: number): string =>
    round(high > low ? height - ((value - low) / (high - low)) * height : height / 2);
  const [first = 0, ...rest] = values;
  const each = width / values.length;
  return `M0 ${y(first)}${rest.map((value, at) => `H${round((at + 1) * each)}V${y(value)}`).join('')}H${width}`;
}

const round = (value: number): string => String(Math.round(value * 10) / 10);
