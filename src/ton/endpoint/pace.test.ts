// However it is asked, an endpoint gets no more requests than it allows, and none while it rests.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChainUnavailable } from '../chain.ts';
import { Pace } from './pace.ts';

/** Time that passes only where somebody waits for it. */
class Clock {
  ms = 1000;
  readonly #waiting: { readonly atMs: number; readonly wake: () => void }[] = [];
  readonly now = (): number => this.ms;
  readonly sleep = (ms: number): Promise<void> =>
    new Promise((wake) => this.#waiting.push({ atMs: this.ms + ms, wake }));

  async pass(ms: number): Promise<void> {
    const endMs = this.ms + ms;
    for (;;) {
      // What woke up may wait again.
      for (let i = 0; i < 5; i++) await Promise.resolve();
      this.#waiting.sort((a, b) => a.atMs - b.atMs);
      const next = this.#waiting[0];
      if (!next || next.atMs > endMs) break;
      this.#waiting.shift();
      this.ms = Math.max(this.ms, next.atMs);
      next.wake();
    }
    this.ms = endMs;
  }
}

test('in no window are there more than the burst and what the rate adds', async () => {
  const arbitrary = fc.record({
    perSecond: fc.constantFrom(1, 3, 10),
    burst: fc.integer({ min: 1, max: 10 }),
    steps: fc.array(
      fc.record({ asks: fc.nat(8), passMs: fc.nat(1500), restMs: fc.oneof(fc.constant(0), fc.nat(3000)) }),
      {
        maxLength: 12,
      },
    ),
  });
  const property = fc.asyncProperty(arbitrary, async ({ perSecond, burst, steps }) => {
    const clock = new Clock();
    const pace = new Pace({ perSecond, burst, longestWaitMs: Number.POSITIVE_INFINITY }, clock);
    const [turns, rests]: [number[], { fromMs: number; toMs: number }[]] = [[], []];
    let asked = 0;
    for (const { asks, passMs, restMs } of steps) {
      for (let i = 0; i < asks; i++) void pace.turn().then(() => turns.push(clock.ms));
      asked += asks;
      await clock.pass(passMs);
      pace.rest(restMs);
      rests.push({ fromMs: clock.ms, toMs: clock.ms + restMs });
    }
    await clock.pass(1_000_000);
    expect(turns).toHaveLength(asked);
    for (const { fromMs, toMs } of rests) expect(turns.filter((ms) => ms > fromMs && ms < toMs)).toEqual([]);
    if (rests.some(({ fromMs, toMs }) => toMs > fromMs)) return;
    for (const [i, fromMs] of turns.entries()) {
      const within = turns.slice(i).filter((ms) => ms <= fromMs + 1000).length;
      expect(within).toBeLessThanOrEqual(burst + perSecond);
    }
  });
  await fc.assert(property, { numRuns: 200 });
});

test('who would wait too long is refused at once, and takes nobody’s turn', async () => {
  const clock = new Clock();
  const pace = new Pace({ perSecond: 1, burst: 1, longestWaitMs: 1000 }, clock);
  await pace.turn();
  const second = pace.turn();
  await expect(pace.turn()).rejects.toThrow(ChainUnavailable);
  await clock.pass(1000);
  await second;
  const third = pace.turn();
  await clock.pass(1000);
  await third;
});
