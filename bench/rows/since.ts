// This version against the last release, in the same rounds, so that no speed is lost unnoticed.
import { join } from 'node:path';
import { buildEarlier, lastRelease } from '../earlier.ts';
import type { Plan } from '../load/plan.ts';
import { onFile, PROGRAM, QUOTES, SWAPS } from '../market.ts';
import { alone, interleave, type Loaded, load, median, type Round, summary } from '../rounds.ts';
import type { Bench, Found, Part, Row } from '../row.ts';
import { PROBED, type Server } from '../servers.ts';

/** Tolerated loss, in addition to the spread: the same version beside itself stays within it. */
const TOLERATED = 0.05;

/** Two processes of each version: V8 compiles each in its own way, and the CPU of two differs as long as they live. */
const SIDES = ['now', 'before', 'otherBefore', 'otherNow'] as const;
type Servers = Readonly<Record<(typeof SIDES)[number], Server>>;
type Rounds = readonly Round<(typeof SIDES)[number], Loaded>[];
type Figure = (load: Loaded) => number;

const perSecond: Figure = (load) => load.perSecond;
const cpu: Figure = (load) => load.serverMicrosPerRequest ?? Number.NaN;

/** Compares with the given version, or with the last release: swaps and quotes, each on servers of their own. */
export function sinceParts(against: string | undefined): readonly Part[] {
  const rowOf = (name: string, title: string, lowerIsBetter?: true): Row => ({
    ...{ name: `since-${name}`, title: `${title}, this version ÷ ${against ?? 'the last release'}`, unit: '×' },
    ...{ bar: lowerIsBetter ? 1 + TOLERATED : 1 - TOLERATED, ...(lowerIsBetter && { lowerIsBetter }) },
    means:
      'Both with default settings, in the same rounds. The run fails where this version is more than 5 % worse in three rounds of four.',
  });
  const [swap, swapCpu] = [
    rowOf('swap', 'createSwap a second'),
    rowOf('swap-cpu', 'CPU of the server for a swap', true),
  ];
  const halfCpu = rowOf('half-cpu', 'CPU of the server for a swap at half load', true);
  const [quote, quoteCpu] = [
    rowOf('quote', 'getQuote a second'),
    rowOf('quote-cpu', 'CPU of the server for a quote', true),
  ];
  return [
    partOf(against, [swap, swapCpu, halfCpu], async (bench, servers) => {
      const full = await measure(bench, servers, { requests: SWAPS });
      const ratePerSecond = median(full.map((round) => Math.min(...SIDES.map((side) => round[side].perSecond)))) / 2;
      const half = await measure(bench, servers, { requests: SWAPS, ratePerSecond }, 1);
      return [
        compared(bench, swap, full, perSecond),
        compared(bench, swapCpu, full, cpu),
        compared(bench, halfCpu, half, cpu),
      ];
    }),
    partOf(against, [quote, quoteCpu], async (bench, servers) => {
      const rounds = await measure(bench, servers, { requests: QUOTES });
      return [compared(bench, quote, rounds, perSecond), compared(bench, quoteCpu, rounds, cpu)];
    }),
  ];
}

const partOf = (
  against: string | undefined,
  rows: readonly Row[],
  work: (bench: Bench, servers: Servers) => Promise<readonly Found[]>,
): Part => ({
  name: 'compare',
  rows,
  async run(bench) {
    const ref = against ?? lastRelease();
    if (ref === undefined)
      throw new Error('no commit changed the version in package.json; --against names one to compare with');
    const earlier = await buildEarlier(ref, join(bench.folder, 'earlier'));
    const servers: Partial<Record<(typeof SIDES)[number], Server>> = {};
    for (const side of SIDES) {
      const program = /now/i.test(side) ? PROGRAM : earlier;
      const settings = { ...onFile(join(bench.folder, `${rows[0]?.name}-${side}.db`)), ...PROBED };
      servers[side] = await bench.servers.start([...program, 'serve', '--demo'], settings);
    }
    return work(bench, servers as Servers);
  },
});

const measure = (
  bench: Bench,
  servers: Servers,
  plan: Pick<Plan, 'requests'> & Partial<Plan>,
  warmUps = alone(bench.effort),
): Promise<Rounds> => {
  const side = (name: keyof Servers) => () => load(bench, servers[name], plan);
  const sides = { now: side('now'), before: side('before') };
  return interleave(bench, { ...sides, otherBefore: side('otherBefore'), otherNow: side('otherNow') }, warmUps);
};

function compared(bench: Bench, row: Row, rounds: Rounds, figure: Figure): Found {
  const each = rounds.map(({ now, otherNow, before, otherBefore }) => ({
    now: (figure(now) + figure(otherNow)) / 2,
    before: (figure(before) + figure(otherBefore)) / 2,
  }));
  const typical = (side: keyof Servers) => median(rounds.map((round) => figure(round[side]))).toFixed(0);
  const sides = `${typical('now')} and ${typical('otherNow')} ÷ ${typical('before')} and ${typical('otherBefore')}`;
  const ratios = each.map(({ now, before }) => now / before);
  const found = summary(row, ratios, sides, each);
  bench.say(`${row.name}: ${found.median.toFixed(3)}  ${sides}`);
  return isWorse(row, ratios) ? { ...found, isLost: true } : found;
}

/** True only if most rounds are worse: neither a single bad round nor a single good one decides. */
export function isWorse({ bar = 1, lowerIsBetter }: Row, ratios: readonly number[]): boolean {
  const worse = ratios.filter((ratio) => (lowerIsBetter ? ratio > bar : ratio < bar));
  return worse.length >= 0.75 * ratios.length;
}
