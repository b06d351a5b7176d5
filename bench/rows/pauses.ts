// Garbage collections long enough to be noticed, over all loads of createSwap.
import { summary } from '../rounds.ts';
import type { Bench, Finding, Row } from '../row.ts';

const LONG_MS = 50;

export const PAUSES: Row = {
  name: 'pauses',
  title: `garbage collections over ${LONG_MS} ms during all loads of createSwap`,
  unit: 'pauses',
  lowerIsBetter: true,
  means:
    'Counted from --trace-gc, which sees every thread of a server; the metric of the server itself sees one and has no limit at 50 ms. Every server runs with it, the yardsticks too.',
};

/** Counts the pauses during the rows that were run. */
export function pauses({ pausesMs }: Bench): Finding {
  if (pausesMs.length === 0) return { row: PAUSES, missing: 'no row that swaps over HTTP was run' };
  const long = pausesMs.filter((ms) => ms > LONG_MS).length;
  const longest = Math.max(...pausesMs);
  return summary(PAUSES, [long], `${pausesMs.length} collections, the longest ${longest.toFixed(1)} ms`, [
    { collections: pausesMs.length, longest },
  ]);
}
