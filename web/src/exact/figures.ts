// Exact decimals as text for people: grouped, with a tail that the eye may skip but no digit left out.
import { textOf } from './amount.ts';

type Parts = {
  readonly sign: '' | '−' | '+';
  /** What is read first. */
  readonly head: string;
  /** What follows in softer ink. */
  readonly tail: string;
};

const MINUS = '−';

const group = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',');

/** All digits of an exact decimal. */
export function partsOf(value: string, { signed = false } = {}): Parts {
  const isNegative = value.startsWith('-');
  const [whole = '0', fraction = ''] = value.replace(/^[-+]/, '').split('.');
  const sign = isNegative ? MINUS : signed && /[1-9]/.test(value) ? '+' : '';
  const strong = strongDigits(whole, fraction);
  const head = `${group(whole)}${fraction && `.${fraction.slice(0, strong)}`}`;
  return { sign, head, tail: fraction.slice(strong) };
}

/** How many digits of the fraction tell what it comes to: six in all, at least two; leading zeros of a small one tell nothing. */
function strongDigits(whole: string, fraction: string): number {
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  if (whole === '0') return zeros + 4;
  return Math.min(4, Math.max(2, 6 - whole.length));
}

export const written = (value: string, options?: { signed?: boolean }): string => {
  const { sign, head, tail } = partsOf(value, options);
  return `${sign}${head}${tail}`;
};

/** A figure to a number of significant digits, cut: for axes and overviews, beside which all digits stand. */
export function brief(value: string, digits = 5): string {
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  const sign = value.startsWith('-') ? MINUS : '';
  if (whole.length >= digits) return `${sign}${group(whole)}`;
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const kept = whole === '0' ? zeros + digits : digits - whole.length;
  const cut = fraction.slice(0, kept);
  return `${sign}${group(whole)}${cut && `.${cut}`}`;
}

const SCALES = [
  [3, ' K'],
  [6, ' M'],
  [9, ' B'],
  [12, ' T'],
] as const;

/** From ten thousand on in thousands, millions and so on, with two digits after the point, rounded half up. */
export function rough(value: string): string {
  const [whole = '0'] = value.replace('-', '').split('.');
  if (whole.length < 5) return brief(value, 5);
  const inHundredths = SCALES.map(([zeros, name]) => {
    const unit = 10n ** BigInt(zeros - 2);
    return [(BigInt(whole) + unit / 2n) / unit, name] as const;
  });
  // The first in which it is less than a thousand.
  const [hundredths, name] =
    inHundredths.find(([count]) => count < 100_000n) ?? (inHundredths.at(-1) as [bigint, string]);
  const sign = value.startsWith('-') ? MINUS : '';
  return `${sign}${group(String(hundredths / 100n))}.${String(hundredths % 100n).padStart(2, '0')}${name}`;
}

/** A fraction as percent with two digits after the point, cut; a smaller one with as many as show it. */
export function percent(fraction: string, { signed = false } = {}): string {
  const isNegative = fraction.startsWith('-');
  const [whole = '0', rest = ''] = fraction.replace(/^[-+]/, '').split('.');
  const moved = `${whole}${rest.padEnd(2, '0').slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const digits = rest.slice(2);
  const zeros = /^0*/.exec(digits)?.[0].length ?? 0;
  const kept = moved === '0' && zeros >= 2 && zeros < digits.length ? zeros + 1 : 2;
  const cut = digits.slice(0, kept).padEnd(2, '0');
  const isZero = !/[1-9]/.test(`${moved}${cut}`);
  const sign = isZero ? '' : isNegative ? MINUS : signed ? '+' : '';
  return `${sign}${group(moved)}.${cut} %`;
}

/** a ÷ b to so many digits after the point, cut. */
export function divide(a: string, b: string, digits = 18): string {
  const scaled = (text: string): [bigint, number] => {
    const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
    return [BigInt(`${whole}${fraction}`) * (text.startsWith('-') ? -1n : 1n), fraction.length];
  };
  const [[top, down], [bottom, up]] = [scaled(a), scaled(b)];
  if (bottom === 0n) return '0';
  return textOf((top * 10n ** BigInt(digits + up)) / (bottom * 10n ** BigInt(down)), digits);
}
