// Which lines are drawn in a chart, and which of them have room for a label.
import { expect, test } from 'vitest';
import { levelsIn } from './lines.ts';

// One pixel for each unit of the price.
const view = { low: 0, high: 100, height: 100 };
const levels = (...prices: number[]) => prices.map((price) => ({ id: String(price), price, label: '' }));

test.each([
  [
    'at both edges',
    levels(0, 100),
    [
      ['100', true],
      ['0', true],
    ],
  ],
  ['outside', levels(-0.01, 100.01), []],
  [
    '20 pixels apart',
    levels(50, 70),
    [
      ['70', true],
      ['50', true],
    ],
  ],
  [
    '19 pixels apart',
    levels(51, 70),
    [
      ['70', true],
      ['51', false],
    ],
  ],
  [
    'below one without a label',
    levels(40, 50, 60),
    [
      ['60', true],
      ['50', false],
      ['40', true],
    ],
  ],
])('lines %s', (_, given, drawn) => {
  expect(levelsIn(given, view, 10).map(({ id, isLabelled }) => [id, isLabelled])).toEqual(drawn);
});

test('of thousands of lines those in the middle are drawn', () => {
  const many = Array.from({ length: 5000 }, (_, at) => levels(at / 50)).flat();
  const drawn = levelsIn(many, view, 40);
  expect(drawn.map(({ price }) => price)).toEqual(
    many
      .slice(2480, 2520)
      .map(({ price }) => price)
      .reverse(),
  );
});
