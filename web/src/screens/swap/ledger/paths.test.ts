// The ways of a route, and their parts of the whole.
import { expect, test } from 'vitest';
import type { Quote } from '../panel/order.ts';
import { pathsOf } from './paths.ts';

const hop = (tokenA: string, tokenB: string, amountA: string) => ({ tokenA, tokenB, amountA });
const quote = (route: object[]) => ({ tokenA: 'a', tokenB: 'c', route }) as unknown as Quote;

test('what is cut of all is the largest’s, so that they come to the whole', () => {
  const paths = pathsOf(
    quote([hop('a', 'b', '51599.652506411'), hop('a', 'c', '948400.347493589'), hop('b', 'c', '7')]),
  );
  expect(paths.map(({ hops, share }) => [hops.length, share])).toEqual([
    [1, 9485],
    [2, 515],
  ]);
});

test('a token that is left by two pools divides what came to it', () => {
  const paths = pathsOf(quote([hop('a', 'b', '9'), hop('b', 'c', '2'), hop('b', 'c', '1')]));
  expect(paths.map(({ share }) => share)).toEqual([6667, 3333]);
});
