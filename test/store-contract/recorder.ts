// The recorder of the public log on a real database: what it logs and signs, alone, in a race, after a crash and after a restore.
import { hash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  consistencyHashes,
  ProofRefused,
  verifyConsistency,
  verifyEvidence,
  verifyTransactionProof,
} from '#client/proof';
import { audit } from '../../src/audit/audit.ts';
import { openProjection, type Projection } from '../../src/ports/projection.ts';
import { LOG_KIND, type StoredCheckpoint } from '../../src/ports/public-log.ts';
import type { Store } from '../../src/ports/store.ts';
import { checksumOf } from '../../src/store/rows/checksum.ts';
import { type Checkpoint, parseCheckpoint } from '../../src/transparency/format/checkpoint.ts';
import { newKeyFile, parseVkey, signingKey, vkeyOf } from '../../src/transparency/format/keys.ts';
import { openNote, signNote } from '../../src/transparency/format/note.ts';
import { parseTilePath, type TileId } from '../../src/transparency/format/tile.ts';
import { leafHash } from '../../src/transparency/format/tree.ts';
import { isIncluded } from '../../src/transparency/format/verify.ts';
import { addCheckpointBody, answerAddCheckpoint } from '../../src/transparency/format/witness.ts';
import { Recorder, type RecorderNotice } from '../../src/transparency/log/recorder.ts';
import { LogService } from '../../src/transparency/log/service.ts';
import { FileSigner, type Signer } from '../../src/transparency/log/signer.ts';
import { rootAt } from '../../src/transparency/log/stored-tree.ts';
import { LogUnreachable, type RemoteLog } from '../../src/transparency/watch/remote-log.ts';
import { LogAlarm, watchOnce } from '../../src/transparency/watch/watcher.ts';
import { APPLE } from '../paper-exchange.ts';
import { ann, deposit, swap } from '../paper-orders.ts';
import { recordAll } from '../record-all.ts';
import { useTempFolder } from '../temp-folder.ts';
import { MARKET, post, type Site } from './site.ts';

const [KEY, OTHER_KEY] = [newKeyFile(), newKeyFile()];
const ORIGIN = 'example.com/log';
const ROOT = Buffer.alloc(32).toString('base64');
const SIGNS_NOTHING: Signer = {
  vkeyOf: (origin) => vkeyOf(signingKey(KEY, origin, 'note')),
  sign: () => Promise.reject(new Error('no key')),
  last: async () => undefined,
  keep: async () => {},
};

export function recorder(site: Site): void {
  describe('the recorder of the public log', () => {
    const inFolder = useTempFolder();
    let store: Store;
    let kept: Projection;
    let notices: RecorderNotice[];

    beforeEach(async () => {
      store = await site.openMarket();
      kept = site.keep(await openProjection(store.projection));
      notices = [];
      await identify(store, 1, 1);
    });

    const identify = async ({ sideRecords }: Store, number: number, firstSequence: number) => {
      const origin = number === 1 ? ORIGIN : `${ORIGIN}/${number}`;
      const body = JSON.stringify({ origin, secret: hash('sha256', `secret ${number}`, 'hex'), firstSequence });
      await sideRecords.change([{ kind: LOG_KIND, id: String(number), version: 0, body }], { nowMs: Date.now() });
    };

    const recorderOf = (projection = kept, lastFile = inFolder('key.last'), key = KEY) =>
      new Recorder(projection, {
        signer: new FileSigner(key, lastFile),
        checkpointEveryMs: 1,
        onNotice: (notice) => notices.push(notice),
      });

    /** Lets a recorder do all there is to do. */
    const record = async (recording = recorderOf()): Promise<StoredCheckpoint | undefined> => {
      await recordAll(recording, kept);
      return kept.lastCheckpoint();
    };

    const proves = async (sequence: number, projection = kept): Promise<boolean> => {
      const proof = await new LogService(projection).proof(sequence);
      if (!proof) throw new Error(`transaction ${sequence} is in no checkpoint`);
      const { row, nonce, index, path, checkpoint } = proof;
      const entry = hash('sha256', Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.from(row)]), 'buffer');
      const { text } = openNote(checkpoint.note, [parseVkey(checkpoint.vkey)]);
      const hashes = path.map((node) => Buffer.from(node, 'hex'));
      return isIncluded(leafHash(entry), index, hashes, parseCheckpoint(text));
    };

    test('logs every row and signs a checkpoint, from which each row can be proven', async () => {
      const signed = await record();
      expect(signed).toMatchObject({ log: 1, size: MARKET.length, root: (await rootAt(kept, 7)).toString('base64') });
      expect(signed?.note).toMatch(new RegExp(`^${ORIGIN}\n7\n${escaped(signed?.root)}\n\n— ${ORIGIN} `));
      for (let sequence = 1; sequence <= MARKET.length; sequence++) expect(await proves(sequence)).toBe(true);
      expect(await new LogService(kept).proof(MARKET.length + 1)).toBeUndefined();
      expect(notices).toEqual([{ checkpoint: MARKET.length }]);
    });

    test('dates checkpoints by the clock of the database, though that of the signer is a day ahead', async () => {
      const { nowMs } = await kept.logStanding();
      const dayMs = 86_400_000;
      vi.spyOn(Date, 'now').mockImplementation(() => nowMs + dayMs);
      const signed = await record();
      expect(Math.abs((signed?.madeAtMs ?? 0) - nowMs)).toBeLessThan(dayMs / 2);
    });

    test('goes on where another process stopped, and signs nothing if nothing is new', async () => {
      await record();
      await record();
      await post(store, swap(10n), swap(20n));
      expect((await record())?.size).toBe(MARKET.length + 2);
      for (const sequence of [1, 7, 8, 9]) expect(await proves(sequence)).toBe(true);
      expect(notices).toEqual([{ checkpoint: 7 }, { checkpoint: 9 }]);
    });

    test('with another key, signs nothing of this log, and goes on as the next: a log has one key', async () => {
      const before = (await record()) as StoredCheckpoint;
      const rekeyed = () => record(recorderOf(kept, inFolder('other.last'), OTHER_KEY));
      expect(await rekeyed()).toEqual(before);
      const { log, size, root, note } = before;
      expect(notices.slice(1)).toEqual([
        { forked: { signed: { log, size, root, note }, head: 7, why: 'rekeyed', shared: 7 } },
      ]);
      await post(store, { kind: 'forked', log: 2, checkpoint: note, shared: 1 });
      await identify(store, 2, 8);
      const after = (await rekeyed()) as StoredCheckpoint;
      expect(after).toMatchObject({ log: 2, size: 8 });
      expect(openNote(after.note, [parseVkey(after.vkey)]).signatures).toHaveLength(1);
      expect(await audit(store, () => {}, { keyText: OTHER_KEY })).toMatchObject({
        log: { checkpoints: 2, vkey: after.vkey, unsigned: [] },
      });
      await expect(audit(store, () => {}, { keyText: KEY })).rejects.toThrow('but the key of the log is');
    });

    test('has one root for a journal, whether it was logged row by row, at once, or again from the start', async () => {
      await record();
      for (let count = 0; count < 5; count++) {
        await post(store, swap(10n));
        await record();
      }
      const root = await rootAt(kept, 12);
      await kept.takeLease({ name: 'log', holder: 'test', forMs: 1 });
      const fence = (await kept.takeLease({ name: 'log', holder: 'test', forMs: 0 })) as number;
      expect(await kept.restartLog(fence)).toBe(true);
      await record();
      expect(await rootAt(kept, 12)).toEqual(root);
      expect(notices.filter((notice) => !('checkpoint' in notice))).toEqual([]);
    });

    test('is done by one of two processes at a time, and by the other once the first is gone', async () => {
      const other = site.keep(await openProjection(store.projection));
      const [first, second] = [recorderOf(), recorderOf(other)];
      await first.turn();
      expect(await second.turn()).toBeGreaterThan(0);
      await post(store, swap(10n));
      await second.turn();
      expect((await kept.logStanding()).size).toBe(MARKET.length);
      await first.close();
      expect((await record(recorderOf(other)))?.size).toBe(MARKET.length + 1);
      expect(await proves(8)).toBe(true);
    });

    test('a process that lost its lease unnoticed changes nothing', async () => {
      const first = recorderOf();
      await first.turn();
      await post(store, swap(10n));
      await site.place.execute(`UPDATE lease SET holder = 'another', fence = fence + 1 WHERE name = 'log'`);
      await first.turn();
      expect((await kept.logStanding()).size).toBe(MARKET.length);
    });

    test('after a crash between a signature and its storing, signs the same tree again', async () => {
      const [first] = [await record()];
      await site.place.execute('DELETE FROM log_checkpoints');
      const again = await record();
      expect(again?.root).toBe(first?.root);
      expect(notices).toEqual([{ checkpoint: 7 }, { checkpoint: 7 }]);
    });

    test('if a tile is missing, logs all rows again and goes on, since the tree is the same', async () => {
      const first = await record();
      await site.place.execute('DELETE FROM log_tiles');
      await post(store, swap(10n));
      expect(await record()).toMatchObject({ log: 1, size: 8 });
      expect((await rootAt(kept, 7)).toString('base64')).toBe(first?.root);
      expect(notices).toEqual([{ checkpoint: 7 }, { relogs: 'a tile is missing' }, { checkpoint: 8 }]);
    });

    test.each([
      ['was replaced', `UPDATE journal SET receipt = replace(receipt, '100000', '900000') WHERE sequence = 7`],
      ['is gone', `DELETE FROM journal WHERE sequence = 7; UPDATE head SET sequence = 6`],
    ])('if the last logged row %s, logs all again and reports the fork instead of signing it', async (_, change) => {
      const signed = (await record()) as StoredCheckpoint;
      await site.place.execute(
        `DELETE FROM parties WHERE sequence = 7; DELETE FROM movements WHERE sequence = 7; ${change}`,
      );
      await record();
      expect(notices).toContainEqual({ relogs: expect.any(String) });
      expect(notices.at(-1)).toMatchObject({ forked: { signed: { log: 1, size: 7, root: signed.root } } });
      expect((await kept.lastCheckpoint())?.root).toBe(signed.root);
    });

    test('after a restore that lost the checkpoints too, the file beside the key still shows the fork', async () => {
      const signed = (await record()) as StoredCheckpoint;
      const elsewhere = await site.anotherPlace();
      const restored = await site.open(elsewhere);
      await post(restored, ...MARKET.slice(0, 6), deposit(ann, APPLE, 5n));
      await identify(restored, 1, 1);
      const opened = site.keep(await openProjection(restored.projection));
      await record(recorderOf(opened));
      expect(notices.at(-1)).toMatchObject({ forked: { signed: { log: 1, size: 7, root: signed.root } } });
      expect(await opened.lastCheckpoint()).toBeUndefined();
    });

    test('continues a forked journal as the next log, in which rows before and after the fork can be proven', async () => {
      await record();
      await site.place.execute(`UPDATE journal SET receipt = replace(receipt, '100000', '900000') WHERE sequence = 7`);
      await record();
      await post(store, { kind: 'forked', log: 2, checkpoint: 'as signed\n', shared: 1 });
      await identify(store, 2, 8);
      const signed = await record();
      expect(signed).toMatchObject({ log: 2, size: 8, note: expect.stringMatching(`^${ORIGIN}/2\n8\n`) });
      for (let sequence = 1; sequence <= 8; sequence++) expect(await proves(sequence)).toBe(true);
      await post(store, swap(10n));
      expect((await record())?.size).toBe(9);
      expect(notices.at(-1)).toEqual({ checkpoint: 9 });
    });

    test('a rollback that reached no checkpoint stays in the same log', async () => {
      await record();
      await post(store, swap(10n));
      const unsigned = new Recorder(kept, { signer: SIGNS_NOTHING, checkpointEveryMs: 1 });
      await unsigned.turn();
      await unsigned.close();
      expect((await kept.logStanding()).size).toBe(8);
      await site.close(store);
      await site.place.execute(
        `DELETE FROM parties WHERE sequence = 8; DELETE FROM journal WHERE sequence = 8;
         UPDATE head SET sequence = 7, last_transaction = (SELECT id FROM journal WHERE sequence = 7)`,
      );
      await record();
      expect(notices.filter((notice) => 'forked' in notice)).toEqual([]);
      expect((await kept.logStanding()).size).toBe(7);
    });

    test('after a restore to before a fork, the file beside the key shows that a later log was signed', async () => {
      await record();
      const later = new FileSigner(KEY, inFolder('key.last'));
      const { note } = await later.sign({ origin: `${ORIGIN}/3`, size: 2, root: ROOT });
      await post(store, swap(10n));
      await record();
      expect(notices.at(-1)).toEqual({
        forked: { signed: { log: 3, size: 2, root: ROOT, note }, head: 8, why: 'rolled back', shared: 0 },
      });
      expect((await kept.lastCheckpoint())?.size).toBe(7);
    });

    describe('one name has one history, though each node has a file of its own', () => {
      const [fileA, fileB] = [() => inFolder('a.last'), () => inFolder('b.last')];
      const signedBy = async (file: string) => record(recorderOf(kept, file));
      /** Deletes the last row and all that follows from it, as a failover to a standby without it. */
      const loseTheLast = (sequence: number) =>
        site.place.execute(
          `DELETE FROM parties WHERE sequence = ${sequence}; DELETE FROM movements WHERE sequence = ${sequence};
           DELETE FROM journal WHERE sequence = ${sequence}; DELETE FROM log_checkpoints WHERE size = ${sequence};
           UPDATE head SET sequence = ${sequence - 1},
             last_transaction = (SELECT id FROM journal WHERE sequence = ${sequence - 1});
           UPDATE projection SET sequence = ${sequence - 1} WHERE name = 'log'`,
        );

      test('a node keeps what the other has signed, and continues it once the other is gone', async () => {
        const [a, b] = [recorderOf(kept, fileA()), recorderOf(kept, fileB())];
        await a.turn();
        await b.turn();
        expect(existsSync(fileB())).toBe(false);
        await post(store, swap(10n));
        await a.turn();
        await b.turn();
        expect(JSON.parse(readFileSync(fileB(), 'utf8')).checkpoint).toBe((await kept.lastCheckpoint())?.note);
        await a.close();
        await b.close();
        await post(store, swap(10n));
        expect((await signedBy(fileB()))?.size).toBe(9);
        expect(notices).toEqual([{ checkpoint: 7 }, { checkpoint: 8 }, { checkpoint: 9 }]);
      });

      test('if a failover loses what was signed, the other node signs no second history', async () => {
        const [a, b] = [recorderOf(kept, fileA()), recorderOf(kept, fileB())];
        await a.turn();
        await b.turn();
        await post(store, swap(10n));
        await a.turn();
        await b.turn();
        await a.close();
        await b.close();
        const [lost] = [await kept.lastCheckpoint()];
        await site.close(store);
        await loseTheLast(8);
        store = await site.open();
        await post(store, swap(20n));
        await signedBy(fileB());
        expect((await kept.lastCheckpoint())?.size).toBe(7);
        expect(notices.at(-1)).toMatchObject({ forked: { signed: { log: 1, size: 8, root: lost?.root }, shared: 7 } });
      });

      test('a node that knows nothing from outside the database signs nothing, and leaves the lease to one that does', async () => {
        const before = await signedBy(fileA());
        await post(store, swap(10n));
        const b = recorderOf(kept, fileB());
        expect(await b.turn()).toBe(15_000);
        expect(await kept.lastCheckpoint()).toEqual(before);
        expect(notices.at(-1)).toEqual({
          unsure: expect.stringMatching(/no checkpoint beside the key.*millpond log recover/),
        });
        expect((await signedBy(fileA()))?.size).toBe(8);
        await b.close();
      });

      test('a node that was away while others signed does not take the word of the database for what it missed', async () => {
        await signedBy(fileB());
        copyFileSync(fileB(), fileA());
        await post(store, swap(10n));
        await signedBy(fileA());
        await post(store, swap(10n));
        await signedBy(fileB());
        expect((await kept.lastCheckpoint())?.size).toBe(8);
        expect(notices.at(-1)).toEqual({ unsure: expect.stringContaining('knows only 7') });
      });

      test('a damaged file is an error, also while another node signs', async () => {
        const [a, b] = [recorderOf(kept, fileA()), recorderOf(kept, fileB())];
        writeFileSync(fileB(), '');
        await a.turn();
        await b.turn();
        await b.turn();
        expect(notices.slice(1)).toEqual([{ unsure: expect.stringContaining('b.last is damaged (it is empty)') }]);
        await a.close();
        await b.close();
      });

      test('the database says which server it is, if there can be more than one', async () => {
        const state = await kept.databaseState();
        if (state !== null)
          expect(state).toEqual({
            system: expect.stringMatching(/^\d+$/),
            timeline: '00000001',
            isSynchronous: false,
          });
      });
    });

    const FOREIGN = ['example.com/another', `${ORIGIN}/1`, `${ORIGIN}/02`, `${ORIGIN}s`];
    test.each(FOREIGN)('a checkpoint of another exchange beside the key is no fork: %s', async (origin) => {
      await new FileSigner(KEY, inFolder('key.last')).sign({ origin, size: 2, root: ROOT });
      expect((await record())?.size).toBe(MARKET.length);
    });

    describe('finds out somebody who can write to the database: the audit', () => {
      let kept7: StoredCheckpoint;
      const brought = () => ({ origin: ORIGIN, size: kept7.size, root: kept7.root });
      const auditNow = (checkpoint?: ReturnType<typeof brought>) =>
        audit(store, () => {}, { brought: checkpoint }).then(
          ({ log }) =>
            `passed, ${log.checkpoints} checkpoints${log.brought === undefined ? '' : ` and ${log.brought}`}`,
          (error: Error) => `${error.name}: ${error.message}`,
        );

      const receiptOf = async (sequence: number): Promise<string> =>
        (await kept.logRows(sequence - 1, 1)).bytes.toString().split('\n')[6] as string;
      /** Replaces text in the receipt of a row, and makes its checksum fit. */
      const rewrite = async (sequence: number, from: string, to: string) => {
        const before = await receiptOf(sequence);
        const receipt = before.replaceAll(from, to);
        expect(receipt).not.toBe(before);
        const checksum = checksumOf(sequence, receipt);
        await site.place.execute(
          `UPDATE journal SET receipt = '${receipt}', checksum = '${checksum}' WHERE sequence = ${sequence}`,
        );
      };
      const setBalance = (account: string, token: string, balance: number) =>
        site.place.execute(
          `UPDATE balances SET balance = '${balance}' WHERE account = '${account}' AND token = '${token}'`,
        );
      /** One digit of ann's deposit is changed, and the checksum and all balances are made to fit. */
      const changeADigit = async () => {
        await rewrite(7, '100000', '900000');
        await setBalance('ann', 'apple', 900_000);
        await setBalance('the issuer', 'apple', -1_900_000);
      };
      const removeTheLast = async () => {
        await site.place.execute(
          `DELETE FROM movements WHERE sequence = 7; DELETE FROM parties WHERE sequence = 7; DELETE FROM journal WHERE sequence = 7;
           UPDATE head SET sequence = 6, last_transaction = (SELECT id FROM journal WHERE sequence = 6);
           DELETE FROM balances WHERE account = 'ann'`,
        );
        await setBalance('the issuer', 'apple', -1_000_000);
      };
      /** The deposits of both tokens change places: all balances stay the same. */
      const swapTwo = async () => {
        const [a, b] = [await receiptOf(4), await receiptOf(5)];
        for (const [sequence, receipt] of [
          [4, b],
          [5, a],
        ] as const)
          await site.place.execute(
            `UPDATE journal SET receipt = '${receipt}', checksum = '${checksumOf(sequence, receipt)}' WHERE sequence = ${sequence}`,
          );
        await site.place.execute(
          `UPDATE movements SET sequence = CASE sequence WHEN 4 THEN 5 ELSE 4 END WHERE sequence IN (4, 5)`,
        );
      };
      /** The deposit is replaced by others, by means of the program itself. */
      const replaceTheLast =
        (...amounts: readonly bigint[]) =>
        async () => {
          await site.close(store);
          await removeTheLast();
          store = await site.open();
          await post(store, ...amounts.map((amount) => deposit(ann, APPLE, amount)));
        };
      /** All hashes and checkpoints are made again from the changed journal, with the stolen key. */
      const logAgain = async () => {
        await site.place.execute(`DELETE FROM log_checkpoints; UPDATE projection SET sequence = 0 WHERE name = 'log'`);
        await record(recorderOf(kept, inFolder('thief.last')));
      };

      beforeEach(async () => {
        kept7 = (await record()) as StoredCheckpoint;
        expect(await auditNow(brought())).toBe('passed, 1 checkpoints and 7');
        await site.close(store);
        store = await site.open();
      });

      test.each([
        [
          'one digit changed',
          changeADigit,
          'LogOffence: transaction 7 is not the one in the public log: it was changed',
        ],
        ['the last row removed', removeTheLast, 'LogOffence: the public log has 7 entries, but the journal ends at 6'],
        ['two rows swapped', swapTwo, 'LogOffence: transaction 4 is not the one in the public log: it was changed'],
        ['a row inserted', replaceTheLast(1n, 100_000n), 'LogOffence: transaction 7 is not the one in the public log'],
        [
          'a row replaced by two that net the same',
          replaceTheLast(40_000n, 60_000n),
          'LogOffence: transaction 7 is not the one in the public log',
        ],
      ])('%s', async (_, tamper, message) => {
        await tamper();
        expect(await auditNow()).toContain(message);
      });

      test.each([
        [
          'one digit changed',
          changeADigit,
          'the first 7 transactions are not those of the checkpoint that you brought',
        ],
        ['the last row removed', removeTheLast, 'the checkpoint has 7 entries, but the journal ends at 6'],
        ['two rows swapped', swapTwo, 'the first 7 transactions are not those of the checkpoint that you brought'],
        [
          'a row inserted',
          replaceTheLast(1n, 100_000n),
          'the first 7 transactions are not those of the checkpoint that you brought',
        ],
        [
          'a row replaced by two that net the same',
          replaceTheLast(40_000n, 60_000n),
          'the first 7 transactions are not those of the checkpoint that you brought',
        ],
      ])(
        '%s, and everything logged and signed again with the stolen key: only with a checkpoint that was kept',
        async (_, tamper, message) => {
          await tamper();
          await logAgain();
          expect(await auditNow()).toBe('passed, 1 checkpoints');
          expect(await auditNow(brought())).toBe(
            `LogOffence: ${message}${message.includes('ends') ? ': transactions are missing' : ': history was changed'}`,
          );
          await expectFoundBy(await found(), kept7);
        },
      );

      /** The log as it is shown now. */
      const found = async (): Promise<ShownLog> => {
        const service = new LogService(kept);
        const { note } = (await kept.lastCheckpoint()) as StoredCheckpoint;
        const tile = async (at: TileId) => {
          const shown = await service.tile(at, at.width);
          if (!shown) throw new LogUnreachable('404');
          return Buffer.from(shown.nodes);
        };
        return { checkpoint: async () => note, tile };
      };

      test.each([
        ['one digit changed', changeADigit, 7],
        ['the last row removed', removeTheLast, 7],
        ['two rows swapped', swapTwo, 4],
        ['a row replaced by two that net the same', replaceTheLast(40_000n, 60_000n), 7],
      ])('%s: the user whose receipt it was has no proof any more', async (_, tamper, sequence) => {
        const trust = { key: kept7.vkey };
        const proofOf = async () => {
          const proof = await new LogService(kept).proof(sequence);
          return proof && verifyTransactionProof({ ...proof, checkpoint: proof.checkpoint.note }, trust);
        };
        expect((await proofOf())?.sequence).toBe(sequence);
        await tamper();
        expect(await proofOf().catch((error: Error) => error.name)).toBe(
          tamper === removeTheLast ? undefined : 'ProofRefused',
        );
      });

      const other = () => signNote(`${ORIGIN}\n7\n${ROOT}\n`, signingKey(OTHER_KEY, ORIGIN, 'note'));
      const [root, note] = [(value: string) => `root = '${value}'`, (value: string) => `note = '${value}'`];
      const vkey = () => `vkey = '${vkeyOf(signingKey(OTHER_KEY, ORIGIN, 'note'))}'`;
      const changed = 'the checkpoint of 7 entries of example.com/log is stored with another log, size or root';
      const unsigned = 'is not signed with the key that is stored beside it';
      const CHECKPOINTS: readonly (readonly [string, () => string, string])[] = [
        ['another root', () => root(ROOT), changed],
        ['another size', () => 'size = 6', 'the checkpoint of 6 entries of example.com/log is stored with another log'],
        [
          'a size that the journal does not have',
          () => 'size = 9',
          'the checkpoint of 9 entries of example.com/log is',
        ],
        ['another log', () => 'log = 2', 'a checkpoint of 7 entries is of log 2, of which there is no record'],
        ['another key', () => vkey(), unsigned],
        ['a note signed with another key', () => note(other()), unsigned],
        ['another note, root and key', () => [note(other()), root(ROOT), vkey()].join(), 'not those of a checkpoint'],
        ['a note that is none', () => note(''), unsigned],
      ];
      test.each(CHECKPOINTS)('a kept checkpoint with %s', async (_, columns, message) => {
        await site.place.execute(`UPDATE log_checkpoints SET ${columns()}`);
        expect(await auditNow()).toContain(message);
      });

      test('a checkpoint of the same tree, signed with another key: two keys, or not the one of the auditor', async () => {
        const text = `${ORIGIN}\n7\n${kept7.root}\n`;
        await site.place.execute(
          `UPDATE log_checkpoints SET ${vkey()}, ${note(signNote(text, signingKey(OTHER_KEY, ORIGIN, 'note')))}`,
        );
        expect(await auditNow()).toBe('passed, 1 checkpoints');
        await expect(audit(store, () => {}, { keyText: KEY })).rejects.toThrow(`is signed with the key ${ORIGIN}+`);
        await post(store, swap(10n));
        // The recorder would begin another log; a thief does not.
        const { size, log, ...signed } = { ...kept7, size: 8, root: (await rootAfter(8)).toString('base64') };
        const text8 = `${ORIGIN}\n8\n${signed.root}\n`;
        await site.place.execute(
          `INSERT INTO log_checkpoints (log, size, root, made_at_ms, vkey, note) VALUES
             (${log}, ${size}, '${signed.root}', 1, '${kept7.vkey}', '${signNote(text8, signingKey(KEY, ORIGIN, 'note'))}')`,
        );
        expect(await auditNow()).toMatch(/the checkpoint of 8 entries .* but the key of the log is/);
      });
      const rootAfter = async (size: number): Promise<Buffer> => {
        await new Recorder(kept, { signer: SIGNS_NOTHING, checkpointEveryMs: 1 }).turn().catch(() => {});
        return rootAt(kept, size);
      };

      test('tiles that are gone; and that nothing is left that was signed', async () => {
        await site.place.execute('DELETE FROM log_checkpoints');
        const report = await audit(store, () => {});
        expect(report.log).toEqual({
          checkpoints: 0,
          sampled: 0,
          vkey: undefined,
          unsigned: [ORIGIN],
          brought: undefined,
        });
        await site.place.execute('DELETE FROM log_tiles');
        expect(await auditNow()).toContain('tile 0 of level 0 of the public log is not the one');
      });

      const setLog = (number: number, firstSequence: number) =>
        site.place.execute(
          `UPDATE records SET body = replace(body, '"firstSequence":1', '"firstSequence":${firstSequence}'),
             id = '${number}' WHERE kind = 'log'`,
        );
      test.each([
        ['later than all rows', 1_000_000_000],
        ['at the second row', 2],
        ['before the first', 0],
      ])('a log that is recorded to begin %s: no row is left out', async (_, first) => {
        await changeADigit();
        await setLog(1, first);
        for (const checkpoint of [undefined, brought()])
          expect(await auditNow(checkpoint)).toBe(
            `LogOffence: the log ${ORIGIN} is recorded to begin at transaction ${first}, but the first log begins at 1`,
          );
      });

      test.each([
        ['deleted', `DELETE FROM records WHERE kind = 'log'`, 'but no record of the log'],
        [
          'of a second log that no transaction begins',
          `INSERT INTO records (kind, id, version, body)
             SELECT kind, '2', 1, replace(replace(body, '/log', '/log/2'), '"firstSequence":1', '"firstSequence":5') FROM records`,
          `the log ${ORIGIN}/2 is recorded to begin at transaction 5, which does not begin it`,
        ],
        [
          'of a second log after the end',
          `INSERT INTO records (kind, id, version, body)
             SELECT kind, '2', 1, replace(replace(body, '/log', '/log/2'), '"firstSequence":1', '"firstSequence":50') FROM records`,
          `the journal has no transaction that begins the log ${ORIGIN}/2`,
        ],
      ])('the record of a log: %s', async (_, tamper, message) => {
        await site.place.execute(tamper);
        expect(await auditNow()).toContain(message);
      });

      test('a log that the journal begins, and whose record is gone or names another place', async () => {
        await post(store, { kind: 'forked', log: 2, checkpoint: kept7.note, shared: 1 }, swap(10n));
        expect(await auditNow()).toContain('transaction 8 begins log 2, of which there is no record');
        await identify(store, 2, 9);
        expect(await auditNow()).toContain(`the log ${ORIGIN}/2 is recorded to begin at transaction 9, which does not`);
        await site.place.execute(`UPDATE records SET body = replace(body, ':9', ':8') WHERE id = '2'`);
        expect(await auditNow(brought())).toBe('passed, 1 checkpoints and 7');
      });

      test('a checkpoint that covers nothing is compared with nothing', async () => {
        expect(await auditNow({ ...brought(), size: 0 })).toBe(
          'LogOffence: the checkpoint of 0 entries that you brought could not be compared with the journal',
        );
      });

      test('a checkpoint of another log is refused', async () => {
        const foreign = { ...brought(), origin: 'example.com/other' };
        expect(await auditNow(foreign)).toContain('of the log example.com/other, which this exchange does not have');
      });
    });
  });
}

type ShownLog = Pick<RemoteLog, 'checkpoint' | 'tile'>;

/**
 * A watcher, a browser and a witness that kept a checkpoint all refuse the log that is shown now. Of a log that has shrunk, nothing is proven
 * until it has grown past the checkpoint again: it may be shown by a node that lags behind.
 */
async function expectFoundBy(shown: ShownLog, { note: old, vkey }: StoredCheckpoint): Promise<void> {
  const [key, now] = [parseVkey(vkey), await shown.checkpoint()];
  const watched = await watchOnce(shown as RemoteLog, key, old).catch((error) => error);
  const [before, after] = [old, now].map((text) => parseCheckpoint(openNote(text, [key]).text)) as [
    Checkpoint,
    Checkpoint,
  ];
  if (after.size < before.size) return expect(watched).toMatchObject({ relation: 'old' });
  expect(watched).toBeInstanceOf(LogAlarm);
  expect(await verifyEvidence(watched.evidence, { key: vkey })).toMatchObject({ is: 'fork' });
  const hashes = await consistencyHashes(before.size, after.size, (path) => shown.tile(parseTilePath(path) as TileId));
  await expect(verifyConsistency({ old, now, proof: hashes }, { key: vkey })).rejects.toThrow(ProofRefused);
  const proof = hashes.map((hash) => Buffer.from(hash, 'hex'));
  const body = addCheckpointBody({ oldSize: before.size, proof, checkpoint: now });
  const cosigner = signingKey(newKeyFile(), 'witness.example', 'cosignature');
  const answer = answerAddCheckpoint(body, () => ({ keys: [key], latest: before }), cosigner, 1);
  expect(answer.status).not.toBe(200);
  expect(answer.cosigned).toBeUndefined();
}

const escaped = (text = '') => text.replaceAll(/[+/=]/g, '\\$&');
