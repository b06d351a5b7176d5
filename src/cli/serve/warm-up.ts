// What V8 must learn before it is distracted.

const CALLS = 2000;

/**
 * V8 judges `process.nextTick` by its first calls, and may give up on a fast path for good: after a start like ours each
 * call cost 0.8 µs instead of 0.2 (Node 26.10), a tenth of every request. A garbage collection between those calls would
 * explain it. However that is, calls in a row before anything else settle the matter, in less than a millisecond.
 */
export function learnNextTick(): Promise<void> {
  return new Promise((resolve) => {
    const tick = (left: number) => {
      if (left === 0) resolve();
      else process.nextTick(tick, left - 1);
    };
    tick(CALLS);
  });
}
