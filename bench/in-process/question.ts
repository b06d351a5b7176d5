// What a measurement without HTTP is asked: to run one side for so long.
export type Question = { readonly side: string; readonly seconds: number };

/** Runs batches of work until the time is over. */
export async function perSecond(seconds: number, work: () => Promise<number> | number): Promise<{ perSecond: number }> {
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  let [done, nowMs] = [0, startMs];
  while (nowMs < endMs) {
    done += await work();
    nowMs = performance.now();
  }
  return { perSecond: done / ((nowMs - startMs) / 1000) };
}
