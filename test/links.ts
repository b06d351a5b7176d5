// Links of pools, looked up by two tokens.
import type { TokenAddress } from '../src/core/amount.ts';
import { type Link, type Links, roughOf } from '../src/core/orders/link.ts';

type LinkOf = (sold: TokenAddress) => Link | undefined;

export function linksBetween(
  between: (sold: TokenAddress, bought: TokenAddress) => Link | undefined,
  neighbours: (token: TokenAddress) => Iterable<TokenAddress>,
): Links<LinkOf> {
  const pools = new Map<TokenAddress, ReadonlyMap<TokenAddress, LinkOf>>();
  const linkOf =
    (one: TokenAddress, other: TokenAddress): LinkOf =>
    (sold) =>
      sold === one ? between(one, other) : between(other, one);
  return {
    poolsOf(token) {
      const known = pools.get(token) ?? new Map([...neighbours(token)].map((other) => [other, linkOf(token, other)]));
      pools.set(token, known);
      return known;
    },
    rough(pool, sold) {
      const link = pool(sold);
      return link && roughOf(link);
    },
    link: (pool, sold) => pool(sold),
  };
}
