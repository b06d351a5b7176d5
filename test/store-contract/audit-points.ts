// Audits that start where the last one ended, on a real database: they find what a full one finds, and believe no point that is not stated.
import { hash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AuditReport, audit } from '../../src/audit/audit.ts';
import { Samples } from '../../src/audit/samples.ts';
import { statePoint } from '../../src/audit/statement.ts';
import { ppm } from '../../src/core/amount.ts';
import type { Command } from '../../src/core/commands/command.ts';
import { copyExchange } from '../../src/ledger/copy.ts';
import { LedgerVenue } from '../../src/ledger/ledger-venue.ts';
import { Observer } from '../../src/market/observer.ts';
import { Projector } from '../../src/market/projector.ts';
import type { Unstated } from '../../src/ports/liabilities.ts';
import { openProjection, type Projection } from '../../src/ports/projection.ts';
import { LOG_KIND } from '../../src/ports/public-log.ts';
import type { Store } from '../../src/ports/store.ts';
import { openTail } from '../../src/ports/tail.ts';
import { checksumOf } from '../../src/store/rows/checksum.ts';
import { newKeyFile, type SigningKey, signingKey } from '../../src/transparency/format/keys.ts';
import { signLines } from '../../src/transparency/format/signed-text.ts';
import { publishStatement } from '../../src/transparency/liabilities/keeper.ts';
import { LiabilitiesMaker } from '../../src/transparency/liabilities/maker.ts';
import { Recorder } from '../../src/transparency/log/recorder.ts';
import { FileSigner } from '../../src/transparency/log/signer.ts';
import { APPLE, BREAD, CORN, MAKER } from '../paper-exchange.ts';
import {
  ann,
  bob,
  closeOrder,
  createPool,
  deposit,
  fillOrder,
  pairOf,
  placeOrder,
  provide,
  refund,
  setPoolFees,
  setPoolStatus,
  swap,
  transfer,
  updateToken,
} from '../paper-orders.ts';
import { recordAll } from '../record-all.ts';
import { useTempFolder } from '../temp-folder.ts';
import { order, POLICY, post, type Site } from './site.ts';

const KEY = newKeyFile();
const DAY_MS = 86_400_000;

export function auditPoints(site: Site): void {
  describe('an audit that starts where the last one ended', () => {
    const inFolder = useTempFolder();
    let store: Store;
    let kept: Projection;
    let nowMs: number;

    beforeEach(async () => {
      store = await site.openMarket();
      kept = site.keep(await openProjection(store.projection));
      nowMs = Date.now();
      [keyText, seed] = [KEY, undefined];
      const body = JSON.stringify({ origin: 'example.com/log', secret: hash('sha256', 's', 'hex'), firstSequence: 1 });
      await store.sideRecords.change([{ kind: LOG_KIND, id: '1', version: 0, body }], { nowMs });
      await post(store, deposit(bob, BREAD, 500_000n), swap(1000n), placeOrder(2000n, 9000n), provide(100n, 400n));
    });

    /** Counts the market data, and adds all rows to the public log. */
    const follow = async () => {
      const observer = new Observer(await openTail(store.tail), await openProjection(store.projection));
      const projector = new Projector(observer, { leaseMs: 60_000, renewEveryMs: 0, storeEveryMs: 0 });
      const head = await store.head();
      for (let cursor = -1; cursor < head; cursor = (await kept.standing()).cursor ?? 0) await projector.turn();
      await projector.close();
      await observer.close();
      const signer = new FileSigner(KEY, inFolder('key.last'));
      await recordAll(new Recorder(kept, { signer, checkpointEveryMs: 1 }), kept);
    };
    const venueOf = () => new LedgerVenue(store, { policy: POLICY, maxBatch: 1, maxQueue: 9, maxWaitMs: 60_000 });
    let whyFull: string[] = [];
    let keyText: string | undefined = KEY;
    let seed: string | undefined;
    const auditNow = (isFull = false): Promise<AuditReport> => {
      whyFull = [];
      const chain = { nowMs, fullEveryMs: 30 * DAY_MS, onFull: (why: string) => whyFull.push(why) };
      return audit(store, () => {}, { chain, keyText, seed, ...(isFull && { isFull }) });
    };
    /** Passed from where, or what was wrong. */
    const found = (isFull = false): Promise<string> =>
      auditNow(isFull).then(
        ({ after, transactions }) => [`${after} to ${transactions}`, ...whyFull].join(', since '),
        (error: Error) => `${error.name}: ${error.message}`,
      );
    /** Follows the journal, audits it and states the result. */
    const stateNow = async (isFull = false): Promise<AuditReport> => {
      await follow();
      const report = await auditNow(isFull);
      if (report.point) await statePoint(report.point, venueOf(), store.audits);
      return report;
    };
    const rewrite = async (sequence: number, from: string | RegExp, to: string) => {
      const [row] = (await site.place.ask(`SELECT receipt FROM journal WHERE sequence = ${sequence}`)) as [
        { readonly receipt: string },
      ];
      const receipt = row.receipt.replace(from, to);
      expect(receipt).not.toBe(row.receipt);
      await site.place.execute(
        `UPDATE journal SET receipt = '${receipt}', checksum = '${checksumOf(sequence, receipt)}' WHERE sequence = ${sequence}`,
      );
    };

    test('is stated in the journal, and the next one reads what is new', async () => {
      expect(await stateNow()).toMatchObject({ after: 0, transactions: 11, point: { asOf: 11 } });
      const [{ hash: stated } = { hash: '' }] = (await site.place.ask('SELECT hash FROM audit_points')) as {
        hash: string;
      }[];
      expect(await store.posted(12)).toMatchObject({
        actor: 'the keeper',
        receipt: { kind: 'audited', asOf: 11, hash: stated },
      });
      expect(await found()).toBe('11 to 12');
      await post(store, swap(10n), closeOrder(10), swap(20n, pairOf(BREAD, APPLE)));
      // This audit reads rows that are not counted and logged yet, so the next one reads them again.
      expect(await auditNow()).toMatchObject({ after: 11, transactions: 15, point: undefined });
      expect(await stateNow()).toMatchObject({ after: 11, transactions: 15, point: { asOf: 15 } });
      expect(await found()).toBe('15 to 16');
      expect(await found(true)).toBe('0 to 16');
      // Only the newest point is kept.
      expect(await site.place.ask('SELECT DISTINCT hash FROM audit_points')).toHaveLength(1);
    });

    test.each([1, 2, 3])(
      'knows what a full one knows, after random transactions and random cuts (%i)',
      async (seed) => {
        let random = seed * 7919;
        const below = (bound: number) => {
          random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
          return Math.floor((random / 2 ** 31) * bound);
        };
        const units = (most: number) => BigInt(1 + below(most));
        const draws: (() => Command)[] = [
          () => swap(units(2000)),
          () => swap(units(9000), { account: bob, ...pairOf(BREAD, APPLE) }),
          () => provide(units(500), units(2000), { account: below(2) ? ann : bob }),
          () => refund({ account: MAKER, portionPpm: ppm(units(90_000)) }),
          () => transfer(APPLE, units(50)),
          () => deposit(below(2) ? ann : bob, [APPLE, BREAD, CORN][below(3)] ?? APPLE, units(90_000)),
          () => placeOrder(1000n + units(1000), 1000n + units(9000)),
          () => closeOrder(below(200)),
          () => fillOrder(below(200), 100n + units(500), units(2000)),
          () => setPoolFees({ lpFeePpm: ppm(units(9000)) }),
          () => setPoolStatus(below(2) ? 'listed' : 'paused'),
          () => updateToken(APPLE, { name: `a${below(9)}`, status: below(3) ? 'listed' : 'paused' }),
          () => createPool(pairOf(APPLE, CORN)),
          () => provide(units(9000), units(9000), pairOf(APPLE, CORN)),
          () => swap(units(100), pairOf(APPLE, CORN)),
        ];
        for (let cut = 0; cut < 4; cut += 1) {
          const commands = Array.from({ length: 10 + below(50) }, () =>
            (draws[below(draws.length)] as () => Command)(),
          );
          await store.commit(commands.map((command) => order(command)));
          await follow();
          const [next, full] = [await auditNow(), await auditNow(true)];
          expect([next.after > 0, whyFull]).toEqual([cut > 0, []]);
          const [head, ...known] = next.point?.parts.join('').split('\n') ?? [];
          const [headOfFull, ...knownToFull] = full.point?.parts.join('').split('\n') ?? [];
          expect(known).toEqual(knownToFull);
          const { full: _, ...told } = JSON.parse(head ?? '');
          expect(JSON.parse(headOfFull ?? '')).toMatchObject(told);
          if (next.point) await statePoint(next.point, venueOf(), store.audits);
        }
      },
    );

    describe('finds', () => {
      beforeEach(async () => {
        await stateNow();
        await post(store, swap(500n), transfer(APPLE, 7n), placeOrder(1000n, 9000n));
        await follow();
        expect(await found()).toBe('11 to 15');
      });

      test('whatever is changed, the worst first', async () => {
        // Each is reported though all before it are still there.
        for (const [change, message] of [
          ['DELETE FROM orders WHERE number = 10', '1 orders are not stored'],
          [`UPDATE orders SET filled_a = '3' WHERE number = 15`, 'the order 15 is not what its transactions come to'],
          ['DELETE FROM pool_swaps WHERE last = 13', 'the list of swaps of the pool'],
          [`UPDATE positions SET cost0 = '3' WHERE account = 'ann'`, 'the position of ann in the pool'],
          [`UPDATE candles SET volume0 = '1' WHERE interval_ms = 60000`, 'the candle of 1 min'],
          ['UPDATE pool_figures SET swaps = 9', 'are not what its transactions up to 13 come to'],
          [`UPDATE log_checkpoints SET root = 'x' WHERE size = 15`, 'is stored with another log, size or root'],
          [
            'DELETE FROM log_tiles',
            'the hashes of the public log up to transaction 11 are not those of the last audit',
          ],
          [`UPDATE head SET last_transaction = 'x'`, 'the head names x as the last transaction'],
          [
            `INSERT INTO tokens (address, symbol, decimals, name, logo, status) VALUES ('dill', 'DILL', 2, '', '', 'listed')`,
            'dill was not registered',
          ],
          [`UPDATE tokens SET name = 'x' WHERE address = 'corn'`, 'corn differs from its transactions in its name'],
          ['UPDATE pools SET lp_fee_ppm = 9', 'has other fees than after transaction 6'],
          ['DELETE FROM parties WHERE sequence = 14', 'is not found by the accounts that it concerns'],
          [`UPDATE parties SET sender = 'eve' WHERE sequence = 14`, 'is not found by the accounts that it concerns'],
          [
            `UPDATE balances SET balance = '7' WHERE account = 'bob' AND token = 'bread'`,
            'not those of the last audit',
          ],
          [`DELETE FROM balances WHERE account = 'bob' AND token = 'apple'`, 'whose balance is not stored'],
        ] as const) {
          await site.place.execute(change);
          expect(await found()).toContain(message);
        }
      });

      test('a new row that was changed with its checksum and balances', async () => {
        await rewrite(14, '7', '8');
        const {
          balances: [had = 0n],
        } = await store.read([{ account: ann, token: APPLE.address }]);
        await site.place.execute(
          `UPDATE balances SET balance = '8' WHERE account = 'bob' AND token = 'apple';
           UPDATE balances SET balance = '${had - 1n}' WHERE account = 'ann' AND token = 'apple'`,
        );
        expect(await found()).toBe(
          'LogOffence: transaction 14 is not the one in the public log: it was changed after it was logged, or its hash was',
        );
      });

      test('a changed leaf of a list of what was owed before', async () => {
        const made = (await new LiabilitiesMaker(kept, store).make(0)) as Unstated;
        await publishStatement(made, venueOf(), kept);
        await stateNow();
        const fence = (await kept.takeLease({ name: 'liabilities', holder: 'a liar', forMs: 9999 })) as number;
        const [tile] = await kept.liabilityTiles({ asOf: 15, token: 'apple' }, [{ level: 0, index: 0 }]);
        const nodes = Buffer.from(tile as Uint8Array);
        expect(await found()).toBe('16 to 17');
        nodes[47] = (nodes[47] as number) ^ 1;
        await kept.putLiabilityTiles(15, [{ token: 'apple', level: 0, index: 0, nodes }], fence);
        expect(await found()).toContain('the tree of who was owed apple after transaction 15 has another root');
      });
    });

    describe('refuses a start that somebody without the key has written', () => {
      const forged =
        'AuditOffence: where the last audit ended, at transaction 11, is not signed with the key of the public log: somebody without the key has written it; run millpond audit --full';
      beforeEach(async () => {
        await stateNow();
        await post(store, swap(500n));
        await follow();
      });

      test('with the point, its statement and its hash made to fit', async () => {
        const [{ text }] = (await site.place.ask('SELECT text FROM audit_points')) as [{ text: string }];
        const other = text.replace(/"balancesHash":"../, '"balancesHash":"00');
        const digest = hash('sha256', other, 'hex');
        const [log, thief] = [KEY, newKeyFile()].map((key) => signingKey(key, 'example.com/log', 'note'));
        for (const note of [
          '',
          signLines('audited', ['11', digest], thief as SigningKey),
          signLines('audited', ['12', digest], log as SigningKey),
          signLines('receipt', ['11', digest], log as SigningKey),
        ]) {
          await site.place.execute(`UPDATE audit_points SET text = '${other}', hash = '${digest}', note = '${note}'`);
          expect(await found()).toBe(forged);
        }
        await rewrite(12, /[0-9a-f]{64}/, digest);
        expect(await found()).toBe(forged);
        expect(await found(true)).toContain('transaction 12 is not the one in the public log');
      });
    });

    test('compares a random hundredth of the rows before it with the public log', async () => {
      const drawing = (isDrawn: boolean) =>
        Array.from({ length: 1000 }, (_, number) => String(number)).find(
          (one) => new Samples(one).has('rows 0', 100) === isDrawn,
        );
      await stateNow();
      await post(store, swap(500n));
      await follow();
      seed = drawing(true);
      expect((await auditNow()).log.sampled).toBe(11);
      await site.place.execute('UPDATE journal SET created_at_ms = created_at_ms + 1 WHERE sequence = 3');
      expect(await found()).toBe(
        'LogOffence: transaction 3 is not the one in the public log: it was changed after it was audited',
      );
      seed = drawing(false);
      expect((await auditNow()).log.sampled).toBe(0);
    });

    describe('reads everything', () => {
      beforeEach(async () => {
        await stateNow();
        await post(store, swap(500n));
        await follow();
      });
      const unstated = 'the journal does not contain what the last audit has stated: it was rolled back, or changed';
      const damaged = 'what the last audit kept was damaged, or is of another version of the program';

      test('if its start is not to be believed', async () => {
        const [{ id }] = (await site.place.ask('SELECT id FROM journal WHERE sequence = 12')) as [{ id: string }];
        const stating = (transaction: string) => `UPDATE audit_points SET transaction_id = ${transaction}`;
        const none = 'no earlier audit has stated where the next one may start';
        for (const [change, why, undo] of [
          [
            `UPDATE audit_points SET text = replace(text, 'ann', 'bob')`,
            damaged,
            `UPDATE audit_points SET text = replace(text, 'bob', 'ann')`,
          ],
          [stating('NULL'), none, stating(`'${id}'`)],
          [stating('(SELECT id FROM journal WHERE sequence = 13)'), unstated, stating(`'${id}'`)],
          [stating('(SELECT id FROM journal WHERE sequence = 3)'), unstated, stating(`'${id}'`)],
          [stating(`'019a8a5c-2f3e-7000-8000-00004a1b2c3d'`), unstated, stating(`'${id}'`)],
          [
            `UPDATE projection SET sequence = 0 WHERE name = 'log'`,
            'the hashes of the public log are being computed anew',
            `UPDATE projection SET sequence = 13 WHERE name = 'log'`,
          ],
          ['DELETE FROM audit_points', none, ''],
        ] as const) {
          await site.place.execute(change);
          expect(await found()).toBe(`0 to 13, since ${why}`);
          if (undo === '') continue;
          await site.place.execute(undo);
          expect(await found()).toBe('11 to 13');
        }
        await site.place.execute(`DELETE FROM records WHERE kind = 'log'`);
        expect(await found()).toContain('but no record of the log');
      });

      test('if it does not have the key, which would show who ended the last audit there; and it ends nowhere itself', async () => {
        keyText = undefined;
        const why = 'the key of the public log is not here, which would show where the last audit ended';
        expect(await found()).toBe(`0 to 13, since ${why}`);
        expect((await auditNow()).point).toBeUndefined();
      });

      test('if the journal was rolled back behind the statement', async () => {
        await site.place.execute(
          `DELETE FROM replies WHERE sequence > 11; DELETE FROM journal WHERE sequence > 11;
           UPDATE head SET sequence = 11, last_transaction = (SELECT id FROM journal WHERE sequence = 11);
           UPDATE projection SET sequence = 11 WHERE name = 'log'; DELETE FROM log_checkpoints WHERE size > 11`,
        );
        // The swap is undone in the balances, but counted in the market data.
        expect(await found()).toContain('holds');
        expect(whyFull).toEqual([unstated]);
      });

      test('if the market data was counted anew', async () => {
        await kept.discard();
        expect(await found()).toContain('since the market data was counted anew');
        await follow();
        expect(await found()).toBe('0 to 13, since no earlier audit has stated where the next one may start');
      });

      test('every 30 days', async () => {
        nowMs += 30 * DAY_MS - 1;
        expect(await found()).toBe('11 to 13');
        // Audits in between do not postpone it.
        await stateNow();
        nowMs += 1;
        expect(await found()).toBe('0 to 14, since the last full audit was 30 days ago');
        await stateNow();
        expect(await found()).toBe('14 to 15');
      });

      test('of a copy', async () => {
        const place = await site.anotherPlace();
        const target = await site.openTarget(place);
        expect(await copyExchange(store, target, () => {})).toMatchObject({ after: 0, transactions: 13 });
        await site.close(target);
        store = await site.open(place);
        expect(await found()).toBe('0 to 13, since no earlier audit has stated where the next one may start');
      });
    });

    test('whose process stops before it is stated leaves nothing that counts', async () => {
      await follow();
      const { point } = await auditNow();
      if (!point) throw new Error('no point');
      await store.audits.putPoint(point);
      expect(await found()).toContain('no earlier audit has stated');
      // It stops after the commit instead: the next one states the same.
      await statePoint(point, venueOf(), { ...store.audits, statePoint: async () => {} });
      await statePoint(point, venueOf(), store.audits);
      expect(await found()).toBe('11 to 12');
      expect(await store.head()).toBe(12);
    });

    test('of two processes at once: whichever states last is the start of the next', async () => {
      await follow();
      const first = (await auditNow()).point;
      await post(store, swap(3n));
      await follow();
      const second = (await auditNow()).point;
      if (!first || !second) throw new Error('no point');
      const other = await site.open();
      await Promise.all([
        statePoint(first, venueOf(), store.audits),
        statePoint(
          second,
          new LedgerVenue(other, { policy: POLICY, maxBatch: 1, maxQueue: 9, maxWaitMs: 60_000 }),
          other.audits,
        ),
      ]);
      expect(await found()).toMatch(/^(0|11|12) to 14/);
    });
  });
}
