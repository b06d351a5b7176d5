// The level and the marks of a gauge.

/** The position of the value between low and high, from 0 to 1; 0.5 if they are equal or unknown. */
export function levelOf(value: string, low: string | null, high: string | null): number {
  if (low === null || high === null) return 0.5;
  const [at, bottom, top] = [Number(value), Number(low), Number(high)];
  return top > bottom ? Math.min(1, Math.max(0, (at - bottom) / (top - bottom))) : 0.5;
}

type Tick = { readonly at: number; readonly isMajor: boolean };

/** Marks at even steps from 0 to 1; each `every`th is longer. */
export const ticksOf = (count: number, every: number): readonly Tick[] =>
  Array.from({ length: count }, (_, at) => ({ at: at / (count - 1), isMajor: at % every === 0 }));

/** Widens a range that is too narrow for an axis, as that of a price that did not move. */
export function widened(low: number, high: number): { minValue: number; maxValue: number } {
  const room = Math.max(high - low, Math.abs(high) * 1e-4, Number.MIN_VALUE) - (high - low);
  return { minValue: low - room / 2, maxValue: high + room / 2 };
}

/** Round axis values, as many as fit; `minor` is the distance of the marks between them. */
export function axisOf(
  low: number,
  high: number,
  most: number,
): { values: readonly number[]; minor: number; digits: number } {
  const rough = (high - low) / Math.max(1, most);
  // Steps too small for a float would make the loop endless.
  if (!(rough > Math.abs(high) * 1e-12) || !Number.isFinite(rough))
    return { values: [], minor: Number.POSITIVE_INFINITY, digits: 2 };
  const power = Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * 10 ** power >= rough * 0.999_999) ?? 10;
  const exponent = factor === 10 ? power + 1 : power;
  const [unit, scale] = [factor === 10 ? 1 : factor, 10 ** Math.abs(exponent)];
  const value = (at: number): number => (exponent < 0 ? (at * unit) / scale : at * unit * scale);
  const step = value(1);
  const values: number[] = [];
  for (let at = Math.ceil(low / step - 1e-9); value(at) <= high + step * 1e-9; at++) values.push(value(at) + 0);
  return { values, minor: step / (unit === 2 ? 4 : 5), digits: Math.max(0, -exponent) };
}
