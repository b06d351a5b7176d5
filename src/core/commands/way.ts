// The way (path of pools) between two tokens that evidence for an average price names: the pools whose prices were averaged.
import type { Evidence } from '../orders/trigger.ts';
import type { Pair, Pool } from '../pool.ts';
import type { CommandState } from './kind.ts';

type Named = Pick<Evidence, 'via'>;

export function pairsOnWay({ tokenA, tokenB }: Pair, { via }: Named): readonly Pair[] {
  const tokens = [tokenA, ...via];
  return tokens.map((token, at): Pair => ({ tokenA: token, tokenB: via[at] ?? tokenB }));
}

/** Undefined if a pool is missing, or if it or a token is paused: a price that cannot move because trading is stopped proves nothing. */
export function poolsOnWay(pair: Pair, evidence: Named, state: CommandState): readonly Pool[] | undefined {
  const pools: Pool[] = [];
  for (const { tokenA, tokenB } of pairsOnWay(pair, evidence)) {
    const pool = state.pool(tokenA, tokenB);
    const statuses = [pool?.status, state.token(tokenA)?.status, state.token(tokenB)?.status];
    if (!pool || statuses.includes('paused')) return undefined;
    pools.push(pool);
  }
  return pools;
}
