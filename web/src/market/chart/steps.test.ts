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
const volumes = (volume0: string) => ({ volume0, volume1: volume0, fees0: '0', fees1: '0' });
const window = { stepMs: MINUTE, fromMs: 10 * MINUTE, toMs: 15 * MINUTE } as const;
const pricesOf = (candles: readonly Candle[], now: string | null) =>
  stepsOf(candles, window, now).map(({ price }) => price);

describe('steps', () => {
  test('a price holds until the next swap, the opening price before the first; the last step is the current price', () => {
    expect(pricesOf([candle(12, '2', '3'), candle(14, '3', '5')], '5.5')).toEqual(['2', '2', '3', '3', '5', '5.5']);
  });
  test('before the first swap of the window the price is that after the last one before the window', () => {
    expect(pricesOf([candle(9, '1', '2'), candle(12, '2', '3')], null)).toEqual(['2', '2', '3', '3', '3', '3']);
  });
  test('without a swap, every step has the current price', () => {
    expect(pricesOf([], '7')).toEqual(Array(6).fill('7'));
  });
  test('without a swap and a current price there are no steps', () => {
    expect(stepsOf([], window, null)).toEqual([]);
    expect(spanOf([])).toBeNull();
  });
  test('candles of several days become one: first open, last close, extremes and exact sums', () => {
    const days = [
      candle(10, '2', '3', '1.9', '3.000000000000000002'),
      candle(11, '3', '2.5', '2.4', '3.000000000000000003'),
      candle(13, '2.5', '4', '2', '4'),
    ];
    const steps = stepsOf(days, { stepMs: 4 * MINUTE, fromMs: 8 * MINUTE, toMs: 12 * MINUTE }, null);
    expect(steps.map(({ ms, candle }) => [ms / MINUTE, candle])).toEqual([
      [8, { ...candle(10, '2', '2.5', '1.9', '3.000000000000000003'), swaps: 2, ...volumes('2') }],
      [12, days[2]],
    ]);
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
