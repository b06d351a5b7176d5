// A row of the report: what it compares, and the results.
import type { AskedProcess } from './lines.ts';
import type { Load, Plan } from './load/plan.ts';
import type { Servers } from './servers.ts';

export type Row = {
  readonly name: string;
  readonly title: string;
  readonly unit: '×' | '%' | 'MB' | 'ms' | 'µs' | 'gas';
  /** The value that the row should reach; without one, the row is for information only. */
  readonly bar?: number;
  readonly aim?: number;
  readonly lowerIsBetter?: true;
  /** States in one line what is compared and what is not. */
  readonly means: string;
};

export type Spread = { readonly median: number; readonly low: number; readonly high: number };

export type Found = Spread & {
  readonly row: Row;
  /** The share of queries that had been sent before, in the round in which it was highest. */
  readonly repeatedShare?: number;
  /** Set if the result is worse than that of an earlier version, beyond the spread: the run then fails. */
  readonly isLost?: true;
  /** The figures of all sides, as text. */
  readonly sides: string;
  /** All measurements, for the file of results. */
  readonly rounds: readonly unknown[];
};

export type Missing = { readonly row: Row; readonly missing: string };
export type Finding = Found | Missing;

/** A group of rows that are measured on the same servers. */
export type Part = {
  readonly name: string;
  readonly rows: readonly Row[];
  run(bench: Bench): Promise<readonly Finding[]>;
};

export type Effort = {
  readonly isQuick: boolean;
  readonly rounds: number;
  /** Rounds before those that count. */
  readonly warmUps: number;
  readonly seconds: number;
};

export const effortLine = ({ isQuick, rounds, warmUps, seconds }: Effort): string =>
  `Medians of ${rounds} rounds of ${seconds} s, after ${warmUps} to warm up${isQuick ? '; QUICK: short rounds, and a smaller large exchange' : ''}.`;

export type Bench = {
  readonly effort: Effort;
  /** A folder for databases, removed at the end. */
  readonly folder: string;
  readonly servers: Servers;
  readonly generator: AskedProcess<Plan, Load>;
  /** Functions to call at the end, also if the benchmark is interrupted. */
  readonly cleanUps: Set<() => Promise<void>>;
  say(progress: string): void;
};
