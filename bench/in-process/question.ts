// A request to a process that measures without HTTP: it runs one side for a number of seconds.
import type { Sample } from '../rounds.ts';

export type Question = { readonly side: string; readonly seconds: number };

/** Operations per second; `work` returns how many it has done. */
export async function perSecond(seconds: number, work: () => Promise<number>): Promise<Sample> {
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  let done = 0;
  while (performance.now() < endMs) done += await work();
  return { perSecond: done / ((performance.now() - startMs) / 1000) };
}
