// Adds tokens of which an account holds nothing to a page of its balances.
import type { TokenAddress } from '../core/amount.ts';

type TokenBalance = { readonly token: TokenAddress; readonly balance: bigint };
type Wanted = { readonly also: readonly TokenAddress[]; readonly after: string; readonly limit: number };

/** A page of balances with zeros for those of the tokens `also` that belong on it. */
export function withZeros(held: readonly TokenBalance[], { also, after, limit }: Wanted): readonly TokenBalance[] {
  if (also.length === 0) return held;
  const last = held.length === limit ? held.at(-1)?.token : undefined;
  const known = new Set(held.map(({ token }) => token));
  const isHere = (token: TokenAddress) =>
    !known.has(token) && inOrder(after, token) < 0 && (last === undefined || inOrder(token, last) < 0);
  const zeros = also.filter(isHere).map((token) => ({ token, balance: 0n }));
  return [...held, ...zeros].sort((one, other) => inOrder(one.token, other.token)).slice(0, limit);
}

/** The order of the stores: byte by byte, unlike JavaScript's comparison. */
const inOrder = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
