// StoreClock estimates the store's time between two readings: never ahead of it, and correct again soon after it was set.
import { expect, test } from 'vitest';
import { StoreClock } from './store-clock.ts';

/** A store whose clock differs from this machine's by `apartMs`, with network delays `thereMs` and `backMs`. */
function start({ apartMs = 0, thereMs = 0, backMs = 0 }) {
  const it = { elapsedMs: 5000, apartMs, readings: 0 };
  const storeMs = () => 1_700_000_000_000 + it.elapsedMs + it.apartMs;
  const clock = new StoreClock(
    {
      async clock() {
        it.readings += 1;
        it.elapsedMs += thereMs;
        const now = storeMs();
        it.elapsedMs += backMs;
        return now;
      },
    },
    { elapsedMs: () => it.elapsedMs, hereMs: () => 1_700_000_000_000 + it.elapsedMs },
  );
  return { it, clock, storeMs };
}

test.each([-3_600_000, -1000, -20, 0, 20, 1000, 3_600_000])(
  'with a store %i ms ahead, the estimate is never ahead of the store, and behind by at most the delay of its answer',
  async (apartMs) => {
    const { it, clock, storeMs } = start({ apartMs, thereMs: 30, backMs: 70 });
    for (let ms = 0; ms < 5000; ms += 333) {
      await clock.read();
      const behindMs = storeMs() - clock.nowMs();
      expect(behindMs).toBeGreaterThanOrEqual(0);
      expect(behindMs).toBeLessThanOrEqual(70);
      it.elapsedMs += 333;
    }
    // The estimate assumes half of the round trip; here the way there takes 30 of 100 ms.
    expect(Math.abs(clock.aheadMs + apartMs)).toBeLessThanOrEqual(20);
  },
);

test('read() asks the store once a second, and immediately after doubt()', async () => {
  const { it, clock, storeMs } = start({});
  for (const [passMs, readings] of [
    [0, 1],
    [999, 1],
    [1, 2],
    [500, 2],
  ] as const) {
    it.elapsedMs += passMs;
    await clock.read();
    expect(it.readings).toBe(readings);
  }
  it.apartMs = -60_000;
  expect(clock.nowMs()).toBeGreaterThan(storeMs());
  clock.doubt();
  await clock.read();
  expect(clock.nowMs()).toBe(storeMs());
  expect(clock.aheadMs).toBe(60_000);
});
