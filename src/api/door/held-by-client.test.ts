import { expect, test } from 'vitest';
import { clientNetworks } from './client-networks.ts';
import { HeldByClient } from './held-by-client.ts';

const enter = (held: HeldByClient, ip: string) => {
  const full = held.full(clientNetworks(ip));
  if (full === undefined) held.enter(clientNetworks(ip));
  return full;
};

const hex = (number: number) => number.toString(16);

test.each([
  ['an IPv4 address', 3, () => '203.0.113.1', 3],
  ['an IPv4 address written as IPv6', 3, () => '::ffff:203.0.113.1', 3],
  ['100 IPv4 addresses', 3, (at: number) => `203.0.113.${at}`, 100],
  ['a /64', 3, (at: number) => `2001:db8:7:12ff::${hex(at)}`, 3],
  ['the /64s of a /56', 3, (at: number) => `2001:db8:7:12${hex(16 + at)}::1`, 12],
  ['the /56s of a /48', 3, (at: number) => `2001:db8:7:${hex(16 + at)}00::1`, 48],
  ['100 /48s', 3, (at: number) => `2001:db8:${hex(at)}::1`, 100],
  [
    'the /56s of a /48, whose 16 times would be more than half of the total',
    10,
    (at: number) => `2001:db8:7:${hex(at)}00::1`,
    60,
  ],
  [
    'the /64s of a /56, if one may have more than half of the total',
    80,
    (at: number) => `2001:db8:7:${hex(at)}::1`,
    80,
  ],
  ['this machine', 3, () => '127.0.0.1', 40],
  ['this machine by IPv6', 3, () => '::1', 40],
] as const)('%s may hold its share: %s for an address of 120', (_name, each, ip, most) => {
  const held = new HeldByClient({ each, total: 120, thisMachine: 40 });
  const tries = Array.from({ length: 100 }, (_, at) => enter(held, ip(at)));
  expect(tries.filter((full) => full === undefined)).toHaveLength(most);
});

test('a refused client is told how many are held, and takes nothing from its networks', () => {
  const held = new HeldByClient({ each: 1, total: 100 });
  expect(enter(held, '2001:db8:7:1::1')).toBeUndefined();
  for (let time = 0; time < 10; time += 1) expect(enter(held, '2001:db8:7:1::2')).toBe(1);
  for (const host of [2, 3, 4]) expect(enter(held, `2001:db8:7:${host}::1`)).toBeUndefined();
  expect(enter(held, '2001:db8:7:5::1')).toBe(4);
  held.leave(clientNetworks('2001:db8:7:3::1'));
  expect(enter(held, '2001:db8:7:5::1')).toBeUndefined();
});
