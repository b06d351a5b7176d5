// Query plans of PostgreSQL on large tables: each query uses an index, and none scans the whole table.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '../../../test/postgres/database.ts';
import type { Account } from '../../core/amount.ts';
import { NEXT_SENT } from '../rows/activity.ts';
import {
  CHAIN_FIGURES,
  ENDED_AFTER,
  gapsOf,
  IS_TO_SIGN,
  IS_UNDER_WAY,
  LAST_EVENT,
  nextSentOnChain,
  pendingRequests,
} from '../rows/chain-requests.ts';
import { LAST_CHECKPOINT } from '../sql/log.ts';
import { OPEN_ORDERS } from '../sql/market.ts';
import { accountsAfter } from './activity.ts';
import { type Connection, connect } from './connection.ts';
import { OPEN_ROWS, ordersAfter } from './projection/market-reads.ts';
import { lastTokenChange } from './reader.ts';
import { sweep } from './repetitions.ts';
import { migrate } from './schema.ts';

let database: Database;
let sql: Connection;
beforeAll(async () => {
  database = await createDatabase();
  sql = connect({ url: database.url, poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000 }, 1);
  await migrate(sql);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const planOf = async (
  statement: ReturnType<typeof sweep | typeof accountsAfter | typeof lastTokenChange | typeof ordersAfter>,
): Promise<string> => (await sql`EXPLAIN (COSTS OFF) ${statement}`).map((row) => row['QUERY PLAN']).join('\n');

test('expired refusals are found by their index and deleted without reading the others', async () => {
  await sql`
    INSERT INTO replies (actor, key, fingerprint, rejection, refused_at_ms)
    SELECT 'ann', n::text, 'f', '{}', n FROM generate_series(1, 20000) AS n`;
  await sql`ANALYZE replies`;
  const plan = await planOf(sweep(sql, { limit: 2000, untilMs: 5000 }));
  expect(plan).toContain('Index Scan using refusals_by_time on replies');
  expect(plan).toContain('Tid Scan on replies');
  expect(plan).not.toContain('Seq Scan');
  await sweep(sql, { limit: 2000, untilMs: 5000 });
  expect([...(await sql`SELECT min(refused_at_ms), count(*) FROM replies`)]).toEqual([{ min: 2001, count: 18_000 }]);
});

test('the query of users’ accounts uses the index, and does not scan accounts of the exchange', async () => {
  await sql`
    INSERT INTO balances (account, token, balance)
    SELECT 'pool ' || n, 'apple', 1 FROM generate_series(1, 20000) AS n
    UNION ALL SELECT 'order ' || n, 'apple', 1 FROM generate_series(1, 20000) AS n
    UNION ALL SELECT 'the issuer', n::text, -1 FROM generate_series(1, 20000) AS n
    UNION ALL SELECT name, 'apple', 1 FROM unnest('{ann,order,orders,pool,pools,zoe}'::text[]) AS name`;
  await sql`ANALYZE balances`;
  const plan = await planOf(accountsAfter(sql, { after: 'ann', limit: 9 }));
  expect(plan.match(/Index Cond: \(\(account > '[^']+'::text\) AND \(account < '/g)).toHaveLength(4);
  expect(plan).not.toContain('Seq Scan on balances');
  const names = (await accountsAfter(sql, { after: 'ann', limit: 9 })).map(({ account }) => account);
  expect(names).toEqual(['order', 'orders', 'pool', 'pools', 'zoe']);
});

test('the open candles of every pool are found by their primary key, however many are closed', async () => {
  const figures = `n, n, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 FROM generate_series(1, 20000) AS n`;
  await sql.unsafe(`INSERT INTO candles SELECT n % 100, 60000, n, NULL, NULL, NULL, NULL, ${figures}`);
  await sql.unsafe(`INSERT INTO pool_figures SELECT n, ${figures} WHERE n < 100`);
  await sql`ANALYZE candles, pool_figures`;
  const plan = (await sql.unsafe(`EXPLAIN (COSTS OFF) ${OPEN_ROWS}`)).map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Scan using candles_pkey on candles');
  expect(plan).toMatch(/Index Cond: \(\(pool = .* AND \(interval_ms = .* AND \(start_ms = /);
});

test('the last change to a token is found by its index, however much was traded since', async () => {
  await sql`
    INSERT INTO journal (sequence, id, kind, actor, created_at_ms, checksum, receipt)
    SELECT n, gen_random_uuid(), CASE n WHEN 1 THEN 'registerToken' ELSE 'swap' END, 'ann', n, '[]', '{}'
    FROM generate_series(1, 20000) AS n`;
  await sql`ANALYZE journal`;
  expect(await planOf(lastTokenChange(sql))).toContain('using journal_of_tokens on journal');
  expect([...(await lastTokenChange(sql))]).toMatchObject([{ sequence: 1 }]);
});

test('orders are listed and counted by their indexes, however many are closed', async () => {
  await sql`
    INSERT INTO orders (number, sequence, id, account, is_open, status, token_a, token_b, amount_a, min_received, in_parts,
      placed_at_ms, expires_at_ms, filled_a, received_b, fills, returned, is_purchase)
    SELECT n, n, n::text, 'account ' || n % 100, (n % 50 = 0)::int, CASE n % 50 WHEN 0 THEN 'open' ELSE 'filled' END,
      'a', 'b', '1', '1', 1, n, n, '1', '1', 1, '0', 0 FROM generate_series(1, 50000) AS n`;
  await sql`ANALYZE orders`;
  const account = 'account 0' as Account;
  const pages = [
    { account, after: { isOpen: true, order: Number.MAX_SAFE_INTEGER }, limit: 200 },
    { account, after: { isOpen: false, order: 20_000 }, limit: 200 },
    { account, after: { isOpen: true, order: 20_000 }, onlyOpen: true, limit: 200 },
    { after: { isOpen: true, order: 30_000 }, limit: 200 },
    { after: { isOpen: true, order: 30_000 }, onlyOpen: true, limit: 200 },
  ];
  for (const page of pages) {
    const plan = await planOf(ordersAfter(sql, page));
    expect(plan).toContain(`Index Scan Backward using orders_by_${'account' in page ? 'account' : 'state'} on orders`);
    expect(plan).not.toContain('Sort');
  }
  const plan = (await sql.unsafe(`EXPLAIN (COSTS OFF) ${OPEN_ORDERS}`)).map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/orders_by_(state|price)/);
  expect(plan).not.toContain('Seq Scan');
});

test('the last checkpoint of the public log is found by an index, however many there are', async () => {
  await sql`
    INSERT INTO log_checkpoints (log, size, root, made_at_ms, vkey, note)
    SELECT 1, n, 'root', n, 'key', repeat('note ', 80) FROM generate_series(1, 20000) AS n`;
  await sql`ANALYZE log_checkpoints`;
  const plan = (await sql.unsafe(`EXPLAIN (COSTS OFF) ${LAST_CHECKPOINT}`)).map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Scan Backward using log_checkpoints_by_log');
});

describe('to whom somebody has sent tokens', () => {
  /** Blocks that the query reads, planned for any values, as a statement is that is prepared once and used often. */
  const blocksOf = async (query: string, from: string, to: string) => {
    await sql`SET plan_cache_mode = force_generic_plan`;
    await sql.unsafe(`PREPARE next_sent (text, text) AS ${query}`);
    const [row] = await sql.unsafe(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE next_sent ('${from}', '${to}')`);
    await sql.unsafe('DEALLOCATE next_sent');
    await sql`RESET plan_cache_mode`;
    const plan = row?.['QUERY PLAN'][0].Plan;
    const [scan] = plan.Plans;
    return {
      scan: scan['Node Type'],
      index: scan['Index Name'],
      few: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] < 10,
    };
  };
  const LEDGER = NEXT_SENT.replace('?', '$1').replace('?', '$2');
  const SEEK = { scan: 'Index Only Scan', few: true };

  test.each([
    ['everybody to one', `'shop'`, `'person ' || n`],
    ['one to everybody', `'person ' || n`, `'boss'`],
    ['one to one, again and again', `'shop'`, `'boss'`],
  ])('is found by one seek in an index among 10,000 transfers: %s', async (_, to, from) => {
    await sql`TRUNCATE journal CASCADE`;
    await sql`TRUNCATE chain_orders`;
    await sql`
      INSERT INTO journal (sequence, id, kind, actor, created_at_ms, checksum, receipt)
      SELECT n, gen_random_uuid(), 'transfer', 'ann', n, '', '{}' FROM generate_series(1, 10000) AS n`;
    await sql.unsafe(
      `INSERT INTO parties (account, sequence, sender) SELECT ${to}, n, ${from} FROM generate_series(1, 10000) AS n`,
    );
    await sql.unsafe(
      `INSERT INTO chain_orders (number, id, account, kind, request, messages, watch, created_at_ms, status, recipient)
       SELECT n, n::text, ${from}, 'transfer', '', '', '', n, 'pending', ${to} FROM generate_series(1, 10000) AS n`,
    );
    await sql`VACUUM ANALYZE parties, chain_orders`;
    for (const [sender, recipient] of [
      ['boss', 'shop'],
      ['boss', 'thief'],
      ['person 7', 'shop'],
      ['zoe', 'zoe'],
    ] as const) {
      expect(await blocksOf(LEDGER, sender, recipient)).toEqual({ ...SEEK, index: 'parties_by_sender' });
      const onChain = await blocksOf(nextSentOnChain('$1', '$2'), sender, recipient);
      expect(onChain).toEqual({ ...SEEK, index: 'chain_orders_by_recipient' });
    }
    await sql`TRUNCATE journal CASCADE`;
    await sql`TRUNCATE chain_orders`;
  });
});

test('every query of chain orders and sends uses an index, however many have ended', async () => {
  await sql`
    INSERT INTO chain_sends (id, account, seqno, valid_until_s, after_lt, boc, body_hash, state, lt, hash)
    SELECT n, 'account ' || n % 100, n, n, '1', '', '', 'done', '1', '' FROM generate_series(1, 20000) AS n`;
  await sql`
    INSERT INTO chain_orders (number, id, account, kind, request, messages, watch, created_at_ms, send, status, result, event, ended_at_ms)
    SELECT n, n::text, 'account ' || n % 100, 'swap', '', '', '', n, CASE n % 500 WHEN 0 THEN NULL ELSE n END,
      CASE WHEN n % 500 < 2 THEN 'pending' ELSE 'completed' END, CASE WHEN n % 500 < 2 THEN NULL ELSE '{}' END,
      CASE WHEN n % 500 < 2 THEN NULL ELSE n END, CASE WHEN n % 500 < 2 THEN NULL ELSE n END
    FROM generate_series(1, 20000) AS n`;
  await sql`ANALYZE chain_sends, chain_orders`;
  const plan = async (statement: string) =>
    (await sql.unsafe(`EXPLAIN (COSTS OFF) ${statement}`)).map((row) => row['QUERY PLAN']).join('\n');
  const rows: readonly (readonly [index: string, statement: string])[] = [
    [
      'chain_orders_to_sign',
      `SELECT * FROM chain_orders WHERE account = 'account 0' AND ${IS_TO_SIGN} ORDER BY number LIMIT 9`,
    ],
    [
      'chain_orders_to_sign',
      `SELECT account FROM chain_orders WHERE ${IS_TO_SIGN} AND account > 'a' ORDER BY account LIMIT 9`,
    ],
    ['chain_orders_signed', `SELECT * FROM chain_orders WHERE ${IS_UNDER_WAY} AND number > 7 ORDER BY number LIMIT 9`],
    ['chain_sends_pkey', `SELECT * FROM chain_orders WHERE ${IS_UNDER_WAY} AND number > 7 ORDER BY number LIMIT 9`],
    ['chain_sends_live', `SELECT * FROM chain_sends WHERE account = 'account 0' AND state = 'live'`],
    [
      'chain_sends_done',
      `SELECT * FROM chain_sends WHERE account = 'account 0' AND state = 'done' ORDER BY seqno DESC LIMIT 1`,
    ],
    ['chain_sends_done', gapsOf("'account 0'", '7')],
    [
      'chain_orders_by_account',
      `SELECT * FROM chain_orders WHERE account = 'account 0' AND number < 7 ORDER BY number DESC LIMIT 9`,
    ],
    ['chain_orders_to_sign', pendingRequests("'account 0'", '9')],
    ['chain_orders_signed', pendingRequests("'account 0'", '9')],
    ['chain_orders_by_account', "SELECT max(number) FROM chain_orders WHERE account = 'account 0'"],
    ['chain_orders_ended', ENDED_AFTER('7', '9')],
    ['chain_orders_ended', LAST_EVENT],
    ['chain_orders_account_key_key', `SELECT * FROM chain_orders WHERE account = 'account 0' AND key = 'k'`],
    ['chain_orders_to_sign', CHAIN_FIGURES],
    ['chain_orders_signed', CHAIN_FIGURES],
    ['chain_sends_live', CHAIN_FIGURES],
    ['chain_orders_signed', `UPDATE chain_orders SET send = NULL WHERE send = 7 AND status = 'pending'`],
  ];
  for (const [index, statement] of rows) {
    expect([statement, await plan(statement)]).toEqual([statement, expect.stringContaining(index)]);
    expect(await plan(statement)).not.toContain('Seq Scan');
  }
});
