// Starred and recently chosen tokens, stored in the browser per account.
import { useMe } from '../../../data/account.ts';
import { remembered, toggled, used } from '../../../data/remembered.ts';
import { type TokenInfo, useTokens } from '../../../data/tokens.ts';

export const MOST_FAVORITES = 20;
const FAVORITES = remembered('millpond favorite tokens', MOST_FAVORITES);
const RECENT = remembered('millpond recent tokens', 6);

export function useOwnTokens() {
  const { account } = useMe();
  const tokens = useTokens();
  const [starred, chosen] = [FAVORITES.useList(account), RECENT.useList(account)];
  // Leaves out tokens that the exchange does not list or hides; they stay stored in case it lists them again.
  const known = (addresses: readonly string[]): readonly TokenInfo[] =>
    addresses.flatMap((address) => {
      const token = tokens.get(address);
      return token && token.status !== 'hidden' ? [token] : [];
    });
  return {
    favorites: known(starred),
    recent: known(chosen.filter((address) => !starred.includes(address))),
    isFavorite: (address: string) => starred.includes(address),
    isFull: starred.length >= MOST_FAVORITES,
    star: (address: string) => FAVORITES.change(account, (list, most) => toggled(list, address, most)),
    choose: (address: string) => RECENT.change(account, (list, most) => used(list, address, most)),
  };
}
