// Just enough SVG for a chart: a canvas in a light style, and a few shapes.

export const INK = '#1f2933';
export const MUTED = '#7b8794';
export const GRID = '#e4e7eb';
export const BLUE = '#2f6fb2';
export const ORANGE = '#d9822b';
export const RED = '#c23030';
export const GREEN = '#2b8a5a';

type Anchor = 'start' | 'middle' | 'end';

export function chart(
  { width, height, title, notes }: { width: number; height: number; title: string; notes: readonly string[] },
  shapes: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="13">\n`,
    `<title>${escaped(title)}</title>\n`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>\n`,
    text(20, 28, title, { size: 16, fill: INK }),
    ...notes.map((note, index) =>
      text(20, height - 14 - 15 * (notes.length - 1 - index), note, { size: 10, fill: MUTED }),
    ),
    ...shapes,
    '</svg>\n',
  ].join('');
}

export function text(
  x: number,
  y: number,
  words: string,
  { anchor = 'start', fill = INK, size = 13 }: { anchor?: Anchor; fill?: string; size?: number } = {},
): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="${fill}" font-size="${size}">${escaped(words)}</text>\n`;
}

export function line(
  from: readonly [number, number],
  to: readonly [number, number],
  stroke: string,
  width = 1,
): string {
  const [[x1, y1], [x2, y2]] = [from.map(round), to.map(round)] as [number[], number[]];
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${stroke}" stroke-width="${width}"/>\n`;
}

export const dot = (x: number, y: number, fill: string, radius = 5): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" fill="${fill}"/>\n`;

export const ring = (x: number, y: number, stroke: string, radius = 5): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" fill="none" stroke="${stroke}" stroke-width="1.5"/>\n`;

export const bar = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>\n`;

/** Maps values to positions, on a logarithmic scale if `isLog`. */
export function scale(values: readonly [number, number], places: readonly [number, number], isLog = false) {
  const [low, high] = isLog ? values.map(Math.log) : values;
  const [start, end] = places;
  return (value: number): number => {
    const part = ((isLog ? Math.log(value) : value) - (low as number)) / ((high as number) - (low as number));
    return start + Math.min(1, Math.max(0, part)) * (end - start);
  };
}

/** About five round steps from zero to at least the highest value. */
export function ticksTo(highest: number): number[] {
  const rough = highest / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) as number);
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
}

const round = (value: number): number => Math.round(value * 10) / 10;
const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
