// The chain itself: blocks, refusals, restarts between hops, replay and tampering.
import { DatabaseSync } from 'node:sqlite';
import { Address, internal, toNano } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { describe, expect, test } from 'vitest';
import { useTempFolder } from '../../../test/temp-folder.ts';
import { externalBoc, firstWalletId, messageCell, signedBody, walletV5 } from '../contracts/wallet-v5.ts';
import { DEVNET_ID } from '../network.ts';
import { shardOf } from './account.ts';
import { Chain, type GenesisAccount } from './chain.ts';
import { digestOf, replay } from './replay.ts';

const inFolder = useTempFolder();
const KEYS = keyPairFromSeed(Buffer.alloc(32, 5));
const WALLET = walletV5(KEYS.publicKey, firstWalletId(DEVNET_ID));
const OTHER = walletV5(keyPairFromSeed(Buffer.alloc(32, 6)).publicKey, firstWalletId(DEVNET_ID));
const GENESIS = [WALLET, OTHER].map(({ address, init }): GenesisAccount => {
  return [address.toRawString(), Buffer.from(shardOf(address, toNano(1000), init)).toString('base64')];
});
const NOW_S = 1_800_000_000;
/** A minute between blocks: none is made unless a test makes it. */
const NEVER_MS = 60_000;
const clock = () => NOW_S * 1000;

const open = (blockMs: number, name = 'chain.db') => Chain.open({ path: inFolder(name), blockMs, clock }, GENESIS);

const payment = (
  seqno: number,
  to: Address,
  values: readonly string[],
  { bounce = false, validUntilS = NOW_S + 60 } = {},
) => {
  const messages = values.map((value) => messageCell(internal({ to, value, bounce })));
  const body = signedBody(WALLET, { secretKey: KEYS.secretKey, seqno, validUntilS, messages });
  return externalBoc(WALLET, body, { deploys: false });
};
const receiver = (byte: number) => new Address(0, Buffer.alloc(32, byte));
const balance = (chain: Chain, address: Address) => chain.account(address).balance;

describe('with instant blocks', () => {
  test('a message and all that follow from it are one block', async () => {
    const chain = await open(0);
    expect(chain.head).toMatchObject({ seqno: 0, now: NOW_S });
    // It bounces, since there is no contract: three hops.
    await chain.send(payment(0, receiver(1), ['2'], { bounce: true }));
    expect(chain.head.seqno).toBe(1);
    expect(chain.database.ofBlock(1).map(({ address }) => address)).toEqual(
      [WALLET.address, receiver(1), WALLET.address].map((address) => address.toRawString()),
    );
    expect(balance(chain, receiver(1))).toBe(0n);
    await chain.close();
  });

  test.each([
    ['a message with a used seqno', () => payment(0, receiver(1), ['1']), 133],
    ['a message with a future seqno', () => payment(2, receiver(1), ['1']), 133],
    ['an expired message', () => payment(1, receiver(1), ['1'], { validUntilS: NOW_S - 1 }), 136],
  ])('%s is refused and changes nothing in the database', async (_, boc, exitCode) => {
    const chain = await open(0);
    await chain.send(payment(0, receiver(1), ['1']));
    const before = digestOf(chain.database);
    expect(await chain.send(boc())).toMatchObject({ refused: { exitCode } });
    expect(digestOf(chain.database)).toBe(before);
    await chain.close();
  });

  test('input that is not a message is refused with a reason', async () => {
    const chain = await open(0);
    for (const boc of [
      Buffer.from('no cells'),
      Buffer.alloc(0),
      messageCell(internal({ to: WALLET.address, value: '1' })).toBoc(),
    ])
      await expect(chain.send(boc)).rejects.toThrow(/^it is no/);
    await expect(chain.send(Buffer.alloc(70_000))).rejects.toThrow('at most 65535 are taken');
    await chain.close();
  });

  test('messages to a held account wait, also over a restart, until it is released', async () => {
    const chain = await open(0);
    chain.hold(receiver(1));
    await chain.send(payment(0, receiver(1), ['1', '2']));
    await chain.send(payment(1, receiver(2), ['4']));
    expect([balance(chain, receiver(1)), balance(chain, receiver(2))]).toEqual([0n, toNano(4)]);
    await chain.release(receiver(1));
    expect(balance(chain, receiver(1))).toBe(toNano(3));
    chain.hold(receiver(3));
    await chain.send(payment(2, receiver(3), ['5']));
    await chain.close();
    const again = await open(0);
    again.start();
    await expect.poll(() => balance(again, receiver(3))).toBe(toNano(5));
    await again.close();
    expect(await replay(inFolder('chain.db'))).toMatchObject({ blocks: 5, fault: undefined });
  });

  test('skipped time stays skipped after a restart, and messages expire by it', async () => {
    const chain = await open(0);
    chain.skipTime(3600);
    expect(chain.nowS()).toBe(NOW_S + 3600);
    await chain.close();
    const again = await open(0);
    expect(again.nowS()).toBe(NOW_S + 3600);
    expect(await again.send(payment(0, receiver(1), ['1']))).toMatchObject({ refused: { exitCode: 136 } });
    await again.close();
  });
});

test('revert restores the chain as it was at the snapshot, and the journal of what follows replays', async () => {
  const chain = await open(NEVER_MS);
  await chain.send(payment(0, receiver(1), ['1']));
  const before = digestOf(chain.database);
  const snapshot = await chain.snapshot();
  await chain.step();
  chain.skipTime(100);
  chain.hold(receiver(2));
  await chain.send(payment(1, receiver(2), ['1']));
  await chain.revert(snapshot);
  expect([digestOf(chain.database), chain.nowS(), balance(chain, receiver(1))]).toEqual([before, NOW_S, 0n]);
  await chain.send(payment(1, receiver(2), ['1']));
  await chain.step();
  expect([balance(chain, receiver(1)), balance(chain, receiver(2))]).toEqual([toNano(1), toNano(1)]);
  const after = digestOf(chain.database);
  await chain.close();
  expect(await replay(inFolder('chain.db'))).toMatchObject({ digest: after, fault: undefined });
});

test('the file of a chain cannot be opened twice at the same time', async () => {
  const chain = await open(0);
  await expect(open(0)).rejects.toThrow('another process has this devnet open');
  await chain.close();
  await (await open(0)).close();
});

test('a database that is not a devnet is refused', async () => {
  const db = new DatabaseSync(inFolder('chain.db'));
  db.exec('CREATE TABLE recipes (name TEXT)');
  db.close();
  await expect(open(0)).rejects.toThrow('it is not a devnet');
});

test('a chain reopened after every hop equals one that was never closed', async () => {
  const bocs = [payment(0, receiver(1), ['1', '2', '3'], { bounce: true }), payment(1, OTHER.address, ['7'])];
  const run = async (name: string, restarts: boolean) => {
    let chain = await open(NEVER_MS, name);
    for (const boc of bocs) await chain.send(boc);
    while (chain.isUnderWay()) {
      if (restarts) {
        await chain.close();
        chain = await open(NEVER_MS, name);
      }
      await chain.step();
    }
    const result = { seqno: chain.head.seqno, digest: digestOf(chain.database) };
    await chain.close();
    return result;
  };
  const once = await run('once.db', false);
  expect(once.seqno).toBe(4);
  expect(await run('again.db', true)).toEqual(once);
  expect(await replay(inFolder('again.db'))).toEqual({ blocks: 4, digest: once.digest, fault: undefined });
});

describe('a replay finds', () => {
  test.each([
    [
      'a changed account',
      'UPDATE accounts SET shard = (SELECT shard FROM accounts ORDER BY address LIMIT 1)',
      /^table accounts/,
    ],
    ['an added account', "INSERT INTO accounts SELECT '0:ff', shard FROM accounts LIMIT 1", /^table accounts/],
    [
      'a missing account',
      'DELETE FROM accounts WHERE address = (SELECT max(address) FROM accounts)',
      /^table accounts/,
    ],
    [
      'a changed transaction',
      "UPDATE transactions SET boc = x'00' WHERE lt = 2000000",
      /^table transactions: the row of 2000000/,
    ],
    ['a missing transaction', 'DELETE FROM transactions WHERE lt = 1000000', /^table transactions: the row of 2000000/],
    ['an added message under way', "INSERT INTO queue VALUES (99, '0:00', x'00')", /^table queue: the row of 99/],
    ['a changed head', 'UPDATE head SET now = now + 1', /^table head/],
    [
      'a changed time of a block',
      'UPDATE journal SET now = now + 1 WHERE seqno = 1',
      /^block 1: made again, it has other transactions/,
    ],
    [
      'a changed input of a block',
      'UPDATE journal SET input = (SELECT input FROM journal WHERE seqno = 2) WHERE seqno = 1',
      /^block 1/,
    ],
    ['a missing block', 'DELETE FROM journal WHERE seqno = 1', /^block 1: the journal does not have it/],
    ['a lower number of messages in a block', 'UPDATE journal SET messages = messages - 1 WHERE seqno = 2', /^block 2/],
    ['a changed root of a block', "UPDATE journal SET root = x'00' WHERE seqno = 2", /^block 2/],
    ['a changed genesis', "UPDATE journal SET input = CAST('[]' AS BLOB) WHERE seqno = 0", /^block 1/],
  ])('%s', async (_, sql, fault) => {
    const chain = await open(0);
    await chain.send(payment(0, receiver(1), ['1']));
    await chain.send(payment(1, receiver(2), ['1']));
    await chain.close();
    expect(await replay(inFolder('chain.db'))).toMatchObject({ blocks: 2, fault: undefined });
    const db = new DatabaseSync(inFolder('chain.db'));
    expect(db.prepare(sql).run().changes).toBeGreaterThan(0);
    db.close();
    expect((await replay(inFolder('chain.db'))).fault).toMatch(fault);
  });
});

describe('blocks that cannot be stored', () => {
  const FAILURE = 'no block could be made: database or disk is full; it is tried again';

  /** Makes SQLite refuse and roll back every block while the setting is on. */
  function fillable(name: string): void {
    const file = new DatabaseSync(inFolder(name));
    file.exec(`CREATE TRIGGER full BEFORE INSERT ON journal
      WHEN (SELECT value FROM settings WHERE name = 'disk') = 'full'
      BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
    file.close();
  }
  const fill = (chain: Chain) => chain.database.set('disk', 'full');
  const empty = (chain: Chain) => chain.database.set('disk', 'empty');

  test('a timed chain reports a full disk once, executes the same messages when there is space, and reports the next failure', async () => {
    const told: string[] = [];
    const onTrouble = (message: string) => void told.push(message);
    await (await open(NEVER_MS)).close();
    fillable('chain.db');
    const chain = await Chain.open({ path: inFolder('chain.db'), blockMs: 5, clock, onTrouble });
    await chain.send(payment(0, receiver(1), ['1']));
    fill(chain);
    chain.start();
    await expect.poll(() => told).toEqual([FAILURE]);
    await expect(chain.send(payment(1, receiver(1), ['1']))).rejects.toThrow('disk is full');
    await chain.step().catch(() => {});
    expect([chain.head.seqno, told]).toEqual([1, [FAILURE]]);
    empty(chain);
    await expect.poll(() => balance(chain, receiver(1))).toBe(toNano(1));
    // Held, so that no tick processes the message before the disk is full.
    chain.hold(receiver(1));
    await chain.send(payment(1, receiver(1), ['1']));
    fill(chain);
    await chain.release(receiver(1));
    await expect.poll(() => told).toEqual([FAILURE, FAILURE]);
    await chain.close();
  });

  test('an instant chain reports a full disk, and executes its messages by itself when there is space', async () => {
    const told: string[] = [];
    const timed = await open(NEVER_MS);
    await timed.send(payment(0, receiver(1), ['1']));
    await timed.close();
    fillable('chain.db');
    const onTrouble = (message: string) => void told.push(message);
    const chain = await Chain.open({ path: inFolder('chain.db'), blockMs: 0, clock, onTrouble });
    fill(chain);
    chain.start();
    await expect.poll(() => told).toEqual([FAILURE]);
    expect(balance(chain, receiver(1))).toBe(0n);
    empty(chain);
    await expect.poll(() => balance(chain, receiver(1)), { timeout: 20_000 }).toBe(toNano(1));
    await chain.close();
  });
});
