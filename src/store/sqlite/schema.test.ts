// Rules that the database itself enforces, whatever the program does.
import { describe, expect, test } from 'vitest';
import { useTempFolder } from '../../../test/temp-folder.ts';
import { NEXT_SENT } from '../rows/activity.ts';
import { ENDED_AFTER, LAST_EVENT, nextSentOnChain } from '../rows/chain-requests.ts';
import { LAST_CHECKPOINT } from '../sql/log.ts';
import { ACCOUNTS } from './activity.ts';
import { openWriter } from './connection.ts';
import { LAST_TOKEN_CHANGE } from './reader.ts';
import { migrate } from './schema.ts';

const at = useTempFolder();
const openFresh = () => {
  const db = openWriter({ path: at('exchange.db'), busyTimeoutMs: 20 });
  migrate(db);
  return db;
};

test('the writer uses the write-ahead log with synchronous=FULL, so that commits are on the disk when they return, and enforces foreign keys', () => {
  const db = openFresh();
  expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  expect(db.prepare('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 });
  db.close();
});

describe('the table of balances', () => {
  test.each([
    ['ann', '0', true],
    ['ann', '-1', false],
    ['the issuer', '-1', true],
    ['the lock', '-1', false],
    ['pool 1', '-1', false],
    ['ann', '9'.repeat(38), true],
    ['ann', '9'.repeat(39), false],
    ['ann', '1.5', false],
    ['ann', '1e3', false],
    ['ann', ' 1', false],
  ])('accepts a row of %s with balance %s: %s', (account, units, accepted) => {
    const db = openFresh();
    const put = () =>
      db.prepare('INSERT INTO balances (account, token, balance) VALUES (?, ?, ?)').run(account, 'apple', units);
    if (accepted) expect(put().changes).toBe(1);
    else expect(put).toThrow('CHECK constraint failed');
    db.close();
  });
});

test('the query of users’ accounts searches by the primary key, and does not scan accounts of the exchange', () => {
  const db = openFresh();
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${ACCOUNTS}`).all() as { detail: string }[];
  const looks = plan.map(({ detail }) => detail).filter((detail) => detail.includes('balances'));
  expect(looks).toEqual([
    ...Array(4).fill('SEARCH balances USING PRIMARY KEY (account>? AND account<?)'),
    'SEARCH balances USING PRIMARY KEY (account=?)',
  ]);
  db.close();
});

test('to whom somebody has sent tokens is found by one seek in an index, on the ledger and on a chain', () => {
  const db = openFresh();
  const plan = (sql: string) => db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
  const seek = (table: string, index: string, columns: string) => [
    { detail: `SEARCH ${table} USING COVERING INDEX ${index} (${columns})` },
  ];
  expect(plan(NEXT_SENT)).toMatchObject(seek('parties', 'parties_by_sender', '(sender,account)>(?,?)'));
  expect(plan(nextSentOnChain('?', '?'))).toMatchObject(
    seek('chain_orders', 'chain_orders_by_recipient', '(account,recipient)>(?,?)'),
  );
  db.close();
});

test('the query of the last change to a token uses its index, so that trades are not scanned', () => {
  const db = openFresh();
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${LAST_TOKEN_CHANGE}`).all();
  expect(plan).toMatchObject([{ detail: 'SCAN journal USING INDEX journal_of_tokens' }]);
  db.close();
});

describe('migrate', () => {
  test('changes nothing when it is repeated, in particular not the factory', () => {
    const db = openFresh();
    const state = () => [
      db.prepare('SELECT * FROM head').all(),
      db.prepare('PRAGMA user_version').get(),
      db.prepare('SELECT sql FROM sqlite_schema').all(),
    ];
    const before = state();
    migrate(db);
    expect(state()).toEqual(before);
    expect(before[0]).toEqual([
      { id: 1, factory: expect.stringMatching(/^[0-9a-f]{64}$/), sequence: 0, last_transaction: null, listed: 0 },
    ]);
    expect(before[1]).toEqual({ user_version: expect.any(Number) });
    db.close();
  });

  test('refuses a file of the first version, which had no table of the oldest program', () => {
    const db = openWriter({ path: at('older.db'), busyTimeoutMs: 20 });
    db.exec('CREATE TABLE head (id INTEGER); PRAGMA application_id = 0x4d494c4c; PRAGMA user_version = 1');
    expect(() => migrate(db)).toThrow(/cannot read it: move older\.db\* to another folder/);
    db.close();
  });

  test('throws if the schema requires a newer program, and leaves no transaction open', () => {
    const db = openFresh();
    db.exec('PRAGMA user_version = 1000; UPDATE oldest_program SET version = 1000');
    expect(() => migrate(db)).toThrow(/its schema is version 1000 or newer, but this program knows only up to \d+/);
    expect(db.isTransaction).toBe(false);
    db.close();
  });
});

test('the queries of chain events use their index, and need no sort', () => {
  const db = openFresh();
  const planOf = (sql: string) => JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
  expect(planOf(ENDED_AFTER('7', '9'))).toContain('USING INDEX chain_orders_ended');
  expect(planOf(LAST_EVENT)).toContain('USING COVERING INDEX chain_orders_ended');
  expect(planOf(ENDED_AFTER('7', '9'))).not.toContain('B-TREE');
  db.close();
});

test('the last checkpoint of the public log is found by an index, however many there are', () => {
  const db = openFresh();
  const plan = JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${LAST_CHECKPOINT}`).all());
  expect(plan).toContain('USING INDEX log_checkpoints_by_log');
  expect(plan).not.toContain('B-TREE');
  db.close();
});
