// The demo's pools as its traders see them: reserves in tokens (not base units) as floats, which is precise enough to choose trades by.
import type { Token } from '../../core/pool.ts';
import { POOLS, USDT } from './demo.ts';

export type PoolView = {
  readonly tokenA: Token;
  readonly tokenB: Token;
  readonly reserveA: number;
  readonly reserveB: number;
  readonly isStable: boolean;
};

/** A pool as getPools returns it with amounts as strings. */
export type PoolRecord = Readonly<Record<'jetton0' | 'jetton1' | 'reserve0' | 'reserve1' | 'status' | 'curve', string>>;

/** The demo's pools that are neither paused nor empty. */
export function poolViews(records: readonly PoolRecord[]): readonly PoolView[] {
  return POOLS.flatMap(([tokenA, , tokenB]) => {
    const [a, b] = [tokenA.address as string, tokenB.address as string];
    const found = records.find(({ jetton0: x, jetton1: y }) => (x === a && y === b) || (x === b && y === a));
    if (!found || found.status === 'paused' || !(Number(found.reserve0) > 0)) return [];
    const reserves = [Number(found.reserve0), Number(found.reserve1)] as const;
    const [reserveA, reserveB] = found.jetton0 === a ? reserves : [reserves[1], reserves[0]];
    return [{ tokenA, tokenB, reserveA, reserveB, isStable: found.curve === 'stable' }];
  });
}

/**
 * Prices of tokens in USDT, by address, from the reserves of the pools. Stable pools are skipped: the ratio of their reserves
 * is not their price.
 */
export function worthIn(pools: readonly PoolView[]): ReadonlyMap<string, number> {
  const worth = new Map<string, number>([[USDT.address, 1]]);
  // The demo's pools are in an order in which the price of each tokenB is known before its pool is reached.
  for (const { tokenA, tokenB, reserveA, reserveB, isStable } of pools) {
    const known = worth.get(tokenB.address);
    if (known !== undefined && !isStable && !worth.has(tokenA.address))
      worth.set(tokenA.address, (known * reserveB) / reserveA);
  }
  return worth;
}
