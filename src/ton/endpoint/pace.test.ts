// An endpoint never gets more requests than it allows, and none during a pause.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChainUnavailable } from '../chain.ts';
import { Pace } from './pace.ts';
import { type Asker, type Share, WEIGHTS } from './shares.ts';

/** A clock that only tests advance. */
class Clock {
  ms = 1000;
  readonly #waiting: { readonly atMs: number; readonly wake: () => void }[] = [];
  readonly now = (): number => this.ms;
  readonly after = (ms: number, wake: () => void) => this.#waiting.push({ atMs: this.ms + ms, wake });

  async pass(ms: number): Promise<void> {
    const endMs = this.ms + ms;
    for (;;) {
      // Lets released callers record the time before it advances.
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

const by = (share: Share, name = ''): Asker => ({ share, name });
const SENDING = by('sending');

test('no second has more requests than the burst plus the rate, and no pause has any', async () => {
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
      for (let i = 0; i < asks; i++) void pace.turn(SENDING).then(() => turns.push(clock.ms));
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

test('a request that would wait too long is refused at once and does not use up a turn', async () => {
  const clock = new Clock();
  const pace = new Pace({ perSecond: 1, burst: 1, longestWaitMs: 1000 }, clock);
  await pace.turn(SENDING);
  const second = pace.turn(SENDING);
  await expect(pace.turn(SENDING)).rejects.toThrow(ChainUnavailable);
  await clock.pass(1000);
  await second;
  const third = pace.turn(SENDING);
  await clock.pass(1000);
  await third;
});

const flooded = (askers: readonly Asker[], each: number) => {
  const clock = new Clock();
  const pace = new Pace({ perSecond: 1, burst: 1, longestWaitMs: Number.POSITIVE_INFINITY }, clock);
  const turns: Asker[] = [];
  const ask = (asker: Asker) => pace.turn(asker).then(() => turns.push(asker));
  for (let i = 0; i < each; i++) for (const asker of askers) void ask(asker);
  return { clock, turns, ask };
};

test('while all shares have waiting requests, each gets turns by its weight', async () => {
  const shares = Object.keys(WEIGHTS) as Share[];
  const { clock, turns } = flooded(
    shares.map((share) => by(share)),
    200,
  );
  await clock.pass(99_000);
  const had = Object.fromEntries(shares.map((share) => [share, turns.filter((one) => one.share === share).length]));
  expect(had).toEqual({ sending: 40, known: 30, strangers: 20, probes: 10 });
});

test('strangers get all turns while no other share waits; requests of three other shares get the next three', async () => {
  const { clock, turns, ask } = flooded([by('strangers')], 200);
  await clock.pass(99_000);
  expect(turns).toHaveLength(100);
  for (const share of ['sending', 'known', 'probes'] as const) void ask(by(share));
  await clock.pass(3000);
  expect(turns.slice(100).map(({ share }) => share)).toEqual(expect.arrayContaining(['sending', 'known', 'probes']));
});

test('a share does not save up turns while it has no requests', async () => {
  const { clock, turns, ask } = flooded([by('known')], 200);
  await clock.pass(99_000);
  for (let i = 0; i < 100; i++) void ask(by('strangers'));
  await clock.pass(10_000);
  // By the weights, strangers get two fifths of ten turns, and one more if a tie goes to them.
  expect(turns.slice(100).filter(({ share }) => share === 'strangers').length).toBeLessThanOrEqual(5);
});

test('a caller with many requests does not block another caller of the same share', async () => {
  const clock = new Clock();
  const pace = new Pace({ perSecond: 1, burst: 1, longestWaitMs: 30_000 }, clock);
  const turns: string[] = [];
  const ask = (name: string) => pace.turn(by('strangers', name)).then(() => turns.push(name));
  const greedy = Array.from({ length: 100 }, () => ask('greedy').catch(() => 'refused'));
  const modest = ask('modest').catch(() => 'refused');
  await clock.pass(2000);
  expect(turns).toEqual(['greedy', 'greedy', 'modest']);
  expect(await modest).not.toBe('refused');
  await clock.pass(60_000);
  expect((await Promise.all(greedy)).filter((one) => one === 'refused').length).toBeGreaterThan(60);
});

test('a request that is still queued after the longest wait is refused', async () => {
  const clock = new Clock();
  const pace = new Pace({ perSecond: 1, burst: 1, longestWaitMs: 2000 }, clock);
  const ended: string[] = [];
  const ask = (name: string) => {
    void pace.turn(by('known', name)).then(
      () => ended.push(name),
      () => ended.push(`${name} refused`),
    );
  };
  for (const name of ['a', 'b', 'c', 'd', 'e']) ask(name);
  await clock.pass(10_000);
  expect(ended).toEqual(['a', 'b', 'c', 'd refused', 'e refused']);
});
