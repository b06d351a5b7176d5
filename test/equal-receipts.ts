// Lets `toEqual` compare receipts that are lazy getters of a class rather than own members.
import { expect } from 'vitest';

const hasReader = (value: unknown): value is { readonly receipt: unknown } =>
  typeof value === 'object' && value !== null && 'receipt' in value && !Object.hasOwn(value, 'receipt');

expect.addEqualityTesters([
  function (one, other) {
    return hasReader(one) && hasReader(other) && !this.equals(one.receipt, other.receipt) ? false : undefined;
  },
]);
