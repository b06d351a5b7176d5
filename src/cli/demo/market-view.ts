// The demo's pools as its traders see them: in whole tokens as floats, which is precise enough to choose by.
import type { Token } from '../../core/pool.ts';
import { POOLS, USDT } from './demo.ts';

export type PoolView = {
  readonly tokenA: Token;
  readonly tokenB: Token;
  readonly reserveA: number;
  readonly reserveB: number;
  readonly isStable: boolean;
};

/** A pool as getPools returns it, amounts as text. */
export type PoolRecord = Readonly<Record<'jetton0' | 'jetton1' | 'reserve0' | 'reserve1' | 'status' | 'curve', string>>;

/** The pools that can be traded in. */
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

/** The value of tokens in USDT by the prices of the pools; stable pools are skipped, since their reserves hardly show a price. */
export function worthIn(pools: readonly PoolView[]): ReadonlyMap<string, number> {
  const worth = new Map<string, number>([[USDT.address, 1]]);
  // The demo's pools are ordered so that each has one token whose value is known by then.
  for (const { tokenA, tokenB, reserveA, reserveB, isStable } of pools) {
    const known = worth.get(tokenB.address);
    if (known !== undefined && !isStable && !worth.has(tokenA.address))
      worth.set(tokenA.address, (known * reserveB) / reserveA);
  }
  return worth;
}
