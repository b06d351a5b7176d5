// The average price between two tokens: of the deepest way, weighed by time, in whole numbers.
import type { TokenAddress } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import type { Trigger } from '../orders/trigger.ts';
import { PRICE_BITS } from './figures.ts';

/**
 * What a pool was over a window, seen from one of its tokens. Each is a sum over milliseconds; of a window without length, what
 * the pool is at that moment.
 */
export type Link = {
  /** What the pool held of the token that is sold, and of the other. */
  readonly heldIn: bigint;
  readonly heldOut: bigint;
  /** ⌊price · 2^192⌋ of the token that is sold in the other, and of the other in it. */
  readonly price: bigint;
  readonly inverse: bigint;
};

/** The pools that had a price during the whole window, and are not paused. */
export interface Links {
  between(sold: TokenAddress, bought: TokenAddress): Link | undefined;
  /** The tokens that share a pool with a token, whether `between` counts it or not. */
  beside(token: TokenAddress): Neighbours;
}

/** A set of tokens, or a map by them. */
export type Neighbours = {
  readonly size: number;
  has(token: TokenAddress): boolean;
  keys(): Iterable<TokenAddress>;
};

export type Way = { readonly via: readonly TokenAddress[]; readonly links: readonly Link[] };

type Ends = { readonly tokenA: TokenAddress; readonly tokenB: TokenAddress };
type Found = Way & { readonly depth: bigint };

/**
 * Pools of constant product, one after the other, trade like one such pool; the depth of a way is the product of what that one
 * would hold, by what its pools held on average. For pools that held a₁, b₁; a₂, b₂; a₃, b₃ that is
 * a₁a₂a₃·b₁b₂b₃ / (a₂a₃ + b₁a₃ + b₁b₂)². A swap does not make a way deeper or shallower, liquidity does as long as it stays, and a
 * pool at an absurd price is as thin as its thin side. Down.
 */
export function depthOf(links: readonly Link[]): bigint {
  let product = 1n;
  for (const { heldIn, heldOut } of links) product *= heldIn * heldOut;
  let divisor = 0n;
  for (const at of links.keys()) {
    let term = 1n;
    for (const [index, { heldIn, heldOut }] of links.entries()) {
      if (index < at) term *= heldOut;
      if (index > at) term *= heldIn;
    }
    divisor += term;
  }
  return product / (divisor * divisor);
}

/**
 * Over at most three pools, and no token twice. Of ways that are equally deep the one with the fewest pools, then the one whose
 * tokens come first by their addresses. It is searched from the token with fewer pools, so that a hub costs no more than a way to it.
 */
export function deepestWay({ tokenA, tokenB }: Ends, pools: Links): Way | undefined {
  let best: Found | undefined;
  const consider = (via: readonly TokenAddress[], links: readonly Link[]) => {
    const depth = depthOf(links);
    if (!best || depth > best.depth || (depth === best.depth && isBefore(via, best.via))) best = { via, links, depth };
  };
  const direct = pools.between(tokenA, tokenB);
  if (direct) consider([], [direct]);
  const isFromA = pools.beside(tokenA).size <= pools.beside(tokenB).size;
  const [near, far] = isFromA ? [tokenA, tokenB] : [tokenB, tokenA];
  const step = (from: TokenAddress, to: TokenAddress) => (isFromA ? pools.between(from, to) : pools.between(to, from));
  const inOrder = <T>(steps: readonly T[]): readonly T[] => (isFromA ? steps : steps.toReversed());
  const ends = new Map<TokenAddress, Link | undefined>();
  const endAt = (token: TokenAddress) => {
    if (!ends.has(token)) ends.set(token, step(token, far));
    return ends.get(token);
  };
  const ofFar = pools.beside(far);
  for (const token of pools.beside(near).keys()) {
    if (token === far) continue;
    let first: Link | undefined;
    if (ofFar.has(token)) {
      first = step(near, token);
      const last = endAt(token);
      if (first && last) consider([token], inOrder([first, last]));
    }
    for (const then of inBoth(pools.beside(token), ofFar)) {
      if (then === near) continue;
      first ??= step(near, token);
      if (!first) break;
      const last = endAt(then);
      // No way is deeper than what its ends hold.
      if (!last || (best && heldAtEnds(inOrder([first, last])) < best.depth)) continue;
      const middle = step(token, then);
      if (middle) consider(inOrder([token, then]), inOrder([first, middle, last]));
    }
  }
  return best;
}

const heldAtEnds = (ends: readonly Link[]): bigint => (ends[0] as Link).heldIn * (ends.at(-1) as Link).heldOut;

/** Whether there is a way over at most three pools that count; ends with the first that is found. */
export function isWayBetween({ tokenA, tokenB }: Ends, pools: CountedPools): boolean {
  const { counts, beside } = pools;
  if (counts(tokenA, tokenB)) return true;
  const [ofA, ofB] = [beside(tokenA), beside(tokenB)];
  for (const token of inBoth(ofA, ofB)) if (counts(tokenA, token) && counts(token, tokenB)) return true;
  for (const token of ofA.keys()) {
    if (token === tokenB || !counts(tokenA, token)) continue;
    for (const then of inBoth(beside(token), ofB)) {
      if (then !== tokenA && counts(token, then) && counts(then, tokenB)) return true;
    }
  }
  return false;
}

type CountedPools = Pick<Links, 'beside'> & { counts(one: TokenAddress, other: TokenAddress): boolean };

/** By the smaller of two sets. Over all tokens that is at most one step for each pool, where every pair of ends would be their product. */
function* inBoth(one: Neighbours, other: Neighbours): Generator<TokenAddress> {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one];
  for (const token of fewer.keys()) if (more.has(token)) yield token;
}

function isBefore(via: readonly TokenAddress[], than: readonly TokenAddress[]): boolean {
  if (via.length !== than.length) return via.length < than.length;
  const at = via.findIndex((token, index) => token !== than[index]);
  return at >= 0 && (via[at] as TokenAddress) < (than[at] as TokenAddress);
}

/**
 * Of tokenA in tokenB, over a window of so many milliseconds: the product of what the pools' prices came to on average. For a
 * bound below, the mean of the prices; for one above, the inverse of the mean of the inverse prices. So whoever holds the price
 * wherever he likes for a part f of the window brings the average no nearer to a bound than by the factor 1 − f for each pool: of the
 * two means it is the one that an outlier in that direction moves little. Rounding is to the bound's side, by less than 2^-192.
 */
export function averageOf({ links }: Way, when: Trigger['when'], elapsedMs: number): Fraction {
  const elapsed = BigInt(Math.max(1, elapsedMs));
  let mean = 1n;
  let divisor = 1n;
  for (const { price, inverse } of links) {
    mean *= when === 'below' ? price : inverse;
    divisor *= elapsed;
  }
  const whole = (mean >> (PRICE_BITS * BigInt(links.length - 1))) / divisor;
  // Three pools of the most absurd prices; a ratio has no zero in it.
  const scaled = whole === 0n ? 1n : whole;
  return when === 'below'
    ? { numerator: scaled, denominator: 1n << PRICE_BITS }
    : { numerator: 1n << PRICE_BITS, denominator: scaled };
}
