// Tokens by address, with hidden ones, which operators can still deposit and withdraw; `values` lists the loaded ones for forms to suggest.
import { useMemo } from 'react';
import { useFirstTokens } from '../../../data/first-tokens.ts';
import { type TokenInfo, type Tokens, useTokens } from '../../../data/tokens.ts';
import { useCall } from '../../../data/use.ts';

export type EveryToken = Tokens & { values(): Iterable<TokenInfo> };

export function useEveryToken(): EveryToken {
  const tokens = useTokens();
  const { items } = useFirstTokens();
  const { data } = useCall('getTokens', { status: 'hidden', limit: 200 });
  return useMemo(() => {
    const hidden = (data?.tokens ?? []) as readonly TokenInfo[];
    return { get: tokens.get, values: () => [...items.values(), ...hidden] };
  }, [tokens, items, data]);
}
