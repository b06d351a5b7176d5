// How far a swap moves its own price: by which tone it is told, and in figures that never flatter.
import { textOf, unitsOf } from '../../exact/amount.ts';

/** As fine as the exchange tells it. */
const DIGITS = 18;
const scaled = (fraction: string): bigint => unitsOf(fraction, DIGITS);

const PLAIN_FROM = scaled('0.01');
const LARGE_FROM = scaled('0.05');

export type Tone = 'quiet' | 'plain' | 'large' | 'over';

/** A limit may be reached, but not passed: so the ledger has it. */
export function toneOf(effect: string, limit: string): Tone {
  const size = scaled(effect);
  if (size > scaled(limit)) return 'over';
  if (size >= LARGE_FROM) return 'large';
  return size >= PLAIN_FROM ? 'plain' : 'quiet';
}

/** In percent, up to a hundredth: one over a limit is never shown as equal to it. */
export function percentUp(effect: string): string {
  const step = 10n ** BigInt(DIGITS - 4);
  const hundredths = (scaled(effect) + step - 1n) / step;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

/** A typed percentage as a fraction; null for what is none, or beyond a hundred. */
export function effectOf(typed: string): string | null {
  const text = typed.trim().replace(/\s*%$/, '').replace(',', '.');
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text)) return null;
  const units = unitsOf(text, 4);
  return units > 0n && units <= 1_000_000n ? textOf(units, 6) : null;
}

export const reaches = (allowed: string, effect: string): boolean => scaled(allowed) >= scaled(effect);

/** What the same amount would pay more at the price before the swap, fees alike: received · e ÷ (1 − e), cut. */
export function lostTo(effect: string, received: string, decimals: number): string {
  const [part, whole] = [scaled(effect), 10n ** BigInt(DIGITS)];
  if (part >= whole) return received;
  return textOf((unitsOf(received, decimals) * part) / (whole - part), decimals);
}
