// A database that refuses the connection or a statement: one line and exit code 2 at start, 503 while running, never the password.
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
  ])('%s is reported in one line', async (_, change, reason, code) => {
    const { url } = await database();
    expect(await refusal(Object.assign(new URL(url), { password: PASSWORD }, change).href)).toMatch(
      new RegExp(`: ${reason}.* \\(PostgreSQL: .*, code ${code}\\)$`),
    );
  });

  it.each([
    ['an unknown sslmode', '?sslmode=sometimes', 'sslmode=sometimes must be disable, allow, '],
    ['a missing certificate file', '?sslrootcert=/no/ca.pem', 'sslrootcert=/no/ca.pem: there is no such file'],
    ['a file without a certificate', `?sslrootcert=${MAIN}`, 'main.ts: it cannot be read as a certificate'],
    ['an unknown target_session_attrs', '?target_session_attrs=any-one', 'the URL cannot be used'],
  ])('%s is reported in one line', async (_, search, reason) => {
    expect(await refusal(`postgres://ann:${PASSWORD}@127.0.0.1:1/millpond${search}`)).toContain(reason);
  });

  it.each([
    ['a port out of range', `postgres://ann:${PASSWORD}@127.0.0.1:99999/millpond`, 'the URL cannot be used'],
    ['a bad percent sign', `postgres://ann:${PASSWORD}%zz@127.0.0.1/millpond`, 'the URL cannot be used'],
  ])('%s is reported without the password', async (_, url, reason) => {
    expect(await refusal(url)).toContain(reason);
  });

  it('a missing server is reported without the password', async () => {
    const port = await freePort();
    const said = await refusal(`postgres://ann:${PASSWORD}@127.0.0.1:${port}/millpond?password=${PASSWORD}`);
    expect(said).toMatch(new RegExp(`^postgres://…@127.0.0.1:${port}/millpond: it cannot be reached \\(`));
  });

  it('if no server listens on any of several hosts, opening fails after the timeout, without the password', async () => {
    const ports = [await freePort(), await freePort()];
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
    expect(await refusal(`postgres://ann:${PASSWORD}@${hosts}/millpond`, { ...OPTIONS, timeoutMs: 1000 })).toBe(
      `postgres://…@${hosts}/millpond: it cannot be reached (no answer in time)`,
    );
  });

  it('the server ends with exit code 2 and prints only the reason', async () => {
    const url = `postgres://nobody-here:${PASSWORD}@${new URL(inject('postgresUrl')).host}/postgres`;
    const program = new Program([process.execPath, MAIN, 'serve', '--demo'], { DATABASE_URL: url, PORT: '0' });
    expect(await program.ended).toEqual({ code: 2, signal: null });
    expect({ stdout: program.stdout, stderr: program.stderr }).toEqual({
      stdout: '',
      stderr: `millpond: ${await refusal(url)}\n`,
    });
  });

  it('a table without read permission is reported in one line', async () => {
    const { url, role, as } = await database();
    await (await openPostgresStore({ url: as, ...OPTIONS })).close();
    await ask(url, `REVOKE ALL ON head FROM ${role}`);
    expect(await refusal(as)).toMatch(/: the role lacks a privilege \(.*table head, code 42501\)$/);
  });
});

it('while the server runs, calls answer 503 when a permission is revoked, until it is granted again, and when a table is missing', async () => {
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

describe('if the server ends a session', () => {
  it.each([
    ['by idle_in_transaction_session_timeout', 'idle_in_transaction_session_timeout'],
    ['by transaction_timeout', 'transaction_timeout'],
  ])('%s, the statement under way counts as lost, not as answered', async (_, setting) => {
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

  // The driver reports the server's reason for closing a connection only if it arrives at once.
  it.each([
    ['25P03', 'FATAL'],
    ['25P04', 'FATAL'],
    ['57P01', 'ERROR'],
    ['08P01', undefined],
    ['XX000', 'PANIC'],
  ])('with error %s, the statement under way counts as lost', (code, severity) => {
    expect(isLost(serverError(code, severity))).toBe(true);
  });
});

it.each(['23505', '40001', '42501', '55P03', '57014', '53100', 'XX000'])('error %s is not a lost session', (code) => {
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
])('error %s is reported as StoreUnavailable for the reason %s', (code, reason) => {
  expect(explain(serverError(code, 'ERROR'), 'postgres://a:b@c/d')).toMatchObject({ name: 'StoreUnavailable', reason });
});

it.each(['23505', '22003', '42601'])('error %s is passed on unchanged, as a bug of the program', (code) => {
  const error = serverError(code, 'ERROR');
  expect(explain(error, 'postgres://a:b@c/d')).toBe(error);
});

const serverError = (code: string, severity: string | undefined) =>
  Object.assign(new Error(), { name: 'PostgresError', code, severity });

/** The error message of a store that cannot be opened; checks that it is one line without the password. */
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
