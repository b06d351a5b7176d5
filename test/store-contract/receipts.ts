// Signed receipts on a real database: of what it has committed, for the log that goes on, and by nobody who may not sign.
import { hash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { compareReceipt, type SignedReceipt, verifyReceipt } from '#client/proof';
import { sequenceOf } from '../../src/core/settle/transaction-id.ts';
import { openProjection, type Projection } from '../../src/ports/projection.ts';
import { LOG_KIND, type LogReads } from '../../src/ports/public-log.ts';
import type { Store } from '../../src/ports/store.ts';
import { newKeyFile, signingKey, vkeyOf } from '../../src/transparency/format/keys.ts';
import { leafHash } from '../../src/transparency/format/tree.ts';
import { ReceiptMaker } from '../../src/transparency/log/receipts.ts';
import { Recorder } from '../../src/transparency/log/recorder.ts';
import { LogService } from '../../src/transparency/log/service.ts';
import { FileSigner } from '../../src/transparency/log/signer.ts';
import { TextSigner } from '../../src/transparency/log/text-signer.ts';
import { swap } from '../paper-orders.ts';
import { recordAll } from '../record-all.ts';
import { useTempFolder } from '../temp-folder.ts';
import { MARKET, post, type Site } from './site.ts';

const KEY = newKeyFile();
const ORIGIN = 'example.com/log';
const keyOf = (origin: string) => vkeyOf(signingKey(KEY, origin, 'note'));
const trust = { key: keyOf(ORIGIN) };
const placesOf = (ids: readonly string[]) => ids.map((id) => ({ id, sequence: sequenceOf(id) as number }));

export function receipts(site: Site): void {
  describe('signed receipts', () => {
    const inFolder = useTempFolder();
    let store: Store;
    let kept: Projection;
    beforeEach(async () => {
      store = await site.openMarket();
      kept = site.keep(await openProjection(store.projection));
      await identify(1, 1);
    });

    const identify = async (number: number, firstSequence: number) => {
      const origin = number === 1 ? ORIGIN : `${ORIGIN}/${number}`;
      const body = JSON.stringify({ origin, secret: hash('sha256', `secret ${number}`, 'hex'), firstSequence });
      await store.sideRecords.change([{ kind: LOG_KIND, id: `${number}`, version: 0, body }], { nowMs: Date.now() });
    };
    const idAt = async (sequence: number) => (await store.posted(sequence))?.id as string;
    const made = async (
      ids: readonly string[],
      { keyText = KEY, over = {} }: { keyText?: string | undefined; over?: Partial<LogReads> } = {},
    ) => {
      const reads = { ...kept, ...over };
      return new ReceiptMaker(reads, new TextSigner(reads, keyText)).receipts(placesOf(ids));
    };
    const record = async () => {
      const signer = new FileSigner(KEY, inFolder('key.last'), (error) => {
        throw error;
      });
      await recordAll(new Recorder(kept, { signer, checkpointEveryMs: 1 }), kept);
    };

    test('promise what the log then has, also of rows that lie far apart, in the order asked for', async () => {
      await post(store, ...Array.from({ length: 40 }, () => swap(10n)));
      const sequences = [40, 2, 41, 2, 7];
      const ids = await Promise.all(sequences.map(idAt));
      const promised = (await made(ids)) as readonly SignedReceipt[];
      expect(promised.map(({ sequence }) => sequence)).toEqual(sequences);
      await record();
      for (const [at, receipt] of promised.entries()) {
        expect((await verifyReceipt(receipt, trust)).row?.id).toBe(ids[at]);
        const proof = await new LogService(kept).proof(receipt.sequence);
        const leaf = leafHash(Buffer.from(receipt.entry, 'hex')).toString('hex');
        const log = { leaf, path: proof?.path ?? [], checkpoint: proof?.checkpoint.note as string };
        expect(await compareReceipt(receipt, log, trust)).toEqual({ is: 'logged' });
      }
    });

    test('are not made of a transaction that the journal does not have, though another has its sequence', async () => {
      const id = await idAt(3);
      const other = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
      const beyond = (await idAt(MARKET.length)).replace(/.{16}$/, '8000-0fffffffffff');
      const [none, gone, some] = await made([other, beyond, id]);
      expect([none, gone]).toEqual([null, null]);
      expect(some).toMatchObject({ sequence: 3, index: 0 });
    });

    test('are signed for the log that goes on after a fork, and by nobody between the two', async () => {
      await record();
      const [before] = await made([await idAt(3)]);
      const standing = await kept.logStanding();
      const rolledBack = { logStanding: async () => ({ ...standing, head: 5 }) };
      expect(await made([await idAt(3)], { over: rolledBack })).toEqual([null]);
      const note = (await kept.lastCheckpoint())?.note as string;
      await post(store, { kind: 'forked', log: 2, checkpoint: note, shared: MARKET.length });
      await identify(2, MARKET.length + 1);
      const [after, next] = await made([await idAt(3), await idAt(MARKET.length + 1)]);
      expect(after?.entry).toBe(before?.entry);
      const nextTrust = { key: keyOf(`${ORIGIN}/2`) };
      for (const receipt of [after, next])
        expect(await verifyReceipt(receipt as SignedReceipt, nextTrust)).toMatchObject({ origin: `${ORIGIN}/2` });
    });

    test('are made neither without the key, nor with another than that of the log, nor before there is a log', async () => {
      const ids = [await idAt(3)];
      const keyless = new ReceiptMaker(kept, new TextSigner(kept, undefined));
      expect(await keyless.receipts(placesOf(ids))).toEqual([null]);
      expect(await made(ids, { over: { logs: async () => [] } })).toEqual([null]);
      await record();
      expect(await made(ids, { keyText: newKeyFile() })).toEqual([null]);
      expect(await made(ids)).toMatchObject([{ sequence: 3 }]);
    });
  });
}
