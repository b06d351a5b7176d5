// A model of group commit: requests arrive at random, and those that arrive during a commit form the next batch.
import { Random } from '../router/random.ts';

/** The time of a commit: a fixed part, and a part for each swap. */
export type CommitTime = { readonly fixedMs: number; readonly eachMs: number };

export type Queued = {
  readonly perSecond: number;
  readonly meanBatch: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

/** As in `GroupCommit`: if more requests than this wait, a batch takes this many or half of them, whichever is more. */
const WORTH_HALVING = 32;
const MAX_BATCH = 500;

/** Undefined if requests arrive faster than they can be committed. */
export function simulate({ fixedMs, eachMs }: CommitTime, perSecond: number, requests = 100_000): Queued | undefined {
  const random = new Random(1);
  const arrivals: number[] = [];
  for (let atMs = 0; arrivals.length < requests; ) {
    atMs += (-Math.log(1 - random.next()) * 1000) / perSecond;
    arrivals.push(atMs);
  }
  const waitsMs: number[] = [];
  let [first, arrived, freeMs, batches] = [0, 0, 0, 0];
  while (first < requests) {
    const startMs = Math.max(freeMs, arrivals[first] as number);
    while ((arrivals[arrived] ?? Number.POSITIVE_INFINITY) <= startMs) arrived += 1;
    const waiting = arrived - first;
    if (waiting > requests / 10) return undefined;
    const size = Math.min(waiting, Math.max(WORTH_HALVING, Math.ceil(waiting / 2)), MAX_BATCH);
    freeMs = startMs + fixedMs + eachMs * size;
    for (let at = first; at < first + size; at++) waitsMs.push(freeMs - (arrivals[at] as number));
    first += size;
    batches += 1;
  }
  return { perSecond, meanBatch: requests / batches, ...percentiles(waitsMs) };
}

/** The highest rate that can be committed, in the largest batches. */
export const ceiling = ({ fixedMs, eachMs }: CommitTime): number => (1000 * MAX_BATCH) / (fixedMs + MAX_BATCH * eachMs);

export function percentiles(ms: readonly number[]): { readonly p50Ms: number; readonly p99Ms: number } {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
