// The default pair: that of the deepest pool, paying with its base.
import { useQuery } from '@tanstack/react-query';
import { isOnChain } from '../../data/chain.ts';
import { isBase } from '../../data/direction.ts';
import { server } from '../../data/server.ts';
import type { TokenInfo } from '../../data/token-info.ts';
import { deepestOf } from '../../market/figures/deepest.ts';

const NONE = ['', ''] as const;

export function usePair(isNeeded: boolean): readonly [string, string] {
  const { data } = useQuery({
    // Chosen once: if the pair changed by itself, the user could swap the wrong tokens.
    queryKey: ['usual pair'],
    queryFn: ({ signal }) => usualPair(signal),
    enabled: isNeeded,
    // Polled until there is a pool.
    refetchInterval: ({ state }) => state.data?.[0] === '' && 5000,
  });
  return data ?? NONE;
}

/** True if the exchange has no pool; false until that is known. */
export const useIsMarketEmpty = (): boolean =>
  useQuery<readonly [string, string]>({ queryKey: ['usual pair'], enabled: false }).data?.[0] === '';

async function usualPair(signal: AbortSignal): Promise<readonly [string, string]> {
  const market = isOnChain
    ? null
    : await server.getMarket({ list: 'pools', sort: 'tvl', limit: 20 }, { signal }).catch(() => null);
  const deepest = deepestOf(market?.pools ?? []);
  // If the value of no pool is known, takes the oldest pool.
  const pool = deepest?.tvl ? deepest : (await server.getPools({ limit: 1 }, { signal })).pools[0];
  if (!pool) return NONE;
  const { tokens } = await server.getTokens({ token: [pool.jetton0, pool.jetton1] }, { signal });
  const [first, second] = tokens as readonly TokenInfo[];
  return first && second
    ? isBase(first, second)
      ? [first.address, second.address]
      : [second.address, first.address]
    : NONE;
}

/** Takes a token that the URL leaves out from the default pair, but never the same token twice. */
export function pairOf(url: { pay: string; receive: string }, usual: readonly [string, string]): [string, string] {
  const [first, second] = usual;
  const pay = url.pay || (url.receive === first ? second : first);
  const receive = url.receive || (pay === second ? first : second);
  return [pay, receive];
}

/** The pair after a token is chosen; choosing the other side's token swaps the two. */
export function chosenPair(side: 'pay' | 'receive', address: string, [pay, receive]: readonly [string, string]) {
  if (side === 'pay') return { pay: address, receive: address === receive ? pay : receive };
  return { pay: address === pay ? receive : pay, receive: address };
}
