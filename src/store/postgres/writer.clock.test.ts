// A node whose own clock is wrong: the server's clock decides, read while the journal's lock is held.
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { APPLE } from '../../../test/paper-exchange.ts';
import { ann, deposit, registerToken, swap } from '../../../test/paper-orders.ts';
import { createDatabase, type Database } from '../../../test/postgres/database.ts';
import { MARKET, order, POLICY } from '../../../test/store-contract/site.ts';
import type { Command } from '../../core/commands/command.ts';
import { timeOf } from '../../core/settle/transaction-id.ts';
import { ClockGuard } from '../writer/clock.ts';
import { toOutcome } from '../writer/wire.ts';
import { connect } from './connection.ts';
import { migrate } from './schema.ts';
import { PostgresWriter } from './writer.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let database: Database;
let writer: PostgresWriter;
const place = () => ({ url: database.url, poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000 });

beforeEach(async () => {
  database = await createDatabase();
  const sql = connect(place(), 1);
  await migrate(sql);
  await sql.end();
  writer = new PostgresWriter(place(), POLICY, '00'.repeat(32));
});

afterEach(async () => {
  vi.useRealTimers();
  await writer.close();
  await database.drop();
});

const give = async (...commands: readonly Command[]) =>
  (await writer.commit(commands.map((command) => order(command)))).outcomes.map(toOutcome);

describe.each([
  ['fast', HOUR_MS],
  ['slow', -HOUR_MS],
])('a clock that is an hour %s', (_, offMs) => {
  test('of a node changes neither the time of a transaction nor when a deadline has passed', async () => {
    const realMs = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: realMs + offMs });
    await give(...MARKET);
    const [inTime] = await give(swap(10n, { deadlineMs: realMs + 10 * MINUTE_MS }));
    expect(inTime).toMatchObject({ posted: { sequence: 8 } });
    const { createdAtMs, id } = (inTime as { posted: { createdAtMs: number; id: string } }).posted;
    expect(Math.abs(createdAtMs - realMs)).toBeLessThan(10 * MINUTE_MS);
    expect(timeOf(id)).toBe(createdAtMs);
    expect(await give(swap(10n, { deadlineMs: realMs - 10 * MINUTE_MS }))).toMatchObject([
      { refusal: { code: 'deadline_passed' } },
    ]);
  });
});

test('with two nodes whose clocks are ten seconds apart, the times of successive transactions never decrease', async () => {
  const other = new PostgresWriter(place(), POLICY, '00'.repeat(32));
  try {
    const realMs = Date.now();
    const times: number[] = [];
    for (const [at, node] of [writer, other, writer, other, other, writer].entries()) {
      vi.useFakeTimers({ toFake: ['Date'], now: realMs + (node === writer ? 5000 : -5000) });
      const { outcomes } = await node.commit([order(at === 0 ? registerToken(APPLE) : deposit(ann, APPLE, 1n))]);
      const [outcome] = outcomes.map(toOutcome);
      times.push((outcome as { posted: { createdAtMs: number } }).posted.createdAtMs);
    }
    expect(times).toEqual(times.toSorted((one, another) => one - another));
  } finally {
    await other.close();
  }
});

test('a transaction that waits for the journal’s lock gets the time at which it got the lock', async () => {
  await give(registerToken(APPLE));
  const sql = postgres(database.url, { max: 2, onnotice: () => {} });
  const waited = Promise.withResolvers<number>();
  const waiting = sql.begin(async (transaction) => {
    await transaction`SELECT sequence FROM head FOR UPDATE`;
    const given = give(deposit(ann, APPLE, 1n));
    for (let isWaiting = false; !isWaiting; ) {
      const [row] = await sql`SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted`;
      isWaiting = row?.count > 0;
    }
    // This time is read only once the commit waits, so that any time the commit read before is earlier.
    const [row] = await transaction<[{ ms: string }]>`
      SELECT pg_sleep(0.05), floor(extract(epoch FROM clock_timestamp()) * 1000)::text AS ms`;
    waited.resolve(Number(row.ms));
    return { given };
  });
  const { given } = await waiting;
  const [outcome] = await given;
  await sql.end();
  expect((outcome as { posted: { createdAtMs: number } }).posted.createdAtMs).toBeGreaterThanOrEqual(
    await waited.promise,
  );
});

test('if the server’s clock has jumped an hour ahead, commits and checks fail until it is right again, and the journal is not left locked', async () => {
  let elapsedMs = 0;
  const elapsed = { awakeMs: () => elapsedMs, sinceBootMs: () => elapsedMs };
  const node = new PostgresWriter(place(), POLICY, '00'.repeat(32), new ClockGuard(30_000, elapsed));
  try {
    const refused = { name: 'StoreUnavailable', reason: 'clock' };
    await node.commit([order(registerToken(APPLE))]);
    // For a node that has seen an hour less pass than the server, the server has jumped an hour ahead.
    elapsedMs -= HOUR_MS;
    await expect(node.commit([order(deposit(ann, APPLE, 1n))])).rejects.toMatchObject(refused);
    await expect(node.check()).rejects.toMatchObject(refused);
    expect(await give(deposit(ann, APPLE, 1n))).toMatchObject([{ posted: { sequence: 2 } }]);
    elapsedMs += HOUR_MS;
    await node.check();
    const { outcomes } = await node.commit([order(deposit(ann, APPLE, 1n))]);
    expect(outcomes.map(toOutcome)).toMatchObject([{ posted: { sequence: 3 } }]);
  } finally {
    await node.close();
  }
});
