// Parses a price as `printPrice` prints it.
import { assert } from '../src/core/assert.ts';
import { type Price, priceOf } from '../src/core/market/price.ts';

const PLAIN = /^(\d+)(?:\.(\d+))?$/;

export function parsePrice(text: string): Price {
  const [, whole = '', fraction = ''] = PLAIN.exec(text) ?? [];
  const units = BigInt(`${whole}${fraction}`);
  assert(units > 0n, `'${text}' is a price`);
  return priceOf({ numerator: units, denominator: 1n }, 0, fraction.length);
}
