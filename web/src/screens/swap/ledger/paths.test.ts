// The paths of a route, and their shares.
import { expect, test } from 'vitest';
import type { Quote } from '../panel/prepared-swap.ts';
import { pathsOf } from './paths.ts';

const hop = (tokenA: string, tokenB: string, amountA: string) => ({ tokenA, tokenB, amountA });
const quote = (route: object[]) => ({ tokenA: 'a', tokenB: 'c', route }) as unknown as Quote;

test('the rounding remainder goes to the largest path, so that shares add up', () => {
  const paths = pathsOf(
    quote([hop('a', 'b', '51599.652506411'), hop('a', 'c', '948400.347493589'), hop('b', 'c', '7')]),
  );
  expect(paths.map(({ hops, share }) => [hops.length, share])).toEqual([
    [1, 9485],
    [2, 515],
  ]);
});

test('a token with two outgoing pools splits its inflow', () => {
  const paths = pathsOf(quote([hop('a', 'b', '9'), hop('b', 'c', '2'), hop('b', 'c', '1')]));
  expect(paths.map(({ share }) => share)).toEqual([6667, 3333]);
});
