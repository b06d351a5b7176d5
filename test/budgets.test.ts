// Folders of tests have budgets of CPU time.
import { expect, test } from 'vitest';
import { budgetOf, folderOf, isFarOver } from './budgets.ts';

test('a folder fails if it takes more than 1.5 times its budget, or that times the slowness of the machine', () => {
  expect(isFarOver(15, 10, 1)).toBe(false);
  expect(isFarOver(15.1, 10, 1)).toBe(true);
  expect(isFarOver(30, 10, 2)).toBe(false);
  expect(isFarOver(30.1, 10, 2)).toBe(true);
});

test('a machine that is faster than the reference machine has the same budgets', () => {
  expect(isFarOver(15, 10, 0.5)).toBe(false);
});

test('files belong to the folder that the first two parts of their path name', () => {
  expect(folderOf('src/store/sqlite/wal.test.ts')).toBe('src/store');
  expect(folderOf('test/tiers.test.ts')).toBe('test');
});

test('a folder without a line of its own has a budget too', () => {
  expect(budgetOf('rest', 'test/new')).toBeGreaterThan(0);
});
