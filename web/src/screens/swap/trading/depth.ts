// The depth of a pool as rows and as a curve: how much can be bought or sold up to each price.
import { addText, textOf, unitsOf } from '../../../exact/amount.ts';

export type Side = 'ask' | 'bid';

/** One level: what is traded from the previous price to this one, and all of it up to here. */
export type Level = { readonly price: string; readonly amount: string; readonly total: string };

const DECIMALS = 48;
const DIGITS = 6;

/** Six significant digits, rounded so that what the level promises still holds: an ask up, a bid down. */
export function roundedPrice(price: string, side: Side): string {
  const units = unitsOf(price, DECIMALS);
  const step = 10n ** BigInt(Math.max(0, String(units).length - DIGITS));
  const isUp = side === 'ask' && units % step > 0n;
  return textOf((units / step + (isUp ? 1n : 0n)) * step, DECIMALS);
}

/** `levels` are pairs of a price and an amount, the best price first. */
export function levelsOf(levels: readonly (readonly string[])[], side: Side): readonly Level[] {
  let total = '0';
  return levels.map(([price = '0', amount = '0']) => {
    total = addText(total, amount);
    return { price: roundedPrice(price, side), amount, total };
  });
}

export type Curve = Readonly<Record<'asks' | 'bids', string>> & {
  readonly low: string;
  readonly high: string;
  /** The largest total, at the top of the curve. */
  readonly most: string;
};

/** Both sides as SVG paths in a box of 100 by 100, prices from left to right; null if there are no levels. Floats only draw. */
export function curveOf(asks: readonly Level[], bids: readonly Level[]): Curve | null {
  const all = [...asks, ...bids].toSorted((one, other) => Number(one.price) - Number(other.price));
  const [low, high] = [all[0]?.price, all.at(-1)?.price];
  if (low === undefined || high === undefined) return null;
  const most = [asks, bids]
    .map((side) => side.at(-1)?.total ?? '0')
    .toSorted((a, b) => Number(b) - Number(a))[0] as string;
  const span = Number(high) - Number(low);
  const x = (price: string) => (span === 0 ? 50 : round(((Number(price) - Number(low)) / span) * 100));
  const y = (total: string) => round(100 - (Number(total) / Number(most)) * 100);
  const path = ([first, ...rest]: readonly Level[]) =>
    first === undefined
      ? ''
      : `M${x(first.price)} 100V${y(first.total)}${rest.map(({ price, total }) => `H${x(price)}V${y(total)}`).join('')}`;
  return { asks: path(asks), bids: path(bids), low, high, most };
}

const round = (value: number): number => Math.round(value * 100) / 100;
