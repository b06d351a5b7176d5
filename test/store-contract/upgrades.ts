// Upgrades: a program keeps running on a newer schema that permits it, and refuses one that does not.
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { copyExchange } from '../../src/ledger/copy.ts';
import { openProjection } from '../../src/ports/projection.ts';
import type { KeyRecord } from '../../src/ports/records.ts';
import { type Store, StoreUnavailable } from '../../src/ports/store.ts';
import { openTail } from '../../src/ports/tail.ts';
import { BASE_VERSION, type Migration } from '../../src/store/migrations.ts';
import { APPLE, BREAD, CORN, token } from '../paper-exchange.ts';
import { ann, bob, createPool, deposit, pairOf, registerToken, swap, withdraw } from '../paper-orders.ts';
import { chainRequest, chainSend } from './chain-requests.ts';
import { balance, collect, give, order, post, postedOf, type Site } from './site.ts';

const TABLES = [
  ...['head', 'tokens', 'pools', 'balances', 'journal', 'replies', 'keys', 'sessions', 'parties', 'movements'],
  ...[
    'projection',
    'lease',
    'pool_figures',
    'candles',
    'pool_swaps',
    'positions',
    'orders',
    'hooks',
    'audits',
    'records',
    'chain_wallets',
    'chain_sends',
    'chain_orders',
    'log_tiles',
    'log_checkpoints',
    'liabilities',
    'liability_tiles',
    'audit_points',
  ],
];
const quietly = () => {};

/** Schema changes that a later version may make while programs of this one run. */
const MORE_COLUMNS: Migration = {
  letsOlderGoOn: true,
  sql: TABLES.map((table) => `ALTER TABLE ${table} ADD COLUMN added_later TEXT`).join(';'),
};
/** A change that excludes programs of this version. */
const EXCLUDES: Migration = { letsOlderGoOn: false, sql: 'SELECT 1' };

const keyOf = (id: string): KeyRecord => ({
  id,
  account: ann,
  role: 'trader',
  hash: '',
  createdAtMs: 1,
  revokedAtMs: null,
  name: 'robot',
  restrictions: { scopes: ['read'] },
});

/** Uses every operation of a store, and returns what it found. */
async function useAll(store: Store, round: number) {
  const dates = token(`dates-${round}`, 3);
  const key = keyOf(`key-${round}`);
  const keyed = order(withdraw(ann, APPLE, 1n), ann, { key: `k-${round}`, fingerprint: 'f' });
  const refused = order(withdraw(bob, CORN, 1n), ann, { key: `r-${round}`, fingerprint: 'f' });
  await post(store, registerToken(dates), createPool(pairOf(APPLE, dates)), swap(10n), deposit(bob, dates, 5n));
  const [first, second] = [await give(store, keyed), await give(store, keyed)];
  await give(store, refused);
  await store.addKey(key);
  await store.revokeKey(key.id, 2);
  const bounds = { nowMs: 1, mostOfKey: 9 };
  await store.addSession({ hash: key.id, keyId: key.id, expiresAtMs: 2, begunAtMs: 0, device: '' }, bounds);
  await store.endSession(`key-${round - 1}`);
  const side = { kind: 'thing', id: `${round}`, version: 0, body: '{}' };
  const isChanged = await store.sideRecords.change([side], { nowMs: 1 });
  const chain = store.chainRequests;
  await chain.addWallet(ann);
  const { number } = (await chain.accept(chainRequest(`order-${round}`))).request;
  const send = await chain.bind(chainSend(), [number]);
  const isDead = await chain.endSend(send?.id ?? 0, { state: 'dead' });
  const isSettled = await chain.settle({ number, send: null }, { status: 'failed', result: '{}' });
  const journal = await store.openJournal();
  const entries = [await collect(journal.transactions()), await collect(journal.balances())];
  const replies = await collect(journal.replies());
  await journal.close();
  await store.check();
  return {
    isRepeated: isDeepStrictEqual(postedOf(first), postedOf(second)),
    entries: entries.map(({ length }) => length > 0),
    replies: replies.length,
    bob: await balance(store, bob, dates),
    token: await store.token(dates.address),
    tokens: (await store.tokens()).length,
    rates: (await store.pool(APPLE.address, dates.address))?.lpFeePpm,
    pools: (await store.pools({ after: 0, limit: 9 })).length,
    posted: (await store.posted(1))?.receipt.kind,
    activity: (await store.activity({ account: bob, before: 999, limit: 9 })).length,
    accounts: (await store.accounts({ after: '', limit: 9 })).length,
    keysOf: (await store.keysAfter({ account: ann, limit: 9 })).length,
    held: (await store.balances({ account: ann, after: '', limit: 9 })).map(({ token }) => token),
    key: (await store.key(key.id))?.revokedAtMs,
    keys: (await store.keys()).length,
    session: (await store.session(key.id))?.key.id,
    isChanged,
    chain: [await chain.hasWallet(ann), number, isDead, isSettled],
    side: (await store.sideRecords.list({ kind: 'thing', limit: 9 })).length,
    audited: (await audit(store, quietly)).transactions,
  };
}

const found = (round: number) => ({
  isRepeated: true,
  entries: [true, true],
  replies: 2 * round,
  bob: 5n,
  token: token(`dates-${round}`, 3),
  tokens: 3 + round,
  rates: 2000n,
  pools: 1 + round,
  posted: 'registerToken',
  activity: round,
  accounts: 3,
  keysOf: round,
  held: [APPLE.address, BREAD.address],
  key: 2,
  keys: round,
  session: `key-${round}`,
  isChanged: true,
  chain: [true, round, true, true],
  side: round,
  audited: 7 + 5 * round,
});

export function upgrades(site: Site): void {
  describe('the schema of a newer program', () => {
    test('with more columns lets this program keep running, and start again', async () => {
      const store = await site.openMarket();
      expect(await useAll(store, 1)).toEqual(found(1));
      await site.place.upgrade(MORE_COLUMNS);
      expect(await useAll(store, 2)).toEqual(found(2));
      const restarted = await site.reopen(store);
      expect(await useAll(restarted, 3)).toEqual(found(3));
    });

    test('with more columns does not prevent copies from and to it', async () => {
      const source = await site.openMarket();
      await useAll(source, 1);
      const target = await site.anotherPlace();
      await site.close(await site.open(target));
      for (const place of [site.place, target]) await place.upgrade(MORE_COLUMNS);
      expect(await copyExchange(source, await site.openTarget(target), quietly)).toMatchObject({ transactions: 12 });
      expect(await useAll(await site.open(target), 2)).toEqual(found(2));
    });

    test('that excludes this program makes every call of an open store fail, and nothing is changed', async () => {
      const store = await site.openMarket();
      const head = await store.head();
      await site.place.upgrade(EXCLUDES);
      const tail = site.keep(await openTail(store.tail));
      const questions = [
        () => store.check(),
        () => store.head(),
        () => store.read([]),
        () => store.pool(APPLE.address, BREAD.address),
        () => tail.next({ sequence: 0, id: null }, 1),
        () => post(store, swap(10n)),
      ];
      for (const ask of questions) {
        const answer = ask();
        await expect(answer, String(ask)).rejects.toThrow(StoreUnavailable);
        await expect(answer, String(ask)).rejects.toThrow(/: start a newer millpond$/);
      }
      await site.place.setSchema({ version: BASE_VERSION + 1, oldest: BASE_VERSION });
      await store.check();
      expect(await store.head()).toBe(head);
      expect(await post(store, swap(10n))).toMatchObject([{ sequence: head + 1 }]);
    });

    test('that excludes this program keeps it from writing anything else either, and takes its leases', async () => {
      const store = await site.openMarket();
      const projection = site.keep(await openProjection(store.projection));
      const lease = { holder: 'this program', forMs: 10_000 };
      const [market, log] = [
        (await projection.takeLease({ ...lease, name: 'market' })) as number,
        (await projection.takeLease({ ...lease, name: 'log' })) as number,
      ];
      const start = { sequence: 0, id: null };
      const advance = () => projection.advance({ fence: market, mark: start, from: 0 });
      expect(await advance()).toBe(true);
      await site.place.upgrade(EXCLUDES);
      const writes = [
        () => projection.takeLease({ ...lease, name: 'market' }),
        () => projection.takeLease({ ...lease, name: 'orders' }),
        () => projection.restartLog(log),
        () => store.addKey(keyOf('late')),
        () => store.sideRecords.change([{ kind: 'thing', id: 'late', version: 0, body: '{}' }], { nowMs: 1 }),
        () => store.chainRequests.addWallet(ann),
        () => store.chainRequests.accept(chainRequest('late')),
        () => store.chainRequests.bind(chainSend(), [1]),
      ];
      for (const write of writes) await expect(write(), String(write)).rejects.toThrow(/: start a newer millpond$/);
      expect(await site.place.ask('SELECT name FROM lease WHERE until_ms > 0')).toEqual([]);
      expect(await store.sideRecords.list({ kind: 'thing', limit: 9 })).toEqual([]);
      expect(await store.keys()).toEqual([]);
      await site.place.setSchema({ version: BASE_VERSION + 1, oldest: BASE_VERSION });
      expect(await advance(), 'the fence is no longer valid').toBe(false);
      expect(await projection.takeLease({ ...lease, name: 'market' })).toBeGreaterThan(market);
    });

    test('that permits this program leaves it its leases', async () => {
      const store = await site.openMarket();
      const projection = site.keep(await openProjection(store.projection));
      const lease = { name: 'market', holder: 'this program', forMs: 10_000 } as const;
      const fence = await projection.takeLease(lease);
      await site.place.upgrade(MORE_COLUMNS);
      expect(await projection.takeLease(lease)).toBe(fence);
    });
  });
}
