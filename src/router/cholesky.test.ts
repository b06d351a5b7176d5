// The solver of equations, against products of what it should find.
import { expect, test } from 'vitest';
import { solve } from './cholesky.ts';

test('finds what a product was made of', () => {
  const size = 12;
  const known = Float64Array.from({ length: size }, (_, row) => 1 + row / 3);
  // A resistor network: the diagonal is what the others sum to, and a little.
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

test('what nothing is connected to stays where it is', () => {
  const right = Float64Array.of(4, 5);
  solve(Float64Array.of(2, 0, 0, 0), 2, right);
  expect(right[0]).toBeCloseTo(2, 12);
  expect(right[1]).toBe(0);
});
