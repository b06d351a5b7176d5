// Decides what a demo trader sells next: either it moves the price of a pool towards the reference price, or it makes a random trade.
import type { Token } from '../../core/pool.ts';
import { DOGS, NOT, TON, USDT } from './demo.ts';
import type { PoolView } from './market-view.ts';
import type { Random } from './random.ts';
import type { ReferencePrices } from './reference-prices.ts';

/** A sale of an amount in tokens (not base units), through the pool of the two tokens or via a third one. */
export type Sale = { readonly sells: Token; readonly buys: Token; readonly via?: Token; readonly amount: number };

type Outlook = {
  readonly pools: readonly PoolView[];
  readonly prices: ReferencePrices;
  /** The trader's balance of a token. */
  holds(token: Token): number;
  /** Value of a typical random trade, in USDT. */
  readonly usual: number;
};

/**
 * Relative difference between the values of a pool's two reserves up to which traders do not correct it, since that would cost
 * about as much. It is larger for stable pools, whose price hardly depends on it.
 */
const BAND = { stable: 0.08, other: 0.006 };
/** Maximum of a sale: as a part of the trader's balance, and as a multiple of the value of a typical trade (`usual`). */
const [MOST_HELD, MOST_WHIMS] = [0.1, 25];
/** In USDT: added to the weight of every pool when one is chosen at random by size, so that small pools are traded, too. */
const SMALL = 800_000;
/** Tokens that are traded for USDT via TON, since no pool contains them and USDT. */
const ROUNDABOUT: readonly Token[] = [NOT, DOGS];

/** The next sale of a trader; undefined if the trader has too little left to sell. */
export function nextSale(outlook: Outlook, random: Random): Sale | undefined {
  const mended = random.chance(0.45) ? mending(outlook) : undefined;
  const { sells, buys, via, worth } = mended ?? whim(outlook, random);
  const most = Math.min(worth, outlook.usual * MOST_WHIMS) / outlook.prices.worthOf(sells);
  // Three significant digits, like amounts that people choose.
  const amount = Number(Math.min(most, outlook.holds(sells) * MOST_HELD).toPrecision(3));
  return amount * outlook.prices.worthOf(sells) < 0.01 ? undefined : { sells, buys, ...(via && { via }), amount };
}

type Idea = { readonly sells: Token; readonly buys: Token; readonly via?: Token; readonly worth: number };

/** A sale that moves the pool which is farthest from its reference price back towards it; undefined if all pools are close enough. */
function mending({ pools, prices }: Outlook): Idea | undefined {
  let [widest, idea] = [1, undefined as Idea | undefined];
  for (const pool of pools) {
    const { tokenA, tokenB, isStable } = pool;
    const tilt = tiltOf(pool, prices);
    const gap = Math.abs(tilt - 1) / (isStable ? BAND.stable : BAND.other);
    if (gap <= widest) continue;
    const [sells, buys, reserve, off] =
      tilt > 1 ? [tokenA, tokenB, pool.reserveA, tilt] : [tokenB, tokenA, pool.reserveB, 1 / tilt];
    [widest, idea] = [gap, { sells, buys, worth: prices.worthOf(sells) * reserve * (Math.sqrt(off) - 1) * 0.8 }];
  }
  return idea;
}

function whim({ pools, prices, usual }: Outlook, random: Random): Idea {
  // From a sixteenth to twelve times the typical value; values in the middle are most frequent.
  let worth = (usual / 8) * (0.5 + random.unit());
  for (let flips = 0; flips < 6; flips += 1) if (random.chance(0.5)) worth *= 2;
  if (random.chance(0.08)) {
    const [one, other] = random.chance(0.5) ? [random.pick(ROUNDABOUT), USDT] : [USDT, random.pick(ROUNDABOUT)];
    return { sells: one, buys: other, via: TON, worth };
  }
  const pool = random.weighted(pools, ({ tokenA, reserveA }) => prices.worthOf(tokenA) * reserveA + SMALL);
  const sellsA = random.chance(0.5 + Math.max(-0.2, Math.min(0.2, 4 * (tiltOf(pool, prices) - 1))));
  const [sells, buys] = sellsA ? [pool.tokenA, pool.tokenB] : [pool.tokenB, pool.tokenA];
  return { sells, buys, worth };
}

/**
 * Value of the pool's reserve of B divided by that of A, at reference prices; above 1, A costs more in the pool than its
 * reference price.
 */
const tiltOf = ({ tokenA, tokenB, reserveA, reserveB }: PoolView, prices: ReferencePrices): number =>
  (reserveB * prices.worthOf(tokenB)) / (reserveA * prices.worthOf(tokenA));
