// Which encoding of a file is sent for each Accept-Encoding (RFC 9110, 12.5.3).
import { expect, test } from 'vitest';
import { encodingFor } from './asset.ts';

test.each([
  // Any coding would be allowed, but curl and Java send no header, and do not decompress.
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['identity, *;q=0', undefined],
  ['gzip', 'gzip'],
  ['GZip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.1, gzip', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['gzip ; q=0.001', 'gzip'],
  ['gzip;Q=0.5', 'gzip'],
  ['identity, gzip;q=0.5', 'gzip'],
  ['gzip;q=0', undefined],
  ['gzip;q=0.000', undefined],
  ['gzip;q=0, br;q=0', undefined],
  ['gzip;q=no', undefined],
  ['deflate, zstd', undefined],
  ['*', 'br'],
  ['*;q=0.5', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0, gzip;q=0, *', undefined],
  ['gzip, *;q=0', 'gzip'],
  // Nothing is acceptable: the file is sent as it is, since a failure would help nobody.
  ['*;q=0', undefined],
  ['identity;q=0, *;q=0', undefined],
  ['identity;q=0', 'br'],
  ['identity;q=0, br;q=0', 'gzip'],
] as const)('Accept-Encoding %j is answered with %s', (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding);
});
