// TLS to the database, with libpq's parameters sslmode and sslrootcert in the URL.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { checkServerIdentity as checkIdentity, PeerCertificate } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../src/store/postgres/connection.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { targetOf, unencrypted } from '../../src/store/postgres/url.ts';
import { headOf, POLICY } from '../store-contract/site.ts';
import { createDatabase } from './database.ts';
import { account, newFolder, type PostgresServer, startPostgres } from './server.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!hasOpenssl)('a server with TLS (skipped where `openssl` is not on the PATH)', () => {
  let folder: string;
  let server: PostgresServer;

  /** The certificate is for the name `localhost` only, not for the address. */
  beforeAll(async () => {
    folder = await newFolder();
    for (const ca of ['ca', 'other-ca']) openssl('req', '-x509', ...keyOf(ca), '-out', at(ca), '-subj', `/CN=${ca}`);
    const names = ['-subj', '/CN=server', '-addext', 'subjectAltName=DNS:localhost'];
    openssl(
      'req',
      '-x509',
      ...keyOf('server'),
      '-out',
      at('server'),
      ...names,
      '-CA',
      at('ca'),
      '-CAkey',
      at('ca-key'),
    );
    chmodSync(at('server-key'), 0o600);
    if (account.uid !== undefined) chownSync(at('server-key'), account.uid, account.gid as number);
    server = await startPostgres(['ssl=on', `ssl_cert_file=${at('server')}`, `ssl_key_file=${at('server-key')}`]);
  });

  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (name: string) => join(folder, `${name}.pem`);
  const keyOf = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', at(`${name}-key`)];
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const urlOf = (hosts: string, query: string) => {
    const { port } = new URL(server.url);
    const places = hosts.split(',').map((host) => `${host}:${port}`);
    return `postgres://postgres@${places}/postgres?${query.replace(/((other-)?ca)$/, at)}`;
  };

  it.each([
    ['localhost', 'sslmode=verify-full&sslrootcert=ca'],
    ['localhost', 'sslrootcert=ca'],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=ca'],
    ['127.0.0.1', 'sslmode=require&sslrootcert=ca'],
    ['127.0.0.1', 'sslmode=require'],
    ['127.0.0.1', 'sslmode=prefer'],
    ['localhost,127.0.0.1', 'sslmode=verify-ca&sslrootcert=ca'],
  ])('a store connects to %s?%s with TLS', async (host, query) => {
    expect(await encrypted(urlOf(host, query))).toBe(true);
  });

  it.each([
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=ca', '127.0.0.1'],
    ['127.0.0.1', 'sslrootcert=ca', '127.0.0.1'],
    ['localhost', 'sslmode=verify-full&sslrootcert=other-ca', 'certificate'],
    ['localhost', 'sslmode=verify-ca&sslrootcert=other-ca', 'certificate'],
    ['localhost', 'sslmode=require&sslrootcert=other-ca', 'certificate'],
    ['localhost', 'sslmode=verify-full', 'certificate'],
    ['localhost', 'sslmode=verify-full&sslrootcert=system', 'certificate'],
  ])('a store does not open on %s?%s', async (host, query, reason) => {
    await expect(encrypted(urlOf(host, query))).rejects.toThrow(new RegExp(`: it cannot be reached \\(.*${reason}`));
  });

  it.each(['', 'sslmode=disable'])('a store connects to 127.0.0.1?%s without TLS', async (query) => {
    expect(await encrypted(urlOf('127.0.0.1', query))).toBe(false);
  });
});

it('a store connects to a server without TLS if sslmode=prefer, and not if sslmode=require', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  expect(await encrypted(`${url}?sslmode=prefer`)).toBe(false);
  await expect(encrypted(`${url}?sslmode=require`)).rejects.toThrow('it cannot be reached');
});

it('opening a store warns if the server is on another machine and TLS is not required', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const warnings: string[] = [];
  // An address that leads to this machine, but is not recognised as such.
  const elsewhere = Object.assign(new URL(url), { hostname: '0.0.0.0' }).href;
  const options = { poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY };
  for (const place of [url, elsewhere])
    await (await openPostgresStore({ url: place, ...options }, (message) => warnings.push(message))).close();
  // Both stores also warn of fsync, which is off on the server of the tests.
  expect(warnings.filter((warning) => !warning.includes('fsync'))).toEqual([
    expect.stringMatching(
      /^postgres:\/\/…@0\.0\.0\.0:\d+\/\w+: it is on another machine, .*: add sslmode=verify-full$/,
    ),
  ]);
});

it.each([
  ['db.example', '', true],
  ['10.0.0.1', 'sslmode=disable', true],
  ['10.0.0.1', 'sslmode=prefer', true],
  ['localhost,db.example', 'sslmode=allow', true],
  ['db.example', 'sslmode=require', false],
  ['db.example', 'sslmode=verify-ca', false],
  ['db.example', 'sslmode=verify-full', false],
  ['localhost', '', false],
  ['127.0.0.2,localhost', 'sslmode=disable', false],
  ['[::1]:5432', '', false],
  ['%2Frun%2Fpostgresql', '', false],
])('the URL %s?%s is warned of as unencrypted: %s', (hosts, query, isWarned) => {
  expect(unencrypted(`postgres://ann@${hosts}/millpond?${query}`) !== undefined).toBe(isWarned);
});

it.each([
  ['10.0.0.1', 'IP Address:10.0.0.1', true],
  ['10.0.0.1,10.0.0.2', 'IP Address:10.0.0.2', true],
  ['10.0.0.1', 'IP Address:10.0.0.3', false],
  ['10.0.0.1', 'DNS:localhost', false],
  ['db.example', 'DNS:localhost', false],
])('for the hosts %s, verify-full accepts a certificate for %s: %s', (hosts, subjectaltname, isGood) => {
  const { ssl } = targetOf(`postgres://${hosts}/millpond?sslmode=verify-full`);
  const { checkServerIdentity } = ssl as { checkServerIdentity: typeof checkIdentity };
  // Node passes the name localhost if the driver has given none.
  const fault = checkServerIdentity('localhost', { subject: {}, subjectaltname } as PeerCertificate);
  expect(fault === undefined).toBe(isGood);
});

/** Opens a store, reads from it, and asks the server whether the connections of a store are encrypted. */
async function encrypted(url: string): Promise<boolean> {
  const options = { url: url.replace(/\?$/, ''), poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY };
  const store = await openPostgresStore(options);
  try {
    await headOf(store);
    const sql = connect(options, 1);
    const [row] = await sql<{ ssl: boolean }[]>`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
    await sql.end();
    return row?.ssl === true;
  } finally {
    await store.close();
  }
}
