// A test file that is renamed must not leave `npm test` unnoticed.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GUARDS, tierOf } from './tiers.ts';

test('every file that is listed as a guard exists', () => {
  expect(GUARDS.filter((file) => !existsSync(file))).toEqual([]);
});

test.each([
  ['src/core/pool.test.ts', 'quick'],
  ['test/http/orders.test.ts', 'quick'],
  ['src/store/sqlite/contract-versions.test.ts', 'quick'],
  ['src/store/postgres/contract-ledger.test.ts', 'guards'],
  ['src/store/postgres/contract-versions.test.ts', 'rest'],
  ['test/browser/swap.test.ts', 'rest'],
  ['src/cli/options.test.ts', 'rest'],
] as const)('%s is in the tier %s', (file, tier) => {
  expect(tierOf(file)).toBe(tier);
});
