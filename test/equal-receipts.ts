// Lets `toEqual` compare receipts that are read when they are asked for: a class's getter is no member of what it makes.
import { expect } from 'vitest';

const hasReader = (value: unknown): value is { readonly receipt: unknown } =>
  typeof value === 'object' && value !== null && 'receipt' in value && !Object.hasOwn(value, 'receipt');

expect.addEqualityTesters([
  function (one, other) {
    return hasReader(one) && hasReader(other) && !this.equals(one.receipt, other.receipt) ? false : undefined;
  },
]);
