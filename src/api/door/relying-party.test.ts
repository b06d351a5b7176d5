// Which pages may use passkeys, independent of the request's headers.
import { expect, test } from 'vitest';
import { partyOf } from './relying-party.ts';

const PORT = 8080;
const allowedHosts = new Set(['pond.example', 'localhost', '127.0.0.1', '[::1]', '10.0.0.7']);

test.each([
  ['localhost:8080', 'http://localhost:8080'],
  ['127.0.0.1:8080', 'http://localhost:8080'],
  ['[::1]:8080', 'http://localhost:8080'],
  // The port is ignored: it may belong to another program on this machine.
  ['localhost:9999', 'http://localhost:8080'],
  ['localhost', 'http://localhost:8080'],
  ['pond.example', 'https://pond.example'],
  ['POND.example:443', 'https://pond.example'],
  ['pond.example:8443', 'https://pond.example'],
  ['evil.example', undefined],
  ['10.0.0.7', undefined],
])('without PUBLIC_URL, a request with Host %s uses the passkeys of %s', (host, url) => {
  const party = partyOf({ host, port: PORT }, { publicUrl: null, allowedHosts });
  expect([party?.url, party?.origins]).toEqual([url, url && [url]]);
});

test.each(['pond.example', 'localhost:9999', 'evil.example'])('with PUBLIC_URL, Host %s is ignored', (host) => {
  const party = partyOf({ host, port: PORT }, { publicUrl: 'https://pond.example', allowedHosts: null });
  const url = 'https://pond.example';
  expect(party).toEqual({ id: 'pond.example', origins: [url], url });
});

test('the URL of a page on port 80 does not name the port', () => {
  expect(partyOf({ host: 'localhost', port: 80 }, { publicUrl: null, allowedHosts })?.url).toBe('http://localhost');
});
