// The plot of every row that has two yardsticks, by both.
import type { Found, Spread } from '../row.ts';
import { BLUE, chart, dot, GRID, INK, line, MUTED, ORANGE, scale, text, ticksTo } from './svg.ts';
import { show } from './table.ts';

export type ByBoth = Found & { readonly byWaiting: Spread };

export function bothYardsticks(findings: readonly ByBoth[], notes: readonly string[]): string {
  const [top, step, left, right, width] = [90, 44, 150, 860, 1040];
  const bottom = top + step * findings.length;
  const ticks = ticksTo(Math.max(1, ...findings.flatMap(({ high, byWaiting }) => [high, byWaiting.high])));
  const across = scale([0, ticks.at(-1) as number], [left, right]);
  const shapes = ticks.flatMap((tick) => [
    line([across(tick), top - 12], [across(tick), bottom - 12], tick === 1 ? INK : GRID),
    text(across(tick), bottom + 6, show(tick), { anchor: 'middle', fill: MUTED, size: 11 }),
  ]);
  const draw = ({ median, low, high }: Spread, y: number, colour: string) =>
    shapes.push(
      line([across(low), y], [across(high), y], colour, 3),
      dot(across(median), y, colour),
      text(across(high) + 12, y + 4, show(median), { size: 12 }),
    );
  findings.forEach((found, index) => {
    const y = top + step * index + 4;
    shapes.push(text(left - 12, y + 11, found.row.name, { anchor: 'end' }));
    draw(found, y, BLUE);
    draw(found.byWaiting, y + 16, ORANGE);
  });
  [BLUE, ORANGE].forEach((colour, which) => {
    const words = ['÷ bare', '÷ bare that waits a turn'][which] as string;
    shapes.push(dot(left + which * 120, 52, colour), text(left + 12 + which * 120, 56, words, { size: 12 }));
  });
  const title = 'The exchange by both yardsticks: median and spread of the rounds’ ratios';
  return chart({ width, height: bottom + 65, title, notes }, shapes);
}
