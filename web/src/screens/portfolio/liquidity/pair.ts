// A pool's two tokens with the account's balances, and names for its ledger entries.

import { useCallback, useMemo } from 'react';
import { useMe } from '../../../data/account.ts';
import { useBalancesOf } from '../../../data/balances.ts';
import { spendable } from '../../../data/chain.ts';
import { useToken } from '../../../data/token.ts';
import type { TokenLookup } from '../../../data/token-info.ts';
import { awaitedToken, type TokenInfo, unknownToken } from '../../../data/tokens.ts';
import { written } from '../../../exact/figures.ts';
import { accountName, type Naming } from '../../../parts/Entries.tsx';
import type { Sides } from './offer.ts';

export type PoolProps = { readonly jetton0: string; readonly jetton1: string };

export type PairOf = {
  readonly account: string | null;
  readonly isKnown: boolean;
  readonly token0: TokenInfo;
  readonly token1: TokenInfo;
  readonly sides: Sides;
  readonly name: string;
};

export function usePair({ jetton0, jetton1 }: PoolProps): PairOf {
  const { account, isKnown } = useMe();
  const [found0, found1] = [useToken(jetton0), useToken(jetton1)];
  const isFound = found0 !== null && found1 !== null;
  const [token0, token1] = [shownAs(found0, jetton0), shownAs(found1, jetton1)];
  const balanceOf = useBalancesOf(isFound ? [token0.address, token1.address] : []);
  const [held0, held1] = [balanceOf(token0.address), balanceOf(token1.address)];
  const isHere = isKnown && isFound && (account === null || (held0 !== null && held1 !== null));
  // Memoised, since hooks of the callers depend on the identity of the result.
  // biome-ignore lint/correctness/useExhaustiveDependencies: tokens that are not known are made anew each time
  return useMemo(() => {
    const sideOf = ({ address, symbol, decimals }: TokenInfo, balance: string | null) => ({
      ...{ symbol, decimals, balance },
      ...(balance !== null && { most: spendable(balance, address, 'provide') }),
    });
    const name = `${token0.symbol}/${token1.symbol}`;
    const sides: Sides = [sideOf(token0, held0), sideOf(token1, held1)];
    return { account, isKnown: isHere, token0, token1, name, sides };
  }, [jetton0, jetton1, found0, found1, account, isHere, held0, held1]);
}

const shownAs = (found: TokenLookup, address: string): TokenInfo =>
  found === null ? awaitedToken(address) : found === 'unknown' ? unknownToken(address) : found;

/** Both amounts of a preview with their symbols, for texts. */
export const amountsOf = (
  { token1Amount, token2Amount }: { readonly token1Amount: string; readonly token2Amount: string },
  { token0, token1 }: PairOf,
) => ({ a: `${written(token1Amount)} ${token0.symbol}`, b: `${written(token2Amount)} ${token1.symbol}` });

/** Names the tokens and accounts in the ledger entries of one pool. */
export function useNaming({ account, token0, token1, name }: PairOf, poolAddress: string | undefined): Naming {
  const symbolOf = useCallback(
    (token: string) => [token0, token1].find(({ address }) => address === token)?.symbol ?? 'LP',
    [token0, token1],
  );
  const nameOf = useCallback(
    (of: string) => accountName(of, account, new Map(poolAddress === undefined ? [] : [[poolAddress, name]])),
    [account, poolAddress, name],
  );
  return { symbolOf, nameOf };
}
