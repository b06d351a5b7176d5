// A row of the report: what it compares, and what was found.
import type { Asked } from './lines.ts';
import type { Load, Plan } from './load/plan.ts';
import type { Servers } from './servers.ts';

export type Row = {
  readonly name: string;
  readonly title: string;
  readonly unit: '×' | '%' | 'MB' | 'ms' | 'µs' | 'pauses' | 'per batch' | 'gas';
  /** Without one, the row only informs. */
  readonly bar?: number;
  readonly aim?: number;
  readonly lowerIsBetter?: true;
  /** What it compares and what it does not, in a line. */
  readonly means: string;
};

export type Spread = { readonly median: number; readonly low: number; readonly high: number };

export type Found = Spread & {
  readonly row: Row;
  /** The same against the bare route that waits a turn, where the row is against a bare route. */
  readonly byWaiting?: Spread;
  /** The part of its questions that had been asked before, in the round where it was highest. */
  readonly repeatedShare?: number;
  /** It is worse than it was in an earlier version, beyond what the spread may explain: the run fails. */
  readonly isLost?: true;
  /** All sides in words. */
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
  /** At most so many rounds before them, which do not count. */
  readonly warmUps: number;
  readonly seconds: number;
};

export const effortLine = ({ isQuick, rounds, warmUps, seconds }: Effort): string =>
  `Medians of ${rounds} rounds of ${seconds} s, after up to ${warmUps} to warm up${isQuick ? '; QUICK: short rounds, and a smaller large exchange' : ''}.`;

export type Bench = {
  readonly effort: Effort;
  /** A folder for databases, removed at the end. */
  readonly folder: string;
  readonly servers: Servers;
  readonly generator: Asked<Plan, Load>;
  readonly plots: Plots;
  /** What must not outlive an interrupted run. */
  readonly cleanUps: Set<() => Promise<void>>;
  /** Garbage collections of every server that was sent createSwap, in milliseconds. */
  readonly pausesMs: number[];
  say(progress: string): void;
};

/** What the plots show beside the rows. */
export type Plots = {
  growth: {
    readonly accounts: number;
    readonly pools: number;
    readonly perSecond: readonly number[];
    /** Over all pools instead of one. */
    readonly spreadPerSecond?: readonly number[];
  }[];
  batches: { readonly upTo: string; readonly count: number }[];
  latencies: { readonly name: string; readonly p50Ms: number; readonly p99Ms: number; readonly p999Ms: number }[];
  /** By size of the market, how long a search takes; by size of the trade, what its answer lacks to the bound. */
  routes?: {
    readonly times: readonly {
      readonly tokens: number;
      readonly pools: number;
      readonly p10Ms: number;
      readonly p50Ms: number;
      readonly p90Ms: number;
      readonly p99Ms: number;
    }[];
    readonly gaps: readonly {
      readonly size: string;
      readonly p10: number;
      readonly p50: number;
      readonly p90: number;
    }[];
  };
};
