// What a measurement without HTTP is asked: to run one side for so long.
import type { Sample } from '../rounds.ts';

export type Question = { readonly side: string; readonly seconds: number };

/** How many a second, of work that says how many it has done each time. */
export async function perSecond(seconds: number, work: () => Promise<number>): Promise<Sample> {
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  let done = 0;
  while (performance.now() < endMs) done += await work();
  return { perSecond: done / ((performance.now() - startMs) / 1000) };
}
