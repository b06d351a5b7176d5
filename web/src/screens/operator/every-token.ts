// Every token, also those that are hidden: operators still move them.
import { useMemo } from 'react';
import { type TokenInfo, useTokens } from '../../data/tokens.ts';
import { useCall } from '../../data/use.ts';

export function useEveryToken(): ReadonlyMap<string, TokenInfo> {
  const shown = useTokens();
  const { data } = useCall('getTokens', { status: 'hidden', limit: 200 });
  return useMemo(() => {
    const hidden = (data?.tokens ?? []).map((token) => [token.address, token as TokenInfo] as const);
    return new Map([...shown, ...hidden]);
  }, [shown, data]);
}
