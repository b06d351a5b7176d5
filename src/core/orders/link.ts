// A pool in the direction of a trade, as the constant-product pool with its price and liquidity: exact, and roughly in floats.
import type { TokenAddress } from '../amount.ts';
import { sqrtDown } from '../maths/rounding.ts';

export type Fees = { readonly lpFeePpm: bigint; readonly protocolFeePpm: bigint };

export type Link = Fees & {
  /** The price of the sold token in the other, as ⌊price · 2^192⌋. */
  readonly price: bigint;
  /** The reserves of the sold token and of the other, in units of 2^-64. */
  readonly heldIn: bigint;
  readonly heldOut: bigint;
};

/** Liquidity is the root of the product of both reserves, in units of 2^-32: swaps do not change it, apart from fees. */
export const LIQUIDITY_BITS = 32n;
export const HELD_BITS = 64n;
const UNIT = 2 ** -Number(HELD_BITS);

export const liquidityOf = (reserve0: bigint, reserve1: bigint): bigint =>
  sqrtDown((reserve0 * reserve1) << (2n * LIQUIDITY_BITS));

export function linkOf(price: bigint, liquidity: bigint, { lpFeePpm, protocolFeePpm }: Fees): Link {
  // In units of 2^-96.
  const root = sqrtDown(price);
  const heldIn = root === 0n ? 0n : (liquidity << 128n) / root;
  return { price, heldIn, heldOut: (liquidity * root) >> 64n, lpFeePpm, protocolFeePpm };
}

/** Reserves, and how much of an input and of an output fees leave. */
export type Floats = {
  readonly heldIn: number;
  readonly heldOut: number;
  readonly keptIn: number;
  readonly keptOut: number;
};

export const floatsOf = ({ heldIn, heldOut, ...fees }: Link): Floats => ({
  heldIn: Number(heldIn) * UNIT,
  heldOut: Number(heldOut) * UNIT,
  ...keptOf(fees),
});

const keptOf = ({ lpFeePpm, protocolFeePpm }: Fees) => ({
  keptIn: 1 - Number(lpFeePpm) / 1e6,
  keptOut: 1 - Number(protocolFeePpm) / 1e6,
});

/**
 * Bounds of a pool's averages, in floats and without computing them: the average price and liquidity are at most those of these reserves.
 */
export type Rough = Floats & {
  /** The lowest price that an average can be. */
  readonly lowest: number;
  /** True if the averages are these figures, but for the error of floats. */
  readonly isClose: boolean;
};

export const roughOf = (link: Link): Rough => {
  const floats = floatsOf(link);
  return { ...floats, lowest: floats.heldOut / floats.heldIn, isClose: true };
};

/** The rough figures of a pool whose prices were in a range and whose liquidity counts for no more than the one given. */
export function roughWithin({ lowest, highest, liquidity, isClose }: Seen, fees: Fees): Rough {
  const root = Math.sqrt(highest);
  return { heldIn: liquidity / root, heldOut: liquidity * root, ...keptOf(fees), lowest, isClose };
}
type Seen = Pick<Rough, 'lowest' | 'isClose'> & { readonly highest: number; readonly liquidity: number };

/** Looks up pools for the ways between two tokens. */
export interface Links<Pool = unknown> {
  /** The pools of a token, by the other token, even those without a link. */
  poolsOf(token: TokenAddress): ReadonlyMap<TokenAddress, Pool>;
  /** Cheap: undefined only if a pool has no link. */
  rough(pool: Pool, sold: TokenAddress): Rough | undefined;
  /** Undefined if a pool had no price during the whole window, or is paused. */
  link(pool: Pool, sold: TokenAddress): Link | undefined;
}
