import { expect, test } from 'vitest';
import { isWithin, networkIn } from './networks.ts';

test.each<[string, string | undefined]>([
  ['203.0.113.7', '203.0.113.7'],
  [' 10.0.0.0/8 ', '10.0.0.0/8'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8::/32', '2001:db8::/32'],
  ['::1', '::1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::ffff:10.0.0.0/104', undefined],
  ['10.0.0.0/33', undefined],
  ['10.0.0.0/', undefined],
  ['10.0.0.0/08', undefined],
  ['10.0.0.0/-1', undefined],
  ['::/129', undefined],
  ['10.0.0', undefined],
  ['010.0.0.1', undefined],
  ['localhost', undefined],
  ['*', undefined],
  ['', undefined],
  ['10.0.0.1/8/8', undefined],
])('%j is parsed as the address or network %s (undefined if it is neither)', (text, network) => {
  expect(networkIn(text)).toBe(network);
});

test.each<[address: string, networks: readonly string[], isAllowed: boolean]>([
  ['10.255.255.255', ['10.0.0.0/8'], true],
  ['11.0.0.0', ['10.0.0.0/8'], false],
  ['9.255.255.255', ['10.0.0.0/8'], false],
  ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['::ffff:a01:203', ['10.0.0.0/8'], true],
  ['::ffff:11.1.2.3', ['10.0.0.0/8'], false],
  ['10.1.2.3:4711', ['10.1.2.3'], true],
  ['[2001:db8::1]:443', ['2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32'], false],
  ['2001:0DB8:0:0::1', ['2001:db8::1'], true],
  ['fe80::1%eth0', ['fe80::/10'], true],
  ['::1', ['127.0.0.1'], false],
  ['::10.1.2.3', ['10.0.0.0/8'], false],
  ['10.1.2.3', ['2001:db8::/32', '10.1.2.3'], true],
  ['', ['0.0.0.0/0', '::/0'], false],
  ['unknown', ['0.0.0.0/0', '::/0'], false],
  ['10.1.2.3', [], false],
])('the address %j is in one of the networks %j: %s', (address, networks, isAllowed) => {
  expect(isWithin(networks, address)).toBe(isAllowed);
});
