// The audit's advice for each kind of finding.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { makeDemoExchange } from '../crash/demo-exchange.ts';
import { audit, Server, temporaryDirectory } from '../crash/process.ts';

test('an audit that finds only market figures wrong says so, and how to recompute them', async () => {
  const database = join(temporaryDirectory(), 'millpond.db');
  // Market figures are stored when the server stops.
  const server = await Server.start(database);
  await fetch(`${server.url}/getMarket`);
  await server.stop();
  const db = new DatabaseSync(database);
  expect(db.prepare(`UPDATE pool_figures SET volume0 = '1'`).run().changes).toBeGreaterThan(0);
  db.close();
  const { code, stderr } = await audit(database);
  expect(code).toBe(1);
  // The failed audit is stored, so that a server can report it.
  const kept = new DatabaseSync(database);
  expect(kept.prepare('SELECT state, fault, ended_at_ms >= started_at_ms AS isOver FROM audits').all()).toMatchObject([
    { state: 'failed', fault: expect.stringMatching(/^the figures of the pool /), isOver: 1 },
  ]);
  kept.close();
  expect(stderr).toMatch(/^audit FAILED: the figures of the pool /m);
  expect(stderr).toContain(
    'the journal and the balances are correct; run millpond market rebuild to recompute the market data',
  );
});

test('an audit starts where the last one ended that was stated, by the command or by a server; others state nothing', async () => {
  const database = join(temporaryDirectory(), 'millpond.db');
  await makeDemoExchange(database);
  const server = await Server.start(database);
  const { head } = (await printedBy(
    () => audit(database, '--publish'),
    /stated in the journal that everything up to transaction (?<head>\d+) /,
  )) as { head: string };
  const next = Number(head) + 1;
  const { stdout } = await audit(database);
  expect(stdout).toMatch(new RegExp(`^audit passed from transaction ${next} on: 1 transactions, `));
  expect(stdout).toMatch(
    /^read from where the last audit ended, and \d+ earlier transactions, drawn at random \(--seed [0-9a-f]{16}\)$/m,
  );
  expect((await audit(database, '--seed', 'ab')).stdout).toContain('drawn at random (--seed ab)');
  expect((await audit(database, '--full')).stdout).toMatch(/^read all transactions$/m);
  const started = await fetch(`${server.url}/startAudit`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(started.status).toBe(200);
  await vi.waitFor(async () => {
    const answer = await (await fetch(`${server.url}/getLastAudit`)).json();
    expect(answer).toMatchObject({ data: { audit: { state: 'passed', from: next }, full: { sequence: next } } });
  }, 60_000);
  await server.stop();
});

/** Repeats a command until it has printed this, since market data and public log are stored a little later. */
async function printedBy(command: () => Promise<{ readonly stdout: string }>, what: RegExp) {
  return vi.waitFor(async () => {
    const { stdout } = await command();
    expect(stdout).toMatch(what);
    return what.exec(stdout)?.groups;
  }, 60_000);
}

test('an audit reports an unreadable row of the journal by its number, without a stack trace', async () => {
  const database = join(temporaryDirectory(), 'millpond.db');
  await makeDemoExchange(database);
  const db = new DatabaseSync(database);
  db.exec(`UPDATE journal SET receipt = substr(receipt, 1, 20) WHERE sequence = 30`);
  db.close();
  const { code, stderr } = await audit(database);
  expect(code).toBe(1);
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^audit FAILED: transaction 30 in the journal cannot be/),
    '',
  ]);
  const kept = new DatabaseSync(database);
  expect(kept.prepare('SELECT state, fault FROM audits').all()).toMatchObject([
    { state: 'failed', fault: expect.stringContaining('transaction 30') },
  ]);
  kept.close();
});
