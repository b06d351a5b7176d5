// Migration: an exchange written by an older version is upgraded completely when it is opened.
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { type Account, amount, ppm, type TokenAddress } from '../../src/core/amount.ts';
import { transfersOf } from '../../src/core/commands/command.ts';
import type { DepositCommand } from '../../src/core/commands/move-tokens.ts';
import type { Posted } from '../../src/core/settle/instruction.ts';
import { copyExchange } from '../../src/ledger/copy.ts';
import { StoreUnavailable } from '../../src/ports/store.ts';
import { encodeTransfers } from '../../src/store/rows/codec.ts';
import { account, token } from '../paper-exchange.ts';
import { deposit, registerToken, setPoolFees, setPoolStatus, swap } from '../paper-orders.ts';
import { collect, headOf, post, type Site } from './site.ts';

const AB = 'EQAoHGYzupy3vi-atTgHFHbsMdJB6Zx1SOLR8gLMKa43Mcem';
const AC = 'EQAbMPNqoJdgcWkvuuRz9gw67apD8m-Q0qon22KO8Rp4ymvJ';
const LAST_ID = '01a1df81-285e-7000-8000-00004fc5bf05';

const UNDO_11 = [
  `DELETE FROM projection WHERE name = 'log'`,
  'ALTER TABLE audits DROP COLUMN after_sequence',
  'DROP TABLE audit_points',
  'DROP TABLE liability_tiles',
  'DROP TABLE liabilities',
  'DROP TABLE log_tiles',
  'DROP TABLE log_checkpoints',
  'ALTER TABLE lease DROP COLUMN note',
  'DROP TABLE chain_orders',
  'DROP TABLE chain_sends',
  'DROP TABLE chain_wallets',
  'DROP TABLE orders',
  'DROP TABLE records',
  'ALTER TABLE sessions DROP COLUMN begun_at_ms',
  'ALTER TABLE sessions DROP COLUMN device',
  'ALTER TABLE keys DROP COLUMN restrictions',
  'ALTER TABLE keys DROP COLUMN name',
  'ALTER TABLE keys RENAME COLUMN secret_hash TO hash',
];

export function migration(site: Site): void {
  const openVersion1 = async () => {
    await site.place.execute(site.place.version1);
    await site.place.execute(await readFile('test/version-1/rows.sql', 'utf8'));
    return site.open();
  };

  test('an exchange of version 1 is migrated: its pools, keys and replies are kept, the audit passes and swaps succeed', async () => {
    const store = await openVersion1();
    expect(await audit(store, () => {})).toMatchObject({
      transactions: 19,
      transfers: 37,
      balances: 24,
      checkpoints: 0,
    });
    expect(await store.pools({ after: 0, limit: 9 })).toMatchObject([
      { number: 6, address: AB, curve: 'constant-product', amplification: null },
      { number: 11, address: AC, curve: 'constant-product', amplification: null },
    ]);
    expect((await store.keys()).map(({ id, revokedAtMs }) => [id, revokedAtMs])).toEqual([
      ['b', 1_800_000_000_456],
      ['a', null],
    ]);
    const [apple, corn] = ['apple', 'corn'] as unknown as [TokenAddress, TokenAddress];
    const next = { kind: 'swap', account: 'ann', tokenA: apple, tokenB: corn, amountA: amount(10n) } as never;
    expect(await post(store, next)).toMatchObject([{ sequence: 20, receipt: { pool: AC } }]);
    const journal = await store.openJournal();
    expect((await collect(journal.replies())).map(({ sequence }) => sequence)).toEqual([null, 6, 8, 16, 19]);
    await journal.close();
    expect(await audit(store, () => {})).toMatchObject({ transactions: 20 });
  });

  test('an exchange of version 2 is migrated: all tokens and pools are listed, and fees and status of a pool can be changed', async () => {
    await site.place.execute(site.place.version1);
    await site.place.execute(await readFile('test/version-1/rows.sql', 'utf8'));
    await site.place.execute(site.place.version2);
    const store = await site.open();
    expect(await audit(store, () => {})).toMatchObject({
      transactions: 19,
      transfers: 37,
      balances: 24,
      checkpoints: 0,
    });
    expect((await store.pools({ after: 0, limit: 9, status: 'listed' })).map(({ number }) => number)).toEqual([6, 11]);
    expect(
      (await store.tokenEntries({ after: '', limit: 9 })).map(({ name, logo, status }) => [name, logo, status]),
    ).toEqual(Array(3).fill(['', '', 'listed']));
    expect(await store.read([])).toMatchObject({ sequence: 19, listingSequence: 0 });
    const [apple, bread] = ['apple', 'bread'] as unknown as [TokenAddress, TokenAddress];
    const pair = { tokenA: apple, tokenB: bread };
    await post(store, setPoolFees({ ...pair, lpFeePpm: ppm(0n) }), setPoolStatus('paused', pair));
    expect(await audit(store, () => {})).toMatchObject({ transactions: 21 });
  });

  describe('transfers, which rows contained instead of checksums up to version 9,', () => {
    const proofs = async () =>
      (await site.place.ask('SELECT proof FROM journal ORDER BY sequence')).map((row) => Object.values(row)[0]);

    test('are kept when an exchange of version 9 is opened, which passes the audit after another swap', async () => {
      const before = await site.openMarket();
      const posted = await post(before, swap(10n, { referrer: account('bob') }));
      const journal = await before.openJournal();
      const moved = (await collect(journal.transactions())).map(({ receipt }) => encodeTransfers(transfersOf(receipt)));
      await journal.close();
      await site.close(before);
      const rows = moved.map((text, at) => `UPDATE journal SET transfers = '${text}' WHERE sequence = ${at + 1}`);
      await site.place.execute([...UNDO_11, 'ALTER TABLE journal RENAME COLUMN proof TO transfers', ...rows].join(';'));
      await site.place.setSchema({ version: 9, oldest: 5 });
      const store = await site.open();
      expect(await proofs()).toEqual(moved);
      expect(moved.at(-1)).toMatch(/^\[\["ann","pool EQ\S+","apple","10"\],/);
      expect(await store.posted(8)).toEqual(posted[0]);
      await post(store, swap(10n));
      expect(await audit(store, () => {})).toMatchObject({ transactions: 9 });
    });

    test('stay in old rows, while new rows have a checksum', async () => {
      const store = await openVersion1();
      await post(store, registerToken(token('dates', 3)), deposit(account('ann'), token('dates', 3), 5n));
      const found = await proofs();
      expect(found.slice(0, 3)).toEqual(['[]', '[]', '[]']);
      expect(found.slice(19)).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)]);
      expect(await audit(store, () => {})).toMatchObject({ transactions: 21 });
    });

    test.each([
      ['has other transfers', `UPDATE journal SET proof = replace(proof, '"ann"', '"eve"') WHERE sequence = 8`],
      ['has no transfers', `UPDATE journal SET proof = '[]' WHERE sequence = 8`],
      [
        'has the receipt of another account',
        `UPDATE journal SET receipt = replace(receipt, '"ann"', '"eve"') WHERE sequence = 8`,
      ],
    ])('are checked by the audit, which names a transaction that %s', async (_, damaging) => {
      const store = await openVersion1();
      await site.place.execute(damaging);
      await expect(audit(store, () => {})).rejects.toThrow(
        /^transaction 8 in the journal cannot be read: its checksum does not match$/,
      );
    });

    test('are not copied: a copy has checksums only', async () => {
      const store = await openVersion1();
      const target = await site.anotherPlace();
      const report = await copyExchange(store, await site.openTarget(target), () => {});
      expect(report).toMatchObject({ transactions: 19, transfers: 37, balances: 24, checkpoints: 0 });
      const rows = await target.ask(`SELECT sequence FROM journal WHERE proof LIKE '[%'`);
      expect(rows).toEqual([]);
      await site.open(target);
      await target.execute(`UPDATE journal SET receipt = replace(receipt, '"ann"', '"eve"') WHERE sequence = 8`);
      await expect(audit(await site.open(target), () => {})).rejects.toThrow(/^transaction 8 in the journal cannot be/);
    });
  });

  test('a failed migration changes no balances, and its error names the database and the reason', async () => {
    await site.place.execute(site.place.version1);
    await site.place.execute(await readFile('test/version-1/rows.sql', 'utf8'));
    await site.place.execute(`UPDATE journal SET transfers = '[' WHERE sequence = 8`);
    for (const open of [() => site.open(), () => site.openTarget(site.place)]) {
      const opened = open();
      await expect(opened).rejects.toThrow(StoreUnavailable);
      await expect(opened).rejects.toThrow(/^.+: its schema could not be brought up to date \(.+\)$/);
    }
    expect(await site.place.ask('SELECT account FROM balances WHERE amount IS NULL')).toEqual([]);
  });

  test('after a migration from version 1, the accounts of pools are named by the pools’ addresses, in balances and transfers', async () => {
    const journal = await (await openVersion1()).openJournal();
    const pools = (await collect(journal.balances())).filter(({ account }) => account.startsWith('pool '));
    expect(pools.map(({ account, token, balance }) => [account, token, balance])).toEqual([
      [`pool ${AC}`, 'apple', 4_009_292n],
      [`pool ${AC}`, 'corn', 7_978_640n],
      [`pool ${AB}`, 'apple', 521825834282750176667314881086614819n],
      [`pool ${AB}`, 'bread', 476184444887332907450010657654243308n],
      [`pool ${AB} fees`, 'apple', 6n],
      [`pool ${AB} fees`, 'bread', 0n],
    ]);
    const transactions = await collect(journal.transactions());
    const moves = (sequence: number) =>
      transfersOf((transactions[sequence - 1] as Posted).receipt).map(({ from, to }) => [from, to]);
    expect(moves(9)).toEqual([
      ['ann', `pool ${AB}`],
      [`pool ${AB}`, 'ann'],
      [`pool ${AB}`, `pool ${AB} fees`],
      [`pool ${AB}`, 'bob'],
    ]);
    expect(moves(17)).toEqual([[`pool ${AB} fees`, 'treasury']]);
    await journal.close();
  });

  test('after a migration from version 1, receipts name their accounts and have every digit of their amounts', async () => {
    const store = await openVersion1();
    const receipts = await Promise.all(Array.from({ length: 19 }, (_, at) => store.posted(at + 1)));
    const [provided, plain, referred] = [receipts[5], receipts[7], receipts[8]].map((posted) => posted?.receipt);
    expect(receipts[5]?.actor).toBe('demo');
    expect(provided).toEqual({
      kind: 'provide',
      account: 'maker',
      tokenA: 'apple',
      tokenB: 'bread',
      pool: AB,
      amountA: 2n ** 119n + 1n,
      amountB: 2n ** 119n + 1n,
      lpTokens: 2n ** 119n - 999n,
      locked: 1000n,
    });
    expect(plain).toMatchObject({
      account: 'ann',
      amountA: 2n ** 114n + 1n,
      amountB: 20080655952687324915401561408473606n,
    });
    expect(plain).not.toHaveProperty('referrer');
    expect(referred).toMatchObject({
      account: 'ann',
      referrer: 'bob',
      fees: { ref: 9600647999950671548184053259373n },
    });
    const who = receipts.map((posted) => ({ account: null, ...posted?.receipt }).account);
    expect(who.slice(3, 10)).toEqual(['maker', 'maker', 'maker', 'ann', 'ann', 'ann', 'ann']);
    expect(who.slice(10)).toEqual([null, 'maker', 'maker', 'ann', 'maker', 'maker', null, 'ann', 'ann']);
    expect(receipts[3]?.receipt).toMatchObject({ reference: 'a "quoted" \u{1f33d} \\ \u0000 line\nbreak' });
  });

  test('after a migration from version 1, transactions are found by account and reference, and a repeated reference is not booked again', async () => {
    const store = await openVersion1();
    const sequences = async (of: { account: Account } | { reference: string }) =>
      (await store.activity({ ...of, before: 99, limit: 99 })).map(({ sequence }) => sequence);
    expect(await sequences({ account: account('ann') })).toEqual([19, 18, 14, 10, 9, 8, 7]);
    expect(await sequences({ account: account('bob') })).toEqual([18, 10, 9]);
    expect(await sequences({ account: account('treasury') })).toEqual([17]);
    expect(await sequences({ account: account('maker') })).toEqual([16, 15, 13, 12, 6, 5, 4]);
    const [strange, first] = [(await store.posted(4))?.receipt, (await store.posted(7))?.receipt];
    expect(await sequences({ reference: (strange as DepositCommand).reference })).toEqual([4]);
    const again = (await post(store, strange as DepositCommand, first as DepositCommand)).map(({ id }) => id);
    expect(again).toEqual([(await store.posted(4))?.id, (await store.posted(7))?.id]);
    expect(await headOf(store)).toBe(19);
  });

  test('after a migration from version 1, remembered refusals have the time of the migration', async () => {
    const beforeMs = Date.now();
    const journal = await (await openVersion1()).openJournal();
    const [refused, ...others] = (await collect(journal.replies())).filter(({ refusedAtMs }) => refusedAtMs !== null);
    await journal.close();
    expect([refused?.key, others]).toEqual(['refused', []]);
    // The time is in whole seconds, by the database's clock.
    expect(Math.abs((refused?.refusedAtMs as number) - beforeMs)).toBeLessThan(3_600_000);
  });

  test('after a migration from version 1, the head names the last transaction, and then the next one', async () => {
    const store = await openVersion1();
    expect(await headOf(store)).toBe(19);
    expect(await site.place.ask('SELECT last_transaction FROM head')).toEqual([{ last_transaction: LAST_ID }]);
    const [registered] = await post(store, registerToken(token('dates', 3)));
    expect(await site.place.ask('SELECT last_transaction FROM head')).toEqual([{ last_transaction: registered?.id }]);
  });
}
