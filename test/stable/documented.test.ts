// A stable pool's price follows the formula in docs/interface.md to the last digit: the test reads it from there.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, type TokenAddress } from '../../src/core/amount.ts';
import { poolPrice } from '../../src/core/market/pool-price.ts';
import { printPrice } from '../../src/core/market/price.ts';
import { cut18, unitsOf } from '../replay/pool.ts';
import { invariantOf, type StablePool } from './definition.ts';
import { anyPool, ordinaryPool } from './pools.ts';

const DOCS = readFileSync(new URL('../../docs/interface.md', import.meta.url), 'utf8');
const FORMULA = /price = \((.+?)\) \/ \((.+?)\) +E = D where y > x, else D − 1/;

type Values = Readonly<Record<string, bigint>>;
const POWERS: Readonly<Record<string, bigint>> = { '': 1n, '²': 2n, '³': 3n };

/** Evaluates a sum of products such as 4Ann·x²y². */
const sumOf = (sum: string, values: Values): bigint =>
  sum
    .split(' + ')
    .map((term) =>
      [...term.matchAll(/(\d+|Ann|[xyE])([²³]?)/g)].reduce(
        (product, [, name = '', power = '']) => product * (values[name] ?? BigInt(name)) ** (POWERS[power] as bigint),
        1n,
      ),
    )
    .reduce((total, product) => total + product, 0n);

function documented(pool: StablePool): string {
  const [, above, below] = FORMULA.exec(DOCS) ?? [];
  if (!above || !below) throw new Error('docs/interface.md has no formula for the price of a stable pool');
  const finest = Math.max(pool.decimalsIn, pool.decimalsOut);
  const millionths = (reserve: bigint, decimals: number) => reserve * 10n ** BigInt(finest - decimals + 6);
  const [x, y] = [millionths(pool.reserveIn, pool.decimalsIn), millionths(pool.reserveOut, pool.decimalsOut)];
  const d = invariantOf(pool);
  const values = { x, y, Ann: pool.amplification, E: y > x ? d : d - 1n };
  return cut18(sumOf(above, values), sumOf(below, values));
}

const [FIRST, SECOND] = ['apple', 'bread'] as TokenAddress[] as [TokenAddress, TokenAddress];
const tokenOf = (address: TokenAddress, decimals: number) => ({ address, symbol: 'X', decimals });

test('a stable pool’s price is the documented formula’s, in either order of its tokens', () => {
  const property = fc.property(fc.oneof(anyPool, ordinaryPool), (pool) => {
    const { decimalsIn, decimalsOut, amplification } = pool;
    const [first, second] = [tokenOf(FIRST, decimalsIn), tokenOf(SECOND, decimalsOut)];
    const [reserveIn, reserveOut] = [amount(pool.reserveIn), amount(pool.reserveOut)];
    const shape = { curve: 'stable', amplification } as const;
    const price = documented(pool);
    const forth = poolPrice({ tokenIn: first, tokenOut: second, pool: shape }, { reserveIn, reserveOut });
    expect(printPrice(forth)).toBe(price);
    const turned = { reserveIn: reserveOut, reserveOut: reserveIn };
    const back = poolPrice({ tokenIn: second, tokenOut: first, pool: shape }, turned);
    expect(printPrice(back)).toBe(cut18(10n ** 200n, unitsOf(price, 200)));
  });
  fc.assert(property, { numRuns: 1000 });
});
