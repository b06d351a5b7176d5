import { expect, test } from 'vitest';
import { clientNetworks, placeOf } from './client-networks.ts';

test.each([
  ['203.0.113.1', '203.0.113.1'],
  ['10.1.2.3:4567', '10.1.2.3'],
  ['::ffff:203.0.113.1', '203.0.113.1'],
  ['::FFFF:203.0.113.1', '203.0.113.1'],
  ['::ffff:cb00:7101', '203.0.113.1'],
  ['0:0:0:0:0:ffff:203.0.113.1', '203.0.113.1'],
  ['[::ffff:203.0.113.1]:443', '203.0.113.1'],
  ['unknown', 'unknown'],
  ['', ''],
  ['2001:db8:7:12ff::1', ['2001:db8:7:12ff', '2001:db8:7:1200/56', '2001:db8:7/48']],
  ['2001:db8:7:1200:1:2:3:4', ['2001:db8:7:1200', '2001:db8:7:1200/56', '2001:db8:7/48']],
  ['2001:db8:7:1300::1', ['2001:db8:7:1300', '2001:db8:7:1300/56', '2001:db8:7/48']],
  ['2001:0DB8:0007:13FF::1', ['2001:db8:7:13ff', '2001:db8:7:1300/56', '2001:db8:7/48']],
  ['[2001:db8::1]:443', ['2001:db8:0:0', '2001:db8:0:0/56', '2001:db8:0/48']],
  ['fe80::1%eth0', ['fe80:0:0:0', 'fe80:0:0:0/56', 'fe80:0:0/48']],
  ['64:ff9b::203.0.113.1', ['64:ff9b:0:0', '64:ff9b:0:0/56', '64:ff9b:0/48']],
  ['::1:ffff:203.0.113.1', ['0:0:0:0', '0:0:0:0/56', '0:0:0/48']],
  ['1:2:3:4:5:6:7::', ['1:2:3:4', '1:2:3:0/56', '1:2:3/48']],
  ['::', ['0:0:0:0', '0:0:0:0/56', '0:0:0/48']],
])('the address %s is counted in %o', (ip, networks) => {
  for (const _ of ['parsed', 'cached']) expect(clientNetworks(ip)).toEqual(networks);
  expect(placeOf(ip)).toBe(typeof networks === 'string' ? networks : networks[0]);
});

test('after 5,000 other addresses the networks of the first are the same', () => {
  const networks = clientNetworks('2001:db8:7:12ff::1');
  for (let host = 0; host < 5000; host += 1) clientNetworks(`2001:db8:8::${host.toString(16)}`);
  expect(clientNetworks('2001:db8:7:12ff::1')).toEqual(networks);
});
