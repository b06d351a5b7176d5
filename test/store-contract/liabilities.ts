// What the exchange owes, on a real database: documents and trees, proofs for owners, and who finds out a lie.
import { hash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { ProofRefused, verifyBalanceProof } from '#client/proof';
import { audit } from '../../src/audit/audit.ts';
import { reserveAccount } from '../../src/core/accounts.ts';
import type { PoolAddress } from '../../src/core/amount.ts';
import { LedgerVenue } from '../../src/ledger/ledger-venue.ts';
import { type CountedProof, DOCUMENTS_KEPT, type Unstated } from '../../src/ports/liabilities.ts';
import { openProjection, type Projection } from '../../src/ports/projection.ts';
import { LOG_KIND } from '../../src/ports/public-log.ts';
import type { Store } from '../../src/ports/store.ts';
import { checksumOf } from '../../src/store/rows/checksum.ts';
import { newKeyFile } from '../../src/transparency/format/keys.ts';
import {
  hashOfList,
  liabilitiesText,
  parseLiabilities,
  type TokenLiability,
} from '../../src/transparency/format/liabilities.ts';
import { publishStatement } from '../../src/transparency/liabilities/keeper.ts';
import { LiabilitiesMaker } from '../../src/transparency/liabilities/maker.ts';
import { LiabilitiesService } from '../../src/transparency/liabilities/service.ts';
import { TokenBalances } from '../../src/transparency/liabilities/token-balances.ts';
import { Recorder } from '../../src/transparency/log/recorder.ts';
import { LogService } from '../../src/transparency/log/service.ts';
import { FileSigner } from '../../src/transparency/log/signer.ts';
import { APPLE, account, BREAD, MAKER } from '../paper-exchange.ts';
import { ann, bob, deposit, placeOrder, swap } from '../paper-orders.ts';
import { recordAll } from '../record-all.ts';
import { useTempFolder } from '../temp-folder.ts';
import { POLICY, post, type Site } from './site.ts';

const KEY = newKeyFile();
const SECRET = hash('sha256', 'secret', 'hex');

export function liabilities(site: Site): void {
  describe('what the exchange owes', () => {
    const inFolder = useTempFolder();
    let store: Store;
    let kept: Projection;
    let nowMs: number;

    beforeEach(async () => {
      store = await site.openMarket();
      kept = site.keep(await openProjection(store.projection));
      nowMs = 1_800_000_000_000;
      const body = JSON.stringify({ origin: 'example.com/log', secret: SECRET, firstSequence: 1 });
      await store.sideRecords.change([{ kind: LOG_KIND, id: '1', version: 0, body }], { nowMs: Date.now() });
    });

    const makerOf = (projection = kept) => {
      const logStanding = async () => ({ ...(await projection.logStanding()), nowMs });
      return new LiabilitiesMaker({ ...projection, logStanding }, store);
    };
    const stateIt = (made: Unstated): Promise<string> =>
      publishStatement(
        made,
        new LedgerVenue(store, { policy: POLICY, maxBatch: 1, maxQueue: 9, maxWaitMs: 60_000 }),
        kept,
      );
    const stateNow = async (): Promise<Unstated> => {
      const made = (await makerOf().make(0)) as Unstated;
      await stateIt(made);
      return made;
    };
    const sign = async (): Promise<void> => {
      const signer = new FileSigner(KEY, inFolder('key.last'));
      const recorder = new Recorder(kept, { signer, checkpointEveryMs: 1 });
      await recordAll(recorder, kept);
    };
    const service = (projection = kept) => new LiabilitiesService(projection, new LogService(projection));
    const proofOf = async (owner: string, token: string): Promise<CountedProof> => {
      const answer = await service().balanceProof(owner, token);
      if (!('proof' in answer)) throw new Error(`${owner} has no proof: ${answer.absent}`);
      return answer.proof;
    };
    /** As the owner checks it, with the client package alone. */
    const verified = ({ transaction: { checkpoint, ...row }, ...proof }: CountedProof) =>
      verifyBalanceProof({ ...proof, transaction: { ...row, checkpoint: checkpoint.note } }, { key: checkpoint.vkey });
    const textOf = async (asOf: number): Promise<string> => (await kept.liabilitiesText(asOf)) as string;
    const auditNow = (): Promise<string> =>
      audit(store, () => {}).then(
        () => 'passed',
        (error: Error) => `${error.name}: ${error.message}`,
      );

    test('is one document, whose hash a transaction states, with all tokens that anybody holds', async () => {
      expect(await service().liabilities({ limit: 9 })).toBeUndefined();
      expect(await service().balanceProof(ann, 'apple')).toEqual({ absent: 'document' });
      const made = await stateNow();
      expect(made).toMatchObject({ asOf: 7, atMs: nowMs, log: 1 });
      const text = await textOf(7);
      expect(hashOfList(text)).toBe(made.hash);
      const head = { asOf: 7, atMs: nowMs, log: 1, intervalMs: 0, previous: null };
      expect(parseLiabilities(text)).toMatchObject(head);
      expect((await store.posted(8))?.receipt).toEqual({ kind: 'liabilities', format: 2, ...head, hash: made.hash });
      const found = await service().liabilities({ limit: 9 });
      expect(found).toMatchObject({ asOf: 7, hash: made.hash, transaction: undefined });
      // Nobody holds corn.
      expect(found?.tokens.map((line) => [line.token, line.people, line.peopleTotal, line.ownTotal])).toEqual([
        [expect.stringMatching(/^LP /), 1, 1_999_000n, 1000n],
        ['apple', 1, 100_000n, 1_000_000n],
        ['bread', 0, 0n, 4_000_000n],
      ]);
      expect(await service().liabilities({ after: 'apple', limit: 1 })).toMatchObject({ tokens: [{ token: 'bread' }] });
      expect(await service().liabilities({ after: 'bread', limit: 1 })).toMatchObject({ tokens: [] });
      const [{ address } = { address: '' }] = await store.pools({ after: 0, limit: 1 });
      expect(await service().liabilities({ token: 'apple', limit: 9 })).toMatchObject({
        tokens: [{ token: 'apple' }],
        own: [{ account: `pool ${address}`, amount: 1_000_000n }],
      });
      expect(await service().liabilities({ token: 'apple', after: `pool ${address}`, limit: 9 })).toMatchObject({
        own: [],
      });
      expect(await service().liabilities({ token: 'corn', limit: 9 })).toMatchObject({ tokens: [], own: [] });
      await sign();
      expect((await service().liabilities({ limit: 0 }))?.transaction?.checkpoint.size).toBe(8);
      expect(await auditNow()).toBe('passed');
    });

    test('each list names the interval and the list before it, which is read from the journal', async () => {
      const first = await stateNow();
      // A copy of the exchange has the statement, but no stored list.
      await site.place.execute('DELETE FROM liabilities');
      const second = (await makerOf().make(5000, 6000)) as Unstated;
      expect([first, second]).toMatchObject([
        { intervalMs: 0, previous: null },
        { intervalMs: 6000, previous: first.hash },
      ]);
      const id = await stateIt(second);
      await stateNow();
      const statements = await kept.statements({ order: 'newest first', kind: 'liabilities', limit: 9 });
      expect(statements.map(({ sequence }) => sequence)).toEqual([10, 9, 8]);
      expect(JSON.parse(statements[1]?.receipt ?? '')).toEqual({
        ...{ kind: 'liabilities', format: 2, asOf: 8, atMs: nowMs, log: 1, intervalMs: 6000 },
        ...{ previous: first.hash, hash: second.hash },
      });
      expect(JSON.parse(statements[0]?.receipt ?? '').previous).toBe(second.hash);
      expect((await kept.liabilities(1))[0]).toMatchObject({ previous: second.hash });
      expect(id).toBe((await store.posted(9))?.id);
      const ascending = { order: { after: 8 }, limit: 1 };
      expect(await kept.statements(ascending)).toMatchObject([{ sequence: 9, kind: 'liabilities' }]);
      expect(await kept.statements({ ...ascending, kind: 'audited' })).toEqual([]);
      const before = { order: { before: 10 }, kind: 'liabilities', limit: 1 } as const;
      expect(await kept.statements(before)).toMatchObject([{ sequence: 9 }]);
    });

    test('every owner can prove their balance; others, and accounts of the exchange, have no proof', async () => {
      await stateNow();
      expect(await service().balanceProof(ann, 'apple')).toEqual({ absent: 'checkpoint' });
      await sign();
      const [pool] = await store.pools({ after: 0, limit: 1 });
      const lp = `LP ${pool?.address}`;
      for (const [owner, token, amount, total] of [
        [ann, 'apple', 100_000n, 1_100_000n],
        [MAKER, lp, 1_999_000n, 2_000_000n],
      ] as const) {
        const expected = {
          account: owner,
          token,
          amount,
          total,
          peopleTotal: amount,
          people: 1,
          sequence: 7,
          timeMs: nowMs,
        };
        expect(await verified(await proofOf(owner, token))).toMatchObject(expected);
      }
      const none = { absent: 'balance', asOf: 7, atMs: nowMs, statement: null };
      for (const [owner, token] of [
        [ann, 'bread'],
        [ann, 'corn'],
        ['the issuer', 'apple'],
        ['the lock', lp],
        [reserveAccount(pool?.address as PoolAddress), 'apple'],
      ] as const)
        expect(await service().balanceProof(owner, token)).toEqual(none);
    });

    test('tokens in open orders and waiting stops are part of the balance of who placed them', async () => {
      const high = { numerator: 1n, denominator: 1n };
      const stop = { when: 'below', price: high, overMs: 60_000 } as const;
      const orders = [
        placeOrder(10_000n, 90_000n),
        placeOrder(80_000n, 720_000n),
        placeOrder(10_000n, 10_000n, { trigger: stop }),
      ];
      await post(store, deposit(bob, BREAD, 9n), ...orders);
      expect(await store.read([{ account: ann, token: APPLE.address }])).toMatchObject({ balances: [0n] });
      await stateNow();
      await sign();
      expect(await verified(await proofOf(ann, 'apple'))).toMatchObject({ amount: 100_000n, people: 1 });
      expect(await verified(await proofOf(bob, 'bread'))).toMatchObject({ amount: 9n, people: 1 });
      expect(await service().balanceProof('order 9', 'apple')).toMatchObject({ absent: 'balance' });
      expect(await auditNow()).toBe('passed');
      const journal = await store.openJournal();
      expect(await journal.orderOwners([])).toEqual(new Map());
      const known = new Map([9, 10, 11].map((number) => [number, ann]));
      expect(await journal.orderOwners(Array.from({ length: 1100 }, (_, number) => number))).toEqual(known);
      await journal.close();
    });

    test.each([255, 256, 257, 1280])('a token with %i holders: each of them can prove it', async (holders) => {
      const names = Array.from({ length: holders - 1 }, (_, number) => account(`user${number}`));
      await post(store, ...names.map((name, number) => deposit(name, APPLE, BigInt(number + 1))));
      await stateNow();
      await sign();
      for (const number of [0, 1, 200, 252, 253, 254, 255, 511, 1000, holders - 2].filter((one) => one < holders - 1))
        expect(await verified(await proofOf(`user${number}`, 'apple'))).toMatchObject({
          ...{ amount: BigInt(number + 1), people: holders },
        });
      expect(await service().balanceProof(`user${holders}`, 'apple')).toMatchObject({ absent: 'balance' });
      expect(await auditNow()).toBe('passed');
    });

    test('is made when it is due, and an interrupted statement is completed once', async () => {
      await stateNow();
      nowMs += 999;
      expect(await makerOf().make(1000)).toBeUndefined();
      nowMs += 1;
      const made = (await makerOf().make(1000)) as Unstated;
      expect(made.asOf).toBe(8);
      // The process stops here: the next one finds the document.
      await post(store, swap(10n));
      expect(await makerOf().make(1000)).toMatchObject(made);
      const first = await stateIt(made);
      // It stopped after the commit instead.
      await site.place.execute(`UPDATE liabilities SET transaction_id = NULL WHERE as_of = 8`);
      const again = (await makerOf().make(1000)) as Unstated;
      expect(await stateIt(again)).toBe(first);
      expect(await store.head()).toBe(10);
    });

    test('proofs are made from the last document that is in a checkpoint, and only two trees are kept', async () => {
      await stateNow();
      await sign();
      await post(store, deposit(ann, APPLE, 5n));
      await stateNow();
      expect(await verified(await proofOf(ann, 'apple'))).toMatchObject({ amount: 100_000n, sequence: 7 });
      await sign();
      expect(await verified(await proofOf(ann, 'apple'))).toMatchObject({ amount: 100_005n, sequence: 9 });
      await stateNow();
      const trees = await site.place.ask(
        'SELECT DISTINCT CAST(as_of AS TEXT) AS tree FROM liability_tiles ORDER BY tree DESC',
      );
      expect(trees).toEqual([{ tree: '9' }, { tree: '10' }]);
      expect((await kept.liabilities(9)).map(({ asOf }) => asOf)).toEqual([10, 9, 7]);
      expect(await auditNow()).toBe('passed');
      const old = Array.from({ length: DOCUMENTS_KEPT }, (_, asOf) => `(-${asOf}, 0, 1, 0, '', '', 'id')`);
      await site.place.execute(
        `INSERT INTO liabilities (as_of, at_ms, log, interval_ms, hash, document, transaction_id) VALUES ${old}`,
      );
      await stateNow();
      expect(await kept.liabilities(99)).toHaveLength(DOCUMENTS_KEPT + 1);
    });

    test('is made by one process at a time; one that lost its lease stores nothing', async () => {
      const fence = (await kept.takeLease({ name: 'liabilities', holder: 'another', forMs: 10_000 })) as number;
      expect(await makerOf().make(0)).toBeUndefined();
      const document = { asOf: 7, atMs: 1, log: 1, intervalMs: 0, previous: null, hash: '', text: '' };
      await expect(kept.putLiabilities(document, fence - 1)).rejects.toThrow('another process');
      await expect(kept.putLiabilityTiles(7, [], fence + 1)).rejects.toThrow('another process');
      await expect(kept.clearLiabilities(undefined, 7, fence + 1)).rejects.toThrow('another process');
      await kept.putLiabilities(document, fence);
      await kept.releaseLease({ name: 'liabilities', holder: 'another' });
      expect(await makerOf().make(0)).toMatchObject({ asOf: 7, atMs: 1 });
    });

    test('of an exchange without a public log, or whose balances are wrong, no document is made', async () => {
      await site.place.execute(`UPDATE balances SET balance = '99999' WHERE account = 'ann'`);
      await expect(makerOf().make(0)).rejects.toThrow(
        'the balances of apple add up to 1099999, but the issuer owes 1100000: run millpond audit',
      );
      await site.place.execute(`DELETE FROM records WHERE kind = 'log'`);
      expect(await makerOf().make(0)).toBeUndefined();
    });

    describe('an exchange that lies', () => {
      /** States a list about apples that the exchange made up from other balances, with a tree that fits it. */
      const stateLie = async (
        balances: Readonly<Record<string, bigint>>,
        over: Partial<TokenLiability> = {},
      ): Promise<void> => {
        const made = (await makerOf().make(0)) as Unstated;
        const apples = new TokenBalances('apple', { asOf: made.asOf, secret: Buffer.from(SECRET, 'hex') });
        for (const [owner, amount] of Object.entries(balances)) apples.add(account(owner), amount);
        const [tiles = []] = apples.tiles(new Map());
        const { tokens } = parseLiabilities(await textOf(made.asOf));
        const lied = tokens.map((line) => (line.token === 'apple' ? { ...apples.liability, ...over } : line));
        const text = liabilitiesText(made, lied);
        const digest = hashOfList(text);
        await site.place.execute(`UPDATE liabilities SET document = '${text}', hash = '${digest}'`);
        await stateIt({ ...made, hash: digest });
        const fence = (await kept.takeLease({ name: 'liabilities', holder: 'a liar', forMs: 9999 })) as number;
        await site.place.execute('DELETE FROM liability_tiles');
        await kept.putLiabilityTiles(made.asOf, tiles, fence);
        await sign();
      };
      const pool = 'pool apple and bread';
      const unfounded = (asOf: number) =>
        `the list of what was owed after transaction ${asOf} does not follow from the journal`;
      /** Changes a row of the journal, with its checksum. */
      const restate = async (sequence: number, change: object) => {
        const [row] = (await site.place.ask(`SELECT receipt FROM journal WHERE sequence = ${sequence}`)) as [
          { readonly receipt: string },
        ];
        const receipt = JSON.stringify({ ...JSON.parse(row.receipt), ...change });
        await site.place.execute(
          `UPDATE journal SET receipt = '${receipt}', checksum = '${checksumOf(sequence, receipt)}' WHERE sequence = ${sequence}`,
        );
      };

      test('that leaves an account out has no proof for its owner, and the audit finds the wrong sum', async () => {
        await stateLie({ [pool]: 1_000_000n });
        expect(await service().balanceProof(ann, 'apple')).toMatchObject({ absent: 'balance' });
        expect(await auditNow()).toBe(
          `LogOffence: ${unfounded(7)}: it says 1000000 of apple, but its holders had 1100000`,
        );
      });

      test('that counts an account with less proves the lesser amount, or nothing', async () => {
        await stateLie({ [pool]: 1_000_000n, ann: 99_999n });
        const proof = await proofOf(ann, 'apple');
        expect((await verified(proof)).amount).toBe(99_999n);
        await expect(verified({ ...proof, amount: '100000' })).rejects.toThrow('This balance is not counted');
        expect(await auditNow()).toContain('it says 1099999 of apple, but its holders had 1100000');
      });

      test('that tells a total which is not the sum is found by the audit alone, since no path tells sums', async () => {
        await stateLie({ [pool]: 1_000_000n, ann: 99_999n }, { peopleTotal: 100_000n });
        expect((await verified(await proofOf(ann, 'apple'))).amount).toBe(99_999n);
        expect(await auditNow()).toContain('not every balance of apple is counted as it was');
      });

      test('that tells less than an owner has is found by the owner', async () => {
        await stateLie({ [pool]: 1_000_000n, ann: 100_000n }, { peopleTotal: 99_999n });
        await expect(verified(await proofOf(ann, 'apple'))).rejects.toThrow('This balance is not counted');
      });

      test('that shows an owner another document than the one it stated is found out', async () => {
        await stateNow();
        await sign();
        const proof = await proofOf(ann, 'apple');
        const list = proof.list.replace('\n3\n', '\n4\n');
        await expect(verified({ ...proof, list })).rejects.toThrow('The log does not contain this list of totals');
        const text = proof.line.text.replace('100000 ', '200000 ');
        await expect(verified({ ...proof, line: { ...proof.line, text } })).rejects.toThrow(
          'is not in the list of totals',
        );
      });

      test.each([
        [`document = replace(document, '\n3\n', '\n4\n')`, 'is not the one whose hash was stated'],
        [`document = replace(document, ' 100000 ', ' 100001 ')`, 'is not the one whose hash was stated'],
        [`document = replace(document, ' 1000 the lock', ' 1001 the lock')`, 'is not the one whose hash was stated'],
        [`hash = 'ff'`, 'has another hash than the journal states'],
        ['at_ms = 5', 'has another atMs than the journal states'],
        ['as_of = 6', 'after transaction 6 is not stated by any transaction'],
        [`transaction_id = '019a8a5c-2f3e-7000-8000-00004a1b2c3d'`, 'is stated by transaction 8, not by 019a8a5c'],
      ])('the audit finds a changed document: %s', async (change, message) => {
        await stateNow();
        await site.place.execute(`UPDATE liabilities SET ${change}`);
        expect(await auditNow()).toContain(message);
      });

      test('the audit finds a stored list that no row states, unless it is the newest and about to be stated', async () => {
        await stateNow();
        const pending = (await makerOf().make(0)) as Unstated;
        await site.place.execute('UPDATE liabilities SET transaction_id = NULL WHERE as_of = 7');
        expect(await auditNow()).toBe('passed');
        // A second one, and one from before the last that was stated.
        const added = (asOf: number, text: string) =>
          `INSERT INTO liabilities (as_of, at_ms, log, interval_ms, hash, document)
           VALUES (${asOf}, 1, 1, 0, '${hashOfList(text)}', '${text}')`;
        await site.place.execute(added(6, 'another'));
        expect(await auditNow()).toContain('after transaction 6 is not stated by any transaction');
        await site.place.execute('DELETE FROM liabilities WHERE as_of = 6');
        await stateIt(pending);
        await site.place.execute(`DELETE FROM liabilities; ${added(8, 'another')}`);
        expect(await auditNow()).toContain('after transaction 8 has another atMs');
        await post(store, swap(10n));
        const text = liabilitiesText({ asOf: 10, atMs: 1, log: 1, intervalMs: 0, previous: null }, []);
        await site.place.execute(`DELETE FROM liabilities; ${added(10, text)}`);
        expect(await auditNow()).toContain(`LogOffence: ${unfounded(10)}: it says 0 of apple`);
      });

      test('that counts an account with less and another with more is found by the audit, whose roots are its own', async () => {
        await stateLie({ [pool]: 1_000_001n, ann: 99_999n });
        expect(await auditNow()).toBe(`LogOffence: ${unfounded(7)}: not every balance of apple is counted as it was`);
      });

      describe('is found out by the journal alone, as in a copy or backup', () => {
        const forget = () => site.place.execute('DELETE FROM liabilities; DELETE FROM liability_tiles');

        test('whose lists are all computed again', async () => {
          for (let day = 0; day < 3; day += 1) {
            await stateNow();
            await post(store, swap(10n));
          }
          await forget();
          expect(await auditNow()).toBe('passed');
          await restate(8, { hash: 'ab'.repeat(32) });
          await restate(10, { previous: 'ab'.repeat(32) });
          expect(await auditNow()).toBe(
            `LogOffence: ${unfounded(7)}: the hash that was stated, ${'ab'.repeat(32)}, is of another list`,
          );
        });

        test('if it counts an account with less', async () => {
          await stateLie({ [pool]: 1_000_001n, ann: 99_999n });
          await forget();
          expect(await auditNow()).toContain(`${unfounded(7)}: the hash that was stated`);
        });

        test.each([
          [{ previous: 'ab'.repeat(32) }, 'names abab'],
          [{ previous: null }, 'names none as the list before it, which is'],
          [{ atMs: 1 }, 'does not follow from the journal'],
          [{ intervalMs: 1 }, 'does not follow from the journal'],
          [{ log: 2 }, 'hidden by the secret of log 2, which is gone'],
          [{ format: 1 }, 'in the format 1, which is not known'],
          [{ asOf: 7 }, 'which is not between it and the list before it'],
          [{ asOf: 9 }, 'which is not between it and the list before it'],
        ])('if its row says %o', async (change, message) => {
          await stateNow();
          await stateNow();
          await forget();
          expect(await auditNow()).toBe('passed');
          await restate(9, change);
          expect(await auditNow()).toContain(message);
        });

        test('if its row is by a user, or stored under another kind', async () => {
          await stateNow();
          await forget();
          await site.place.execute(
            `UPDATE journal SET actor = 'ann' WHERE sequence = 8; UPDATE replies SET actor = 'ann' WHERE sequence = 8`,
          );
          expect(await auditNow()).toContain('transaction 8 states what was owed, but is by ann');
          await site.place.execute(`UPDATE journal SET kind = 'audited' WHERE sequence = 8`);
          expect(await auditNow()).toContain('transaction 8 is stored as audited, but its receipt is of liabilities');
        });
      });

      test.each([
        ['a leaf', 0],
        ['a node', 1],
      ])(
        'the audit finds %s of a stored tree that was changed, in both documents that have trees',
        async (_, level) => {
          const message = 'is not the one that follows from the balances: it was changed';
          const names = Array.from({ length: 1100 }, (_, number) => account(`user${number}`));
          await post(store, ...names.map((name) => deposit(name, APPLE, 5n)));
          await stateNow();
          await stateNow();
          const fence = (await kept.takeLease({ name: 'liabilities', holder: 'a liar', forMs: 9999 })) as number;
          for (const asOf of [1107, 1108]) {
            const [tile] = await kept.liabilityTiles({ asOf, token: 'apple' }, [{ level, index: 0 }]);
            const nodes = Buffer.from(tile as Uint8Array);
            const put = () => kept.putLiabilityTiles(asOf, [{ token: 'apple', level, index: 0, nodes }], fence);
            nodes[47] = (nodes[47] as number) ^ 1;
            await put();
            expect(await auditNow()).toBe(
              `LogOffence: the tree of who was owed apple after transaction ${asOf} ${message}`,
            );
            nodes[47] = (nodes[47] as number) ^ 1;
            await put();
          }
          await site.place.execute(`DELETE FROM liability_tiles WHERE as_of = 1107 AND number = 2`);
          expect(await auditNow()).toBe('passed');
          await site.place.execute(`DELETE FROM liability_tiles WHERE as_of = 1108 AND number = 2`);
          expect(await auditNow()).toContain('apple after transaction 1108 is not stored completely');
        },
      );

      test('every changed digit, hash or place of a proof is refused', async () => {
        await post(store, ...Array.from({ length: 7 }, (_, number) => deposit(account(`user${number}`), APPLE, 5n)));
        await stateNow();
        await sign();
        const proof = await proofOf(ann, 'apple');
        const changed: Partial<CountedProof>[] = [
          { account: bob },
          { token: BREAD.address },
          { amount: '100001' },
          { amount: '-100000' },
          { nonce: proof.nonce.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
          { index: (proof.index + 1) % 8 },
          { path: proof.path.slice(1) },
          ...proof.path.map((_, level) => ({ path: proof.path.with(level, '0'.repeat(64)) })),
        ];
        for (const change of changed) await expect(verified({ ...proof, ...change })).rejects.toThrow(ProofRefused);
      });
    });
  });
}
