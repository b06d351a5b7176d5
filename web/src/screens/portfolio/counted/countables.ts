// The holdings whose balances can be checked: tokens, and the LP tokens of positions.
import { useTokens } from '../../../data/tokens.ts';
import { useBareBalances, useHeldPositions, useHeldTokens } from '../holdings/holdings.ts';
import { LP_DECIMALS } from '../liquidity/withdrawing.ts';

export type Countable = {
  /** The address of the token, or of the pool for its LP token. */
  readonly address: string;
  readonly isLp: boolean;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly balance: string;
  /** The tokens of an LP token's pool, if known. */
  readonly pair: readonly [Mark, Mark] | null;
};
type Mark = { readonly address: string; readonly symbol: string };

export function useCountables() {
  const known = useTokens();
  const [held, positions] = [useHeldTokens(), useHeldPositions()];
  const bare = useBareBalances(held.error !== null);
  const list = held.error ? bare : held;
  const ofTokens = list.items.map(({ address, symbol, decimals, balance }): Countable => {
    // Without market statistics, LP tokens are among the balances.
    const isLp = known.get(address) === null;
    return { address, isLp, symbol, name: symbol, decimals, balance, pair: null };
  });
  const ofPools = positions.items.map(
    ({ poolAddress, jetton0, symbol0, jetton1, symbol1, lpTokens }): Countable => ({
      ...{ address: poolAddress, isLp: true, symbol: 'LP', name: `LP ${symbol0}/${symbol1}` },
      ...{ decimals: LP_DECIMALS, balance: lpTokens },
      pair: [
        { address: jetton0, symbol: symbol0 },
        { address: jetton1, symbol: symbol1 },
      ],
    }),
  );
  const isKnown = list.isKnown && (positions.isKnown || positions.error !== null);
  return {
    tokens: { of: 'token', items: ofTokens, pages: list } as const,
    positions: { of: 'position', items: ofPools, pages: positions } as const,
    isEmpty: isKnown && ofTokens.length + ofPools.length === 0,
  };
}
