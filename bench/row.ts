// A row of the report: what it compares, and what was found in interleaved rounds of one run.
import type { Asked } from './lines.ts';
import type { Load, Plan } from './load/plan.ts';
import type { Server, Servers } from './servers.ts';

export type Row = {
  readonly name: string;
  readonly title: string;
  readonly unit: '×' | 'MB' | 'ms' | 'pauses' | 'per batch';
  /** Without one, the row only informs. */
  readonly bar?: number;
  readonly aim?: number;
  readonly lowerIsBetter?: true;
  /** What it compares and what it does not, in a line. */
  readonly means: string;
};

export type Found = {
  readonly row: Row;
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** Both sides in words. */
  readonly sides: string;
  /** All that was measured, for the file. */
  readonly rounds: readonly unknown[];
};

export type Missing = { readonly row: Row; readonly missing: string };
export type Finding = Found | Missing;

/** Rows that share what they start. */
export type Part = {
  readonly name: string;
  readonly rows: readonly Row[];
  run(bench: Bench): Promise<readonly Finding[]>;
};

export type Effort = {
  readonly isQuick: boolean;
  readonly rounds: number;
  readonly seconds: number;
};

export type Bench = {
  readonly effort: Effort;
  /** A folder for databases, removed at the end. */
  readonly folder: string;
  readonly servers: Servers;
  readonly generator: Asked<Plan, Load>;
  readonly plots: Plots;
  /** Garbage collections of every server that was sent createSwap, in milliseconds. */
  readonly pausesMs: number[];
  say(progress: string): void;
};

/** What the plots show beside the rows. */
export type Plots = {
  growth: { readonly accounts: number; readonly pools: number; readonly perSecond: readonly number[] }[];
  batches: { readonly upTo: string; readonly count: number }[];
  latencies: { readonly name: string; readonly p50Ms: number; readonly p99Ms: number; readonly p999Ms: number }[];
};

export type Sample = { readonly perSecond: number };
export type Side = () => Promise<Sample>;
export type Round = { readonly measured: Sample; readonly yardstick: Sample };

/** Measures both in turn, each first in every other round; the round before the first only warms up. */
export async function compare(
  { effort, say }: Pick<Bench, 'effort' | 'say'>,
  row: Row,
  { measured, yardstick }: { readonly measured: Side; readonly yardstick: Side },
): Promise<Found> {
  const rounds: Round[] = [];
  for (let round = 0; round <= effort.rounds; round++) {
    const [one, other] = round % 2 === 0 ? [measured, yardstick] : [yardstick, measured];
    const [first, second] = [await one(), await other()];
    if (round === 0) continue;
    rounds.push(round % 2 === 0 ? { measured: first, yardstick: second } : { measured: second, yardstick: first });
  }
  const perSecond = (side: keyof Round) => Math.round(median(rounds.map((round) => round[side].perSecond)));
  const found = summary(
    row,
    rounds.map((round) => round.measured.perSecond / round.yardstick.perSecond),
    `${thousands(perSecond('measured'))}/s ÷ ${thousands(perSecond('yardstick'))}/s`,
    rounds,
  );
  say(`${row.name}: ${found.median.toFixed(2)}  ${found.sides}`);
  return found;
}

export function summary(row: Row, values: readonly number[], sides: string, rounds: readonly unknown[]): Found {
  return { row, median: median(values), low: Math.min(...values), high: Math.max(...values), sides, rounds };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

export const thousands = (value: number): string => Math.round(value).toLocaleString('en');

/** Loads a server, and fails unless every answer was 200. */
export async function load(
  { generator, effort }: Pick<Bench, 'generator' | 'effort'>,
  server: Server,
  plan: Pick<Plan, 'requests'> & Partial<Plan>,
): Promise<Load & { readonly serverMicrosPerRequest?: number }> {
  const before = server.cpuMicros();
  const result = await generator.ask({ url: server.url, seconds: effort.seconds, connections: 64, ...plan });
  const after = server.cpuMicros();
  if (result.refused > 0) {
    throw new Error(
      `${result.refused} of ${result.answeredInAll} requests were refused, first: ${result.firstRefused}`,
    );
  }
  if (before === undefined || after === undefined) return result;
  return { ...result, serverMicrosPerRequest: (after - before) / result.answeredInAll };
}
