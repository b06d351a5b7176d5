// The account's balances of the tokens on a screen; tokens that are requested together share one request.
import { useQueries } from '@tanstack/react-query';
import { useMe } from './account.ts';
import { batched } from './batch.ts';
import { server, whenFollowing } from './server.ts';

const balanceOf = batched(async (tokens) => {
  const { balances } = await server.getBalances({ token: tokens });
  return new Map(balances.map(({ address, balance }) => [address, balance]));
});

/** The balance of a token, or null if it is not loaded yet or nobody is signed in; never 0 for a token that was not requested. */
export function useBalancesOf(tokens: readonly string[]): (address: string) => string | null {
  const { account } = useMe();
  const wanted = [...new Set(tokens)].filter((address) => address !== '');
  const found = useQueries({
    queries: wanted.map((token) => ({
      queryKey: ['getBalances', { token }, account],
      queryFn: async () => {
        await whenFollowing();
        return (await balanceOf(token)) ?? null;
      },
      enabled: account !== null,
    })),
  });
  const held = new Map(wanted.map((token, at) => [token, account === null ? null : (found[at]?.data ?? null)]));
  return (address) => held.get(address) ?? null;
}
