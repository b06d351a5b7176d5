// The public log's hashes and checkpoints: stored only by the holder of the lease, and only what continues the journal.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Posted } from '../../src/core/settle/instruction.ts';
import { copyExchange } from '../../src/ledger/copy.ts';
import { openProjection, type Projection } from '../../src/ports/projection.ts';
import type { LogRows, StoredCheckpoint, StoredTile } from '../../src/ports/public-log.ts';
import type { Store } from '../../src/ports/store.ts';
import { checksumOf } from '../../src/store/rows/checksum.ts';
import { NONCE_BYTES, rowText } from '../../src/transparency/format/row.ts';
import { MARKET, type Site } from './site.ts';

const tile = (level: number, index: number, width: number, byte = level + index): StoredTile => ({
  level,
  index,
  nodes: new Uint8Array(32 * width).fill(byte),
});

const checkpoint = (size: number, terms: Partial<StoredCheckpoint> = {}): StoredCheckpoint => ({
  ...{ log: 1, size, root: `root of ${size}`, madeAtMs: size * 1000, vkey: 'key', note: `note\n${size}\n\n— signed\n` },
  ...terms,
});

export function log(site: Site): void {
  describe('the public log of a store', () => {
    let store: Store;
    let kept: Projection;
    let lastId: string;
    let fence: number;

    beforeEach(async () => {
      store = await site.openMarket();
      lastId = ((await store.posted(MARKET.length)) as { id: string }).id;
      kept = site.keep(await openProjection(store.projection));
      fence = (await kept.takeLease({ name: 'log', holder: 'one', forMs: 3_600_000 })) as number;
    });

    test('begins empty, and reads the rows of the journal as they are stored', async () => {
      expect(await kept.logStanding()).toMatchObject({ size: 0, head: MARKET.length });
      expect(await kept.lastCheckpoint()).toBeUndefined();
      const [fifth, sixth, ...more] = await texts(4, 2);
      expect(more).toEqual([]);
      const { sequence, id, actor, createdAtMs } = (await store.posted(6)) as Posted;
      expect(fifth).toMatch(/^millpond-row\/v1\n5\n[0-9a-f-]{36}\ndeposit\n.*"amount":4000000/s);
      const receipt = (sixth as string).split('\n')[6] as string;
      expect(receipt).toMatch(/^\{"kind":"provide"/);
      expect(sixth).toBe(rowText({ sequence, id, kind: 'provide', actor, createdAtMs, receipt }));
      expect(await texts(MARKET.length, 2)).toEqual([]);
    });

    test('tells the length of each row in bytes, not in characters', async () => {
      await site.place.execute(`UPDATE journal SET receipt = '{"name":"Zoë 鯉 🐟"}' WHERE sequence = 3`);
      const { bytes, lengths } = await kept.logRows(0, 100);
      expect(lengths).toHaveLength(MARKET.length);
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(bytes.length);
      expect((await texts(0, 100))[2]).toMatch(/\n\{"name":"Zoë 鯉 🐟"\}$/);
    });

    test('reads a row that no program can interpret', async () => {
      await site.place.execute(`UPDATE journal SET receipt = 'not JSON' WHERE sequence = 3`);
      expect(await texts(2, 1)).toEqual([expect.stringMatching(/\nnot JSON$/)]);
    });

    test('keeps tiles, replaces a partial one, and says undefined for one that is missing', async () => {
      const first = [tile(0, 0, 7), tile(1, 0, 1)];
      expect(await kept.addToLog([tile(0, 0, 3, 9)], { fence, from: 0, to: 3, lastId: await idAt(3) })).toBe(true);
      expect(await kept.addToLog(first, { fence, from: 3, to: MARKET.length, lastId })).toBe(true);
      expect(await kept.logStanding()).toMatchObject({ size: MARKET.length, head: MARKET.length });
      const found = await kept.logTiles([first[1] as StoredTile, { level: 0, index: 1 }, first[0] as StoredTile]);
      expect(found.map((nodes) => nodes && [...nodes])).toEqual([
        [...(first[1] as StoredTile).nodes],
        undefined,
        [...(first[0] as StoredTile).nodes],
      ]);
    });

    test('keeps a full tile of 256 hashes with every byte', async () => {
      const nodes = Uint8Array.from({ length: 8192 }, (_, index) => (index * 7) % 256);
      await kept.addToLog([{ level: 0, index: 2 ** 40, nodes }], { fence, from: 0, to: MARKET.length, lastId });
      const [found] = await kept.logTiles([{ level: 0, index: 2 ** 40 }]);
      expect(Buffer.compare(found as Uint8Array, nodes)).toBe(0);
    });

    const refusals: readonly (readonly [string, (claim: Parameters<Projection['addToLog']>[1]) => typeof claim])[] = [
      ['whose lease another process has taken', (claim) => ({ ...claim, fence: claim.fence - 1 })],
      ['that does not begin where the log ends', (claim) => ({ ...claim, from: 1 })],
      ['whose last row the journal does not contain', (claim) => ({ ...claim, lastId: 'another' })],
      ['beyond the end of the journal', (claim) => ({ ...claim, to: MARKET.length + 1 })],
    ];
    test.each(refusals)('refuses an addition %s, and changes nothing', async (_, change) => {
      const claim = change({ fence, from: 0, to: MARKET.length, lastId });
      expect(await kept.addToLog([tile(0, 0, 7)], claim)).toBe(false);
      expect((await kept.logStanding()).size).toBe(0);
      expect(await kept.logTiles([{ level: 0, index: 0 }])).toEqual([undefined]);
    });

    test('counts as empty after it was restarted', async () => {
      await kept.addToLog([tile(0, 0, 3)], { fence, from: 0, to: 3, lastId: await idAt(3) });
      expect(await kept.restartLog(fence - 1)).toBe(false);
      expect((await kept.logStanding()).size).toBe(3);
      expect(await kept.restartLog(fence)).toBe(true);
      expect((await kept.logStanding()).size).toBe(0);
      expect(await kept.addToLog([], { fence, from: 3, to: MARKET.length, lastId })).toBe(false);
      expect(await kept.addToLog([tile(0, 0, 7)], { fence, from: 0, to: MARKET.length, lastId })).toBe(true);
    });

    test('survives a rebuild of the market data', async () => {
      await kept.addToLog([tile(0, 0, 7)], { fence, from: 0, to: MARKET.length, lastId });
      await kept.discard();
      expect((await kept.logStanding()).size).toBe(MARKET.length);
      expect((await kept.standing()).cursor).toBeNull();
    });

    test('lists checkpoints in the order of size and log, and replaces the text of one by its cosigned text', async () => {
      for (const size of [9, 3, 10]) expect(await kept.putCheckpoint(checkpoint(size), fence)).toBe(true);
      const [second, cosigned] = [checkpoint(4, { log: 2 }), checkpoint(9, { note: 'cosigned' })];
      await kept.putCheckpoint(second, fence);
      await kept.putCheckpoint(cosigned, fence);
      expect(await kept.putCheckpoint(checkpoint(11), fence - 1)).toBe(false);
      expect(await kept.lastCheckpoint()).toEqual(second);
      const all = [checkpoint(3), second, cosigned, checkpoint(10)];
      expect(await kept.checkpoints({ after: { log: 0, size: 0 }, limit: 10 })).toEqual(all);
      expect(await kept.checkpoints({ after: { log: 1, size: 9 }, limit: 1 })).toEqual([checkpoint(10)]);
    });

    test('thins out the checkpoints before a time: the last one of each log and day stays', async () => {
      const dayMs = 86_400_000;
      const made = [0, 1, dayMs - 1, dayMs, 2 * dayMs - 1, 9 * dayMs, 9 * dayMs + 5, 10 * dayMs, 10 * dayMs + 1];
      for (const [at, madeAtMs] of made.entries()) await kept.putCheckpoint(checkpoint(at + 1, { madeAtMs }), fence);
      await kept.putCheckpoint(checkpoint(2, { log: 2, madeAtMs: 2 }), fence);
      expect(await kept.thinCheckpoints(10 * dayMs, fence - 1)).toBe(false);
      for (let time = 0; time < 2; time++) {
        expect(await kept.thinCheckpoints(10 * dayMs, fence)).toBe(true);
        const left = await kept.checkpoints({ after: { log: 0, size: 0 }, limit: 100 });
        expect(left.map(({ size, log }) => [size, log])).toEqual([
          ...[[2, 2], ...[3, 5, 7, 8, 9].map((size) => [size, 1])],
        ]);
      }
    });

    test('has the same rows in a copy of the exchange, also those that another version of the program wrote in another form', async () => {
      const { receipt } = (await site.place.ask('SELECT receipt FROM journal WHERE sequence = 1'))[0] as {
        receipt: string;
      };
      const spaced = receipt.replaceAll(',"', ', "');
      const older = `receipt = '${spaced}', checksum = '${checksumOf(1, spaced)}'`;
      await site.place.execute(`UPDATE journal SET ${older} WHERE sequence = 1`);
      expect((await texts(0, 1))[0]).toContain(spaced);
      const place = await site.anotherPlace();
      await copyExchange(store, await site.openTarget(place), () => {});
      const copy = site.keep(await openProjection((await site.open(place)).projection));
      expect(await copy.logRows(0, 100)).toEqual(await kept.logRows(0, 100));
    });

    const texts = async (after: number, limit: number) => rowsOf(await kept.logRows(after, limit));
    const idAt = async (sequence: number) => ((await store.posted(sequence)) as { id: string }).id;
  });
}

/** The text of each row. */
function rowsOf({ bytes, lengths }: LogRows): readonly string[] {
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return bytes.toString('utf8', end - length + NONCE_BYTES, end);
  });
}
