// The welcome text matches the way in which the server was started.
import type { NetworkInterfaceInfo } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { bannerOf, listeningAt, urlsOf, type Welcome } from './banner.ts';

const at = (address: string, more: Partial<NetworkInterfaceInfo> = {}) =>
  ({ address, family: address.includes(':') ? 'IPv6' : 'IPv4', internal: false, ...more }) as NetworkInterfaceInfo;
const INTERFACES = {
  lo: [at('127.0.0.1', { internal: true }), at('::1', { internal: true })],
  eth0: [at('192.168.1.7'), at('2001:db8::7'), at('fe80::1', { scopeid: 2 } as never)],
};

test.each([
  ['127.0.0.1', ['http://127.0.0.1:80'], 'http://127.0.0.1:80'],
  ['::1', ['http://[::1]:80'], 'http://[::1]:80'],
  ['0.0.0.0', ['http://192.168.1.7:80', 'http://127.0.0.1:80'], 'http://0.0.0.0:80, on every address of this machine'],
  [
    '::',
    ['http://192.168.1.7:80', 'http://[2001:db8::7]:80', 'http://127.0.0.1:80', 'http://[::1]:80'],
    'http://[::]:80, on every address of this machine',
  ],
])('a server that listens on %s names the URLs that reach it', (host, urls, listening) => {
  expect(urlsOf(host, 80, INTERFACES)).toEqual(urls);
  expect(listeningAt(host, 80)).toBe(listening);
});

const LOCAL: Welcome = {
  name: 'Millpond',
  urls: ['http://127.0.0.1:8080'],
  auth: 'local',
  database: { kind: 'sqlite', path: './data/millpond.db' },
  holdings: [],
  keys: 0,
  pair: null,
  chain: null,
  traders: 0,
};
const rowsOf = (said: Partial<Welcome>) => stripVTControlCharacters(bannerOf({ ...LOCAL, ...said })).split('\n');

test('without a market the banner says how to create one', () => {
  const rows = rowsOf({});
  expect(rows).toContain('  who    without a key you act as the account local, which is also the operator');
  expect(rows).toContain('  hold   nothing yet; start with --demo for a demo market');
  expect(rows).toContain('  data   ./data/millpond.db (SQLite)');
});

test('with demo traders the banner says how many trade, and how to turn them off', () => {
  expect(rowsOf({ traders: 4 })).toContain(
    '  demo   4 traders are trading, so prices move; DEMO_TRADERS=0 turns them off',
  );
  expect(rowsOf({ traders: 1 }).join()).toContain('  demo   1 trader is trading');
  expect(rowsOf({}).join()).not.toContain('trading');
});

test('with AUTH=keys the banner says how to create a key, and omits the balances of local', () => {
  const create = 'millpond key create --account alice --role trader';
  const rows = rowsOf({ auth: 'keys' });
  expect(rows).toContain(`  who    no keys yet; create one: ${create}`);
  expect(rows.join()).not.toContain('hold');
  expect(rowsOf({ auth: 'keys', keys: 3 })).toContain(
    `  who    requests with one of 3 keys; create another: ${create}`,
  );
});

test('the banner shows the URL of PostgreSQL without user and password', () => {
  const url = 'postgres://ann:hunter%2Fsesame@db1,db2:5433/millpond?sslmode=verify-full&password=hunter';
  const rows = rowsOf({ database: { kind: 'postgres', url } });
  expect(rows).toContain('  data   postgres://db1,db2:5433/millpond');
});

test('the banner of an exchange with its own name shows that name and the version of Millpond', () => {
  expect(rowsOf({ name: 'Harbour' })[1]).toMatch(/^ {2}Harbour is running on Millpond \S+\. Press Ctrl-C to stop\.$/);
});
