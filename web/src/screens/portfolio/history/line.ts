// The line of a portfolio's value: where the points are drawn, and where the line is interrupted.
import type { GetPortfolioOutput } from '#client';

export type WorthPoint = NonNullable<GetPortfolioOutput['history']>['points'][number];

export type Drawn = { readonly x: number; readonly y: number };
type Box = { readonly width: number; readonly height: number };

/**
 * Pieces of the line, for drawing only: floats are precise enough. Two points are joined only if both are known and leave out the same
 * number of holdings, since otherwise the line would show a change that was none.
 */
export function piecesOf(points: readonly WorthPoint[], { width, height }: Box): readonly (readonly Drawn[])[] {
  const { low, high } = rangeOf(points);
  const [from, to] = [Date.parse(points[0]?.at ?? ''), Date.parse(points.at(-1)?.at ?? '')];
  const pieces: Drawn[][] = [];
  let before: WorthPoint | undefined;
  for (const point of points) {
    if (point.worth !== null) {
      const x = to > from ? ((Date.parse(point.at) - from) / (to - from)) * width : width;
      const y = high > low ? height - ((Number(point.worth) - low) / (high - low)) * height : height / 2;
      if (before?.worth == null || before.unpriced !== point.unpriced) pieces.push([]);
      pieces.at(-1)?.push({ x, y });
    }
    before = point;
  }
  return pieces;
}

function rangeOf(points: readonly WorthPoint[]): { readonly low: number; readonly high: number } {
  const known = points.flatMap(({ worth }) => (worth === null ? [] : [Number(worth)]));
  return { low: Math.min(...known), high: Math.max(...known) };
}

export const pathOf = (piece: readonly Drawn[]): string =>
  piece.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('') +
  // A single point is a dot: a line of no length with round ends.
  (piece.length === 1 ? 'h0' : '');

export type Extremes = {
  readonly first: WorthPoint;
  readonly last: WorthPoint;
  readonly low: string;
  readonly high: string;
};

/** What a sentence about the line names; null if no value is known. */
export function extremesOf(points: readonly WorthPoint[]): Extremes | null {
  const known = points.filter((point) => point.worth !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return null;
  const worths = known.map(({ worth }) => worth as string).toSorted((a, b) => Number(a) - Number(b));
  return { first, last, low: worths[0] as string, high: worths.at(-1) as string };
}
