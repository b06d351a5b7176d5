// What is drawn over a price chart in its scale: lines at prices, and marks at fills.
import type { ReactNode } from 'react';

/** The part of the chart with the prices: its size in pixels, the prices at its edges, and where its steps are. */
export type View = {
  readonly low: number;
  readonly high: number;
  readonly width: number;
  readonly height: number;
  /** The middle of the first step, and the distance of two steps. */
  readonly first: number;
  readonly each: number;
};

export type Lines = {
  /** Says which price the chart shows (for example before fees), if the screen shows another one too. */
  readonly note?: string;
  /** Prices that the scale must include. */
  readonly seen: readonly number[];
  draw(view: View): ReactNode;
};

export const NO_LINES: Lines = { seen: [], draw: () => null };

/** The distance of a price from the top, as a share of the height; outside 0 to 1 if the price is not in view. */
export const topOf = (price: number, { low, high }: Pick<View, 'low' | 'high'>): number =>
  (high - price) / (high - low);

export type Level = { readonly id: string; readonly price: number; readonly label: string };

/** The height of a label and the distance to the next, in pixels. */
const LABEL = 20;

/** The lines in view, from top to bottom, and of too many those in the middle; one that is too close to the one above has no label, since they would cover each other. */
export function levelsIn<Each extends Level>(
  levels: readonly Each[],
  view: Pick<View, 'low' | 'high' | 'height'>,
  most: number,
): readonly (Each & { readonly top: number; readonly isLabelled: boolean })[] {
  const placed = levels
    .map((level) => ({ ...level, top: topOf(level.price, view) }))
    .filter(({ top }) => top >= 0 && top <= 1)
    .sort((one, other) => Math.abs(one.top - 0.5) - Math.abs(other.top - 0.5))
    .slice(0, most)
    .sort((one, other) => one.top - other.top);
  let lastY = Number.NEGATIVE_INFINITY;
  return placed.map((level) => {
    const y = level.top * view.height;
    const isLabelled = y - lastY >= LABEL;
    if (isLabelled) lastY = y;
    return { ...level, isLabelled };
  });
}
