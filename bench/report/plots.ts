// The plots of a run, by name; empty ones are left out.
import { median, thousands } from '../rounds.ts';
import type { Finding, Found, Plots } from '../row.ts';
import { type ByBoth, bothYardsticks } from './both-yardsticks.ts';
import { routes } from './routes.ts';
import {
  BLUE,
  bar,
  chart,
  dot,
  GREEN,
  GRID,
  INK,
  line,
  MUTED,
  ORANGE,
  RED,
  ring,
  scale,
  text,
  ticksTo,
} from './svg.ts';
import { show, verdict } from './table.ts';

export function plotsOf(
  findings: readonly Finding[],
  plots: Plots,
  notes: readonly string[],
): ReadonlyMap<string, string> {
  const barred = findings.filter((finding): finding is Found => 'median' in finding && finding.row.bar !== undefined);
  const byBoth = findings.filter((finding): finding is ByBoth => 'byWaiting' in finding);
  const drawn = new Map<string, string>();
  if (barred.length > 0) drawn.set('bars', bars(barred, notes));
  if (byBoth.length > 0) drawn.set('yardsticks', bothYardsticks(byBoth, notes));
  if (plots.growth.length > 0) drawn.set('growth', growth(plots.growth, notes));
  if (plots.batches.length > 0) drawn.set('batches', batches(plots.batches, notes));
  if (plots.latencies.length > 0) drawn.set('latency', latency(plots.latencies, notes));
  if (plots.routes) drawn.set('route', routes(plots.routes, notes));
  return drawn;
}

/** Each row relative to its own bar, so that rows of any unit share a scale: right of the line is better. */
function bars(findings: readonly Found[], notes: readonly string[]): string {
  const [top, step, left, right, width] = [70, 34, 430, 860, 1040];
  const bottom = top + step * findings.length;
  const across = scale([0.25, 16], [left, right], true);
  const shapes = [0.25, 0.5, 1, 2, 4, 8, 16].flatMap((tick) => [
    line([across(tick), top - 12], [across(tick), bottom - 12], tick === 1 ? INK : GRID, tick === 1 ? 2 : 1),
    text(across(tick), bottom + 6, tick === 1 ? 'bar' : `${tick}×`, { anchor: 'middle', fill: MUTED, size: 11 }),
  ]);
  findings.forEach((found, index) => {
    const { row, median, low, high, byWaiting } = found;
    const against = (value: number) => (row.lowerIsBetter ? (row.bar as number) / value : value / (row.bar as number));
    const y = top + step * index + 4;
    const colour = { 'reaches aim': GREEN, 'reaches bar': BLUE }[verdict(found)] ?? RED;
    if (row.aim !== undefined)
      shapes.push(line([across(against(row.aim)), y - 9], [across(against(row.aim)), y + 9], ORANGE, 2));
    shapes.push(
      text(left - 12, y + 4, row.title, { anchor: 'end', size: 12 }),
      line([across(against(low)), y], [across(against(high)), y], colour, 3),
      dot(across(against(median)), y, colour),
      ...(byWaiting ? [ring(across(against(byWaiting.median)), y, INK)] : []),
      text(
        right + 14,
        y + 4,
        `${show(median)} ${row.unit}, bar ${row.bar}${row.aim === undefined ? '' : `, aim ${row.aim}`}`,
        { size: 12 },
      ),
    );
  });
  const title =
    'Every row against its bar: median and spread; orange is the aim, red misses the bar, a ring is ÷ bare that waits a turn';
  return chart({ width, height: bottom + 65, title, notes }, shapes);
}

function growth(points: Plots['growth'], notes: readonly string[]): string {
  const ticks = ticksTo(
    Math.max(...points.flatMap(({ perSecond, spreadPerSecond = [] }) => [...perSecond, ...spreadPerSecond])),
  );
  const up = scale([0, ticks.at(-1) as number], [330, 60]);
  const place = (index: number) => 150 + index * 210;
  const shapes = ticks.flatMap((tick) => [
    line([90, up(tick)], [640, up(tick)], GRID),
    text(80, up(tick) + 4, thousands(tick), { anchor: 'end', fill: MUTED, size: 11 }),
  ]);
  points.forEach((point, index) => {
    const [x, before] = [place(index), points[index - 1]];
    const series = [
      { rates: point.perSecond, earlier: before?.perSecond, colour: BLUE, label: '' },
      { rates: point.spreadPerSecond, earlier: before?.spreadPerSecond, colour: ORANGE, label: ' over all pools' },
    ];
    for (const { rates, earlier, colour, label } of series) {
      if (!rates) continue;
      const y = up(median(rates));
      if (earlier) shapes.push(line([place(index - 1), up(median(earlier))], [x, y], colour, 2));
      for (const rate of rates) shapes.push(dot(x, up(rate), MUTED, 3));
      shapes.push(dot(x, y, colour), text(x + 12, y - 10, `${thousands(median(rates))}/s${label}`));
    }
    shapes.push(
      text(x, 354, plural(point.accounts, 'account'), { anchor: 'middle', size: 12 }),
      text(x, 371, plural(point.pools, 'pool'), { anchor: 'middle', size: 12 }),
      text(x, 388, plural(point.accounts, 'swap'), { anchor: 'middle', size: 12 }),
    );
  });
  const title = 'createSwap a second over one pool as the exchange grows: median and every round';
  return chart({ width: 760, height: 445, title, notes }, shapes);
}

function batches(buckets: Plots['batches'], notes: readonly string[]): string {
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  const up = scale([0, Math.max(...buckets.map(({ count }) => count / total))], [300, 70]);
  const shapes = [line([40, 300], [660, 300], MUTED)];
  buckets.forEach(({ upTo, count }, index) => {
    const x = 45 + (index * 610) / buckets.length;
    const width = 610 / buckets.length - 8;
    shapes.push(
      bar(x, up(count / total), width, 300 - up(count / total), BLUE),
      text(x + width / 2, 318, upTo, { anchor: 'middle', size: 12 }),
    );
    if (count > 0) {
      const share = `${((100 * count) / total).toFixed(1)} %`;
      shapes.push(text(x + width / 2, up(count / total) - 6, share, { anchor: 'middle', size: 11 }));
    }
  });
  shapes.push(text(350, 338, 'up to so many swaps in a batch', { anchor: 'middle', fill: MUTED, size: 12 }));
  const title = `Swaps committed together: share of ${thousands(total)} batches at 64 connections`;
  return chart({ width: 760, height: 395, title, notes }, shapes);
}

function latency(sides: Plots['latencies'], notes: readonly string[]): string {
  const percentiles = [
    ['p50', 'p50Ms'],
    ['p99', 'p99Ms'],
    ['p99.9', 'p999Ms'],
  ] as const;
  const ticks = ticksTo(Math.max(...sides.map(({ p999Ms }) => p999Ms)));
  const up = scale([0, ticks.at(-1) as number], [310, 70]);
  const colours = [BLUE, '#c3ccd6', ORANGE];
  const shapes = ticks.flatMap((tick) => [
    line([70, up(tick)], [660, up(tick)], GRID),
    text(62, up(tick) + 4, `${show(tick)} ms`, { anchor: 'end', fill: MUTED, size: 11 }),
  ]);
  sides.forEach((side, which) => {
    const colour = colours[which] as string;
    shapes.push(bar(80 + which * 130, 42, 12, 12, colour), text(98 + which * 130, 53, side.name, { size: 12 }));
    percentiles.forEach(([, key], index) => {
      const x = 95 + index * 190 + which * 52;
      shapes.push(
        bar(x, up(side[key]), 46, 310 - up(side[key]), colour),
        text(x + 23, up(side[key]) - 6, show(side[key]), { anchor: 'middle', size: 12 }),
      );
    });
  });
  percentiles.forEach(([name], index) => {
    shapes.push(text(173 + index * 190, 330, name, { anchor: 'middle' }));
  });
  const title = 'Latency at half of the highest load, counted from when a request was due';
  return chart({ width: 760, height: 385, title, notes }, shapes);
}

const plural = (count: number, noun: string): string => `${thousands(count)} ${noun}${count === 1 ? '' : 's'}`;
