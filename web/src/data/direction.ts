// The direction of a pair, the same on every screen: the quote token last; of two others the one registered first is the base.
import type { TokenInfo } from './token-info.ts';
import type { Tokens } from './tokens.ts';

type Placed = Pick<TokenInfo, 'address' | 'place'>;

/** True if prices of the pair are told for one `a`, in `b`. The quote token that a reader chose for values changes nothing. */
export function isBase(a: Placed, b: Placed): boolean {
  const [one, other] = [rankOf(a), rankOf(b)];
  return one === other ? a.address < b.address : one < other;
}

/** The quote token has the place null; a token that is still loading, or unknown, has none. */
const rankOf = ({ place }: Placed): number => (place === null ? Number.POSITIVE_INFINITY : (place ?? Number.MAX_VALUE));

export const inDirection = <Token extends Placed>(a: Token, b: Token): readonly [base: Token, quote: Token] =>
  isBase(a, b) ? [a, b] : [b, a];

type Sides = { readonly jetton0: string; readonly jetton1: string };

/** True if an order buys: it pays with the quote side of its pair, and its prices are told for one of the token that it receives. */
export const isBuying = (
  { tokenA, tokenB }: { readonly tokenA: string; readonly tokenB: string },
  tokens: Tokens,
): boolean => isBase(placed(tokens, tokenB), placed(tokens, tokenA));

/** A record of a pool in the direction of its pair, for answers that are in the order of the addresses. */
export const directed = <Pool extends Sides>(pool: Pool, tokens: Tokens): Pool =>
  isBase(placed(tokens, pool.jetton1), placed(tokens, pool.jetton0)) ? turned(pool) : pool;

const placed = (tokens: Tokens, address: string): Placed => tokens.get(address) ?? { address };

/** The record with all fields of its two tokens exchanged: `reserve0` for `reserve1`. */
export const turned = <Pool extends object>(pool: Pool): Pool =>
  Object.fromEntries(
    Object.entries(pool).map(([name, value]) => [name.replace(/[01]/, (side) => (side === '0' ? '1' : '0')), value]),
  ) as Pool;
