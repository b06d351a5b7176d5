// The public log in memory: what is read again, and when. The clock is the test's.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { StoredCheckpoint, TileAt } from '../../ports/public-log.ts';
import { LogCache } from './cache.ts';

let nowMs = 1_000_000;
let last: StoredCheckpoint | undefined;
let reads: string[];
let cache: LogCache;

const checkpointOf = (log: number, size: number) => ({ log, size, note: `${log} ${size}` }) as StoredCheckpoint;
const hashes = (log: number, { level, index }: TileAt, width: number) =>
  new Uint8Array(width * 32).map((_, at) => log + level * 3 + index * 5 + Math.floor(at / 32) * 7);

beforeEach(() => {
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  last = checkpointOf(1, 1000);
  reads = [];
  cache = new LogCache({
    isSigning: true,
    async checkpoint() {
      reads.push('checkpoint');
      return last;
    },
    async tile(tile, width) {
      reads.push(`${tile.level}/${tile.index}.${width}`);
      const isCovered = last !== undefined && tile.index * 256 + width <= Math.floor(last.size / 256 ** tile.level);
      return isCovered ? { log: last?.log as number, nodes: hashes(last?.log as number, tile, width) } : undefined;
    },
    ended: async () => undefined,
    receipts: async () => [],
    proof: async () => ({ checkpoint: last }) as never,
    statements: async () => [],
  });
});

const tile = (index: number, width = 256) => ({ level: 0, index, width });

test('a thousand readers of the checkpoint cost one read in 250 ms, and then see the next one', async () => {
  const first = last;
  expect(await Promise.all(Array.from({ length: 1000 }, () => cache.readCheckpoint()))).toEqual(
    Array.from({ length: 1000 }, () => first),
  );
  last = checkpointOf(1, 1001);
  nowMs += 249;
  expect([cache.recentCheckpoint, await cache.readCheckpoint()]).toEqual([first, first]);
  expect(reads).toEqual(['checkpoint']);
  nowMs += 1;
  expect([cache.recentCheckpoint, await cache.readCheckpoint()]).toEqual([undefined, last]);
});

test('once a call has shown a newer checkpoint, no older one is shown', async () => {
  await cache.readCheckpoint();
  last = checkpointOf(1, 1001);
  nowMs += 1;
  expect(await cache.checkpoint()).toEqual(last);
  expect(await cache.readCheckpoint()).toEqual(last);
  last = checkpointOf(1, 1002);
  nowMs += 1;
  await cache.proof(1);
  expect(await cache.readCheckpoint()).toEqual(last);
});

test('before the first checkpoint, and after a failure, it is read each time', async () => {
  last = undefined;
  for (let time = 0; time < 3; time += 1) expect(await cache.readCheckpoint()).toBeUndefined();
  expect(reads).toHaveLength(3);
  const failing = new LogCache({ isSigning: true, checkpoint: () => Promise.reject(new Error('busy')) } as never);
  for (let time = 0; time < 2; time += 1) await expect(failing.readCheckpoint()).rejects.toThrow('busy');
});

test('a tile is read once, in its largest width, and answers every smaller width with the same hashes', async () => {
  for (const [width, isRead] of [
    [100, true],
    [100, false],
    [1, false],
    [101, true],
    [256, true],
    [255, false],
  ] as const) {
    reads = [];
    expect(await cache.tile(tile(1, width))).toEqual({ log: 1, nodes: hashes(1, tile(1), width) });
    expect(reads.filter((read) => read !== 'checkpoint')).toEqual(isRead ? [`0/1.${width}`] : []);
    expect(cache.recentTile(tile(1, width))).toEqual({ log: 1, nodes: hashes(1, tile(1), width) });
  }
  reads = [];
  await Promise.all(Array.from({ length: 1000 }, () => cache.tile(tile(2))));
  expect(reads).toEqual(['0/2.256']);
});

test('a tile that the checkpoint does not cover is read again, and found as soon as it is covered', async () => {
  expect(await cache.tile(tile(3, 233))).toBeUndefined();
  last = checkpointOf(1, 1001);
  expect(await cache.tile(tile(3, 233))).toEqual({ log: 1, nodes: hashes(1, tile(3), 233) });
});

test('after a fork the tiles of the log before are not shown', async () => {
  await cache.tile(tile(1));
  last = checkpointOf(2, 1000);
  nowMs += 250;
  expect(cache.recentTile(tile(1))).toBeUndefined();
  expect(await cache.tile(tile(1))).toEqual({ log: 2, nodes: hashes(2, tile(1), 256) });
});

test('of 10,000 tiles the last 256 are in memory, and one that is asked for often', async () => {
  last = checkpointOf(1, 256 * 10_000);
  for (let index = 0; index < 10_000; index += 1) {
    await cache.tile(tile(0));
    await cache.tile(tile(index));
  }
  const known = Array.from({ length: 10_000 }, (_, index) => index).filter((index) => cache.recentTile(tile(index)));
  expect(known).toEqual([0, ...Array.from({ length: 255 }, (_, at) => 9745 + at)]);
});
