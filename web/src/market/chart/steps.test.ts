// Candles become the steps of a price chart, and steps an SVG path.
import { describe, expect, test } from 'vitest';
import type { Decimal } from '#client';
import { type Candle, pathOf, spanOf, stepsOf } from './steps.ts';

const MINUTE = 60_000;
const at = (minute: number): string => new Date(minute * MINUTE).toISOString();
const candle = (minute: number, open: string, close: string, low = open, high = close): Candle => {
  const [volume0, fees0] = ['1', '0'] as Decimal[];
  const [first, last, least, most] = [open, close, low, high] as Decimal[];
  return {
    ...{ time: at(minute), open: first, close: last, low: least, high: most, swaps: 1 },
    ...{ volume0, volume1: volume0, fees0, fees1: fees0 },
  } as Candle;
};
const window = { interval: '1m', intervalMs: MINUTE, fromMs: 10 * MINUTE, toMs: 15 * MINUTE } as const;
const pricesOf = (candles: readonly Candle[], now: string | null) =>
  stepsOf(candles, window, now).map(({ price }) => price);

describe('steps', () => {
  test('a price holds until the next swap, the opening price before the first; the last step is the current price', () => {
    expect(pricesOf([candle(12, '2', '3'), candle(14, '3', '5')], '5.5')).toEqual(['2', '2', '3', '3', '5', '5.5']);
  });
  test('without a swap, every step has the current price', () => {
    expect(pricesOf([], '7')).toEqual(Array(6).fill('7'));
  });
  test('without a swap and a current price there are no steps', () => {
    expect(stepsOf([], window, null)).toEqual([]);
    expect(spanOf([])).toBeNull();
  });
  test('the summary has the lowest and the highest price of all candles', () => {
    const steps = stepsOf([candle(11, '2', '3', '1.5', '9'), candle(13, '3', '4')], window, '4');
    expect(spanOf(steps)).toEqual({ first: '2', last: '4', low: '1.5', high: '9' });
  });
});

describe('path', () => {
  test('a path goes across to each step, then up or down to its price', () => {
    expect(pathOf(['1', '3', '2'], 90, 20)).toBe('M0 20H30V0H60V10H90');
  });
  test('a constant price is drawn at half the height', () => {
    expect(pathOf(['2', '2'], 90, 20)).toBe('M0 10H45V10H90');
  });
});
