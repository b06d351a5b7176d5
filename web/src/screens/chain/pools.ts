// Pools as read from the contracts, with token symbols and the price their reserves imply.
import type { Calls } from '#client';
import { directed } from '../../data/direction.ts';
import { usePages } from '../../data/pages.ts';
import { tokenOf, useTokens } from '../../data/tokens.ts';
import { isZero } from '../../exact/amount.ts';
import { divide } from '../../exact/figures.ts';

type Pool = Calls['getPools']['output']['pools'][number];

export type ChainPool = Pool & {
  readonly symbol0: string;
  readonly symbol1: string;
  /** The price of the first token in the second; null if the pool is empty. */
  readonly price: string | null;
};

const DIGITS = 12;

/** Adds the token symbols, as far as they are loaded, and the price, in the direction of the pair. */
export function useNamed(): (pool: Pool) => ChainPool {
  const tokens = useTokens();
  return (found) => {
    const pool = directed(found, tokens);
    return {
      ...pool,
      symbol0: tokenOf(tokens, pool.jetton0).symbol,
      symbol1: tokenOf(tokens, pool.jetton1).symbol,
      price: isZero(pool.reserve0) ? null : divide(pool.reserve1, pool.reserve0, DIGITS),
    };
  };
}

export function usePoolPages() {
  const named = useNamed();
  const pages = usePages('getPools', {}, ({ pools }) => pools, { idOf: ({ poolAddress }) => poolAddress });
  return { ...pages, items: pages.items.map(named) };
}
