// A server that refuses us: one line and exit code 2 at start, 503 while running, and never the password.
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { TON, USDT } from '../../src/contract/fields.ts';
import { StoreUnavailable } from '../../src/ports/store.ts';
import { explain, isLost } from '../../src/store/postgres/connection.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { Client } from '../crash/client.ts';
import { Orders } from '../crash/orders.ts';
import { MAIN, Program, Server } from '../crash/process.ts';
import { account } from '../paper-exchange.ts';
import { Random } from '../simulation/random.ts';
import { POLICY } from '../store-contract/site.ts';
import { createDatabase } from './database.ts';
import { COMMIT, DatabaseProxy } from './proxy.ts';
import { ask } from './replication.ts';
import { freePort } from './server.ts';

const PASSWORD = 'o-pen%2Fsesame';
const OPTIONS = { poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY };

describe('at start', () => {
  it.each([
    ['an unknown role', { username: 'nobody-here' }, 'it does not accept this role', '28000'],
    ['an unknown database', { pathname: '/nothing-here' }, 'there is no such database', '3D000'],
    [
      'an unknown parameter',
      { search: '?colour=blue' },
      'it does not know a parameter, perhaps one in the URL',
      '42704',
    ],
    ['a parameter out of range', { search: '?work_mem=blue' }, 'it closed the connection', '22023'],
  ])('%s is told in one line', async (_, change, reason, code) => {
    const { url } = await database();
    expect(await refusal(Object.assign(new URL(url), { password: PASSWORD }, change).href)).toMatch(
      new RegExp(`: ${reason}.* \\(PostgreSQL: .*, code ${code}\\)$`),
    );
  });

  it.each([
    ['a way of TLS that there is not', '?sslmode=sometimes', 'sslmode=sometimes must be disable, allow, '],
    ['a certificate that is missing', '?sslrootcert=/no/ca.pem', 'sslrootcert=/no/ca.pem: there is no such file'],
    ['a file that is no certificate', `?sslrootcert=${MAIN}`, 'main.ts: it cannot be read as a certificate'],
    ['a target that the driver does not know', '?target_session_attrs=any-one', 'the URL cannot be used'],
  ])('%s is told in one line', async (_, search, reason) => {
    expect(await refusal(`postgres://ann:${PASSWORD}@127.0.0.1:1/millpond${search}`)).toContain(reason);
  });

  it.each([
    ['a port out of range', `postgres://ann:${PASSWORD}@127.0.0.1:99999/millpond`, 'the URL cannot be used'],
    ['a bad percent sign', `postgres://ann:${PASSWORD}%zz@127.0.0.1/millpond`, 'the URL cannot be used'],
  ])('%s is told without the password', async (_, url, reason) => {
    expect(await refusal(url)).toContain(reason);
  });

  it('a missing server is reported without the password', async () => {
    const port = await freePort();
    const said = await refusal(`postgres://ann:${PASSWORD}@127.0.0.1:${port}/millpond?password=${PASSWORD}`);
    expect(said).toMatch(new RegExp(`^postgres://…@127.0.0.1:${port}/millpond: it cannot be reached \\(`));
  });

  it('several missing servers are reported too, and not retried for ever', async () => {
    const ports = [await freePort(), await freePort()];
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
    expect(await refusal(`postgres://ann:${PASSWORD}@${hosts}/millpond`, { ...OPTIONS, timeoutMs: 1000 })).toBe(
      `postgres://…@${hosts}/millpond: it cannot be reached (no answer in time)`,
    );
  });

  it('ends the process with code 2', async () => {
    const url = `postgres://nobody-here:${PASSWORD}@${new URL(inject('postgresUrl')).host}/postgres`;
    const program = new Program([process.execPath, MAIN, 'serve', '--demo'], { DATABASE_URL: url, PORT: '0' });
    expect(await program.ended).toEqual({ code: 2, signal: null });
    expect({ stdout: program.stdout, stderr: program.stderr }).toEqual({
      stdout: '',
      stderr: `millpond: ${await refusal(url)}\n`,
    });
  });

  it('a table that may not be read is reported in one line', async () => {
    const { url, role, as } = await database();
    await (await openPostgresStore({ url: as, ...OPTIONS })).close();
    await ask(url, `REVOKE ALL ON head FROM ${role}`);
    expect(await refusal(as)).toMatch(/: the role lacks a privilege \(.*table head, code 42501\)$/);
  });
});

it('while running, a revoked permission gives 503 until it is granted again', async () => {
  const { url, role, as } = await database();
  const server = await Server.start(as, { BUSY_TIMEOUT: '30000' });
  const store = await openPostgresStore({ url: as, ...OPTIONS });
  onTestFinished(() => store.close());
  const { key } = await createKey(store, { account: account('ann'), role: 'trader' }, Date.now());
  const client = new Client(server.url);
  const order = new Orders(new Random(1), 'refused').make('createSwap');
  const statuses = async () => {
    const withKey = await fetch(`${server.url}/getBalances`, { headers: { Authorization: `Bearer ${key}` } });
    const quote = await client.get(`/getQuote?tokenA=${TON}&tokenB=${USDT}&amount=1&route=direct`);
    return [withKey.status, quote.status, (await client.send(order)).status];
  };
  await ask(url, `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`);
  expect(await statuses()).toEqual([503, 503, 503]);
  await server.printed(/"level":50.*the role lacks a privilege/);
  expect(server.errors).not.toContain('password@');
  await ask(url, `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
  expect(await statuses()).toEqual([200, 200, 200]);
  await ask(url, 'ALTER TABLE balances RENAME TO balances_away');
  expect(await statuses()).toEqual([503, 503, 503]);
  await server.printed(/"level":50.*a table is missing/);
});

describe('a session that the server has ended', () => {
  it.each([
    ['idle in its transaction', 'idle_in_transaction_session_timeout'],
    ['with its transaction', 'transaction_timeout'],
  ])('%s has not answered the statement under way', async (_, setting) => {
    const { url } = await database();
    const proxy = await DatabaseProxy.start(url);
    const sql = postgres(proxy.url, { max: 1, fetch_types: false });
    onTestFinished(() => sql.end({ timeout: 0 }));
    await sql.unsafe('BEGIN');
    const held = proxy.trap(COMMIT, 'hold');
    await sql.unsafe(`SET LOCAL ${setting} = 300`);
    const error = await sql.unsafe('COMMIT').catch((error: unknown) => error);
    await held;
    expect(isLost(error)).toBe(true);
    expect(explain(error, url)).toMatchObject({ name: 'StoreUnavailable', reason: 'failed' });
  });

  // The driver does not report what the server says on closing the connection, unless it says so at once.
  it.each([
    ['25P03', 'FATAL'],
    ['25P04', 'FATAL'],
    ['57P01', 'ERROR'],
    ['08P01', undefined],
    ['XX000', 'PANIC'],
  ])('has not answered when it says %s', (code, severity) => {
    expect(isLost(serverError(code, severity))).toBe(true);
  });
});

it.each(['23505', '40001', '42501', '55P03', '57014', '53100', 'XX000'])('takes %s for an answer', (code) => {
  expect(isLost(serverError(code, 'ERROR'))).toBe(false);
});

it.each([
  ['40001', 'busy'],
  ['53200', 'busy'],
  ['53100', 'full'],
  ['58030', 'failed'],
  ['3F000', 'failed'],
  ['26000', 'failed'],
  ['42P05', 'failed'],
  ['42703', 'failed'],
  ['XX000', 'failed'],
  ['XX001', 'corrupt'],
])('%s is the affair of the operator', (code, reason) => {
  expect(explain(serverError(code, 'ERROR'), 'postgres://a:b@c/d')).toMatchObject({ name: 'StoreUnavailable', reason });
});

it.each(['23505', '22003', '42601'])('%s is a bug', (code) => {
  const error = serverError(code, 'ERROR');
  expect(explain(error, 'postgres://a:b@c/d')).toBe(error);
});

const serverError = (code: string, severity: string | undefined) =>
  Object.assign(new Error(), { name: 'PostgresError', code, severity });

/** Why a store cannot be opened: one line, without a password. */
async function refusal(url: string, { timeoutMs } = OPTIONS): Promise<string> {
  const opened = openPostgresStore({ url, ...OPTIONS, timeoutMs }).then((store) => store.close());
  const error = await opened.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(StoreUnavailable);
  const { message } = error as Error;
  expect(message).not.toContain('sesame');
  expect(message).not.toContain('\n');
  return message;
}

/** A database with an unprivileged role that has all rights on it; `as` is the URL for that role. */
async function database() {
  const { url, drop } = await createDatabase();
  const role = `millpond_${randomBytes(6).toString('hex')}`;
  await ask(url, `CREATE ROLE ${role} LOGIN PASSWORD 'password'`);
  await ask(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO ${role}`);
  onTestFinished(async () => {
    await drop();
    await ask(inject('postgresUrl'), `DROP ROLE ${role}`);
  });
  return { url, role, as: Object.assign(new URL(url), { username: role, password: 'password' }).href };
}
