// The holdings an account can send: its tokens, and the LP tokens of its positions by pool.
import { tokenOf, useTokens } from '../../../data/tokens.ts';
import { isZero, textOf, unitsOf } from '../../../exact/amount.ts';
import { useBareBalances, useHeldPositions, useHeldTokens } from '../holdings/holdings.ts';
import { LP_DECIMALS } from '../liquidity/withdrawing.ts';

type Side = { readonly token: string; readonly symbol: string; readonly amount: string };

export type Sendable = {
  /** The address of the token or the pool. */
  readonly address: string;
  /** The symbol in ledger entries. */
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly balance: string;
  /** The amounts that all of the LP tokens would return; empty for a token. */
  readonly returns: readonly Side[];
};

export function useSendables(): { readonly items: readonly Sendable[]; readonly isKnown: boolean } {
  const tokens = useTokens();
  const [held, positions] = [useHeldTokens(), useHeldPositions()];
  const bare = useBareBalances(held.error !== null);
  const list = held.error ? bare : held;
  // A balance that is entirely in orders cannot be sent.
  const ofTokens = list.items
    .filter(({ balance }) => !isZero(balance))
    .map(({ address, symbol, balance }) => {
      // Without market statistics, LP tokens are among the balances.
      const isLp = tokens.get(address) === null;
      const decimals = isLp ? LP_DECIMALS : tokenOf(tokens, address).decimals;
      return { address, symbol, name: symbol, decimals, balance, returns: [] };
    });
  const ofPools = positions.items.map(
    ({ poolAddress, jetton0, symbol0, jetton1, symbol1, lpTokens, returns0, returns1 }) => ({
      ...{ address: poolAddress, symbol: 'LP', name: `LP ${symbol0}/${symbol1}` },
      ...{ decimals: LP_DECIMALS, balance: lpTokens },
      returns: [
        { token: jetton0, symbol: symbol0, amount: returns0 },
        { token: jetton1, symbol: symbol1, amount: returns1 },
      ],
    }),
  );
  return { items: [...ofTokens, ...ofPools], isKnown: list.isKnown && (positions.isKnown || positions.error !== null) };
}

const FINE = 30;

/** `amount` · `part` ÷ `whole`, rounded down. */
export function partOf(amount: string, part: string, whole: string): string {
  const [of, some, all] = [unitsOf(amount, FINE), unitsOf(part, FINE), unitsOf(whole, FINE)];
  return all === 0n ? '0' : textOf((of * some) / all, FINE);
}
