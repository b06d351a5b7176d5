// The time-weighted average price between two tokens along the deepest way (path of pools), in integers.
import type { TokenAddress } from '../amount.ts';
import type { Fraction } from '../curves/curve.ts';
import type { Trigger } from '../orders/trigger.ts';
import { PRICE_BITS } from './figures.ts';

/**
 * A pool in the direction of a trade: its reserves and prices, summed over all milliseconds of a window; for a window of length zero,
 * the current values.
 */
export type Link = {
  /** Reserves of the sold token and of the other. */
  readonly heldIn: bigint;
  readonly heldOut: bigint;
  /** The price of the sold token in the other, and of the other in the sold token, each as ⌊price · 2^192⌋. */
  readonly price: bigint;
  readonly inverse: bigint;
};

/** Looks up pools: `between` finds only those that had a price during the whole window and are not paused. */
export interface Links {
  between(sold: TokenAddress, bought: TokenAddress): Link | undefined;
  /** The tokens that share a pool with a token, even if `between` does not find that pool. */
  neighbours(token: TokenAddress): Neighbours;
}

/** A set of tokens, or a map with tokens as keys. */
export type Neighbours = {
  readonly size: number;
  has(token: TokenAddress): boolean;
  keys(): Iterable<TokenAddress>;
};

export type Way = { readonly via: readonly TokenAddress[]; readonly links: readonly Link[] };

type Ends = { readonly tokenA: TokenAddress; readonly tokenB: TokenAddress };
type Found = Way & { readonly depth: bigint };

/**
 * Constant-product pools in a row trade like a single such pool. The depth of a way is the product of that single pool's reserves,
 * computed from the average reserves of its pools and rounded down: for reserves a₁, b₁; a₂, b₂; a₃, b₃ it is
 * a₁a₂a₃·b₁b₂b₃ / (a₂a₃ + b₁a₃ + b₁b₂)². A swap along the way does not change it, apart from fees; liquidity counts only for the time
 * that it stays; and a pool at an absurd price is only as deep as its smaller side.
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
 * The deepest way with at most three pools and no token twice. Of equally deep ways, the one with the fewest pools wins, then the one
 * whose token addresses sort first. The search starts at the token with fewer pools, so that a token with very many is not expensive.
 */
export function deepestWay({ tokenA, tokenB }: Ends, pools: Links): Way | undefined {
  let best: Found | undefined;
  const consider = (via: readonly TokenAddress[], links: readonly Link[]) => {
    const depth = depthOf(links);
    if (!best || depth > best.depth || (depth === best.depth && isBefore(via, best.via))) best = { via, links, depth };
  };
  const direct = pools.between(tokenA, tokenB);
  if (direct) consider([], [direct]);
  const isFromA = pools.neighbours(tokenA).size <= pools.neighbours(tokenB).size;
  const [near, far] = isFromA ? [tokenA, tokenB] : [tokenB, tokenA];
  const step = (from: TokenAddress, to: TokenAddress) => (isFromA ? pools.between(from, to) : pools.between(to, from));
  const inOrder = <T>(steps: readonly T[]): readonly T[] => (isFromA ? steps : steps.toReversed());
  const ends = new Map<TokenAddress, Link | undefined>();
  const endAt = (token: TokenAddress) => {
    if (!ends.has(token)) ends.set(token, step(token, far));
    return ends.get(token);
  };
  const ofFar = pools.neighbours(far);
  for (const token of pools.neighbours(near).keys()) {
    if (token === far) continue;
    let first: Link | undefined;
    if (ofFar.has(token)) {
      first = step(near, token);
      const last = endAt(token);
      if (first && last) consider([token], inOrder([first, last]));
    }
    for (const then of inBoth(pools.neighbours(token), ofFar)) {
      if (then === near) continue;
      first ??= step(near, token);
      if (!first) break;
      const last = endAt(then);
      // A way is never deeper than the product of its first and last reserve, so one with a smaller product need not be considered.
      if (!last || (best && heldAtEnds(inOrder([first, last])) < best.depth)) continue;
      const middle = step(token, then);
      if (middle) consider(inOrder([token, then]), inOrder([first, middle, last]));
    }
  }
  return best;
}

const heldAtEnds = (ends: readonly Link[]): bigint => (ends[0] as Link).heldIn * (ends.at(-1) as Link).heldOut;

/** The tokens in both sets. Iterates over the smaller set, so that a token with very many pools is not expensive. */
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
 * The average price of tokenA in tokenB over the window: the product of the pools' mean prices. For a trigger `below`, the arithmetic
 * mean; for a trigger `above`, the harmonic mean: the one that an outlier towards the trigger moves less. So an attacker who
 * forces a pool to any price for a fraction f of the window moves the average towards the trigger by a factor of 1 − f at most. Rounds towards the
 * trigger, by less than 2^-192.
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
  // The average over three pools at extreme prices can round to zero, which is not a valid price or denominator.
  const scaled = whole === 0n ? 1n : whole;
  return when === 'below'
    ? { numerator: scaled, denominator: 1n << PRICE_BITS }
    : { numerator: 1n << PRICE_BITS, denominator: scaled };
}
