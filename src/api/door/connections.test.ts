import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { expect, test } from 'vitest';
import { boundConnections } from './connections.ts';

class Peer extends EventEmitter {
  readonly remoteAddress: string | undefined;
  isCut = false;

  constructor(remoteAddress: string | undefined) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.isCut = true;
    this.emit('close');
  }
}

function bound(maxConnections: number) {
  const server = new EventEmitter();
  const open = boundConnections(server as Server, { maxConnections, isProxy: (address) => address === '10.0.0.1' });
  const connect = (address: string | undefined) => {
    const peer = new Peer(address);
    server.emit('connection', peer);
    return peer;
  };
  return { open, connect, admitted: (addresses: string[]) => addresses.filter((address) => !connect(address).isCut) };
}

const times = (count: number, address: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => address(at));

test.each([
  ['an address', () => '203.0.113.1', 10],
  ['an IPv6 /64', (at: number) => `2001:db8:1:2::${at.toString(16)}`, 10],
  ['an IPv6 /56', (at: number) => `2001:db8:1:2${(16 + at).toString(16)}::1`, 40],
  ['an IPv6 /48', (at: number) => `2001:db8:1:${(at % 16).toString(16)}00::${at.toString(16)}`, 40],
  ['an IPv4 address written as IPv6', (at: number) => (at % 2 ? '203.0.113.1' : '::ffff:203.0.113.1'), 10],
  ['this machine', (at: number) => (at % 2 ? '127.0.0.1' : '::ffff:127.0.0.1'), 40],
  ['this machine by IPv6', () => '::1', 40],
  ['a trusted proxy', () => '10.0.0.1', 100],
  ['a client that has disconnected', () => '', 10],
])('with maxConnections 80, %s may open as many as its share (a proxy: any number)', (_name, address, most) => {
  expect(bound(80).admitted(times(100, address))).toHaveLength(most);
});

test('a closed connection makes room for another from its address, and nothing about it stays in memory', () => {
  const { open, connect } = bound(8);
  const first = connect('203.0.113.1');
  expect(connect('203.0.113.1').isCut).toBe(true);
  const other = connect('203.0.113.2');
  expect([...open.keys()]).toEqual(['203.0.113.1', '203.0.113.2']);
  first.emit('close');
  other.emit('close');
  for (const network of ['2001:db8:1:2::', '2001:db8:1:3::']) connect(`${network}1`).emit('close');
  expect(open.size).toBe(0);
  expect(connect('203.0.113.1').isCut).toBe(false);
});
