// The plot of the router: the time of a search by size of the market, and the gap to the bound by size of the trade.
import { thousands } from '../rounds.ts';
import type { Plots } from '../row.ts';
import { BLUE, chart, dot, GRID, INK, line, MUTED, ORANGE, scale, text } from './svg.ts';

type Routes = NonNullable<Plots['routes']>;
type Panel = { readonly left: number; readonly up: (value: number) => number };

const [TOP, BOTTOM, WIDTH] = [80, 330, 330];

export function routes({ times, gaps }: Routes, notes: readonly string[]): string {
  const milliseconds = { left: 90, up: scale([0.01, 10], [BOTTOM, TOP], true) };
  const lacking = { left: 560, up: scale([1e-8, 1], [BOTTOM, TOP], true) };
  const shapes = [
    text(milliseconds.left, TOP - 20, 'milliseconds: p10 to p90, p50 (blue), p99 (orange)', { size: 12 }),
    ...grid(milliseconds, [0.01, 0.1, 1, 10], (tick) => `${tick} ms`),
    ...times.flatMap(({ tokens, pools, p10Ms, p50Ms, p90Ms, p99Ms }, index) => {
      const x = place(milliseconds, index, times.length);
      return [
        ...mark(milliseconds, x, { low: p10Ms, middle: p50Ms, high: p90Ms, label: `${p50Ms.toFixed(2)} ms` }),
        dot(x, milliseconds.up(p99Ms), ORANGE),
        text(x, BOTTOM + 20, `${thousands(tokens)} tokens`, { anchor: 'middle', size: 11 }),
        text(x, BOTTOM + 35, `${thousands(pools)} pools`, { anchor: 'middle', size: 11 }),
      ];
    }),
    text(lacking.left, TOP - 20, 'what the answer lacks to the bound: p10 to p90, p50', { size: 12 }),
    ...grid(lacking, [1e-8, 1e-6, 1e-4, 1e-2, 1], (tick) => `${Number((100 * tick).toPrecision(1))} %`),
    ...gaps.flatMap(({ size, p10, p50, p90 }, index) => {
      const x = place(lacking, index, gaps.length);
      const label = `${Number((100 * p50).toPrecision(2))} %`;
      return [
        ...mark(lacking, x, {
          low: Math.max(p10, 1e-8),
          middle: Math.max(p50, 1e-8),
          high: Math.max(p90, 1e-8),
          label,
        }),
        text(x, BOTTOM + 20, `size ${size}`, { anchor: 'middle', size: 11 }),
      ];
    }),
  ];
  const title =
    'The search for a route: time by size of the market, gap by size of the trade at 1,000 tokens, 5,000 pools';
  return chart({ width: 940, height: 440, title, notes }, shapes);
}

const place = ({ left }: Panel, index: number, count: number): number => left + ((index + 0.5) * WIDTH) / count;

const grid = ({ left, up }: Panel, ticks: readonly number[], name: (tick: number) => string): string[] =>
  ticks.flatMap((tick) => [
    line([left, up(tick)], [left + WIDTH, up(tick)], GRID),
    text(left - 8, up(tick) + 4, name(tick), { anchor: 'end', fill: MUTED, size: 11 }),
  ]);

const mark = (
  { up }: Panel,
  x: number,
  { low, middle, high, label }: { low: number; middle: number; high: number; label: string },
): string[] => [
  line([x, up(low)], [x, up(high)], INK, 2),
  dot(x, up(middle), BLUE),
  text(x + 9, up(middle) + 4, label, { size: 11 }),
];
