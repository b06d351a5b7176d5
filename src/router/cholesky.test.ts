// Checks the equation solver: each right side is a matrix times a known solution.
import { expect, test } from 'vitest';
import { solve } from './cholesky.ts';

test('twelve equations are solved to the solution that their right side was made from', () => {
  const size = 12;
  const known = Float64Array.from({ length: size }, (_, row) => 1 + row / 3);
  // Like a resistor network: each diagonal entry is the sum of the others in its row, without their sign, plus 0.1.
  const full = (row: number, column: number) => (row === column ? 0.1 + sum(row) : -1 / (1 + Math.abs(row - column)));
  const sum = (row: number) =>
    Array.from(known, (_, column) => (column === row ? 0 : 1 / (1 + Math.abs(row - column)))).reduce((a, b) => a + b);
  const matrix = Float64Array.from({ length: size * size }, (_, at) => full(Math.floor(at / size), at % size));
  const right = known.map((_, row) => known.reduce((total, value, column) => total + full(row, column) * value, 0));
  solve(matrix, size, right);
  right.forEach((value, row) => {
    expect(value).toBeCloseTo(known[row] as number, 12);
  });
});

test('a variable whose row and column are all zeros is set to zero', () => {
  const right = Float64Array.of(4, 5);
  solve(Float64Array.of(2, 0, 0, 0), 2, right);
  expect(right[0]).toBeCloseTo(2, 12);
  expect(right[1]).toBe(0);
});
