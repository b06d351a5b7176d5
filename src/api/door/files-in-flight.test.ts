import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { FilesInFlight } from './files-in-flight.ts';

const asker = (account: string, ip = '203.0.113.1') => ({ ip, caller: { account } }) as unknown as FastifyRequest;
const reply = (destroyed = false) => ({ raw: Object.assign(new EventEmitter(), { destroyed }) });
const hold = (files: FilesInFlight, who: string, to = reply(), ip?: string) => {
  files.hold(asker(who, ip), to as unknown as FastifyReply);
  return to;
};

test('one caller may run a quarter of all downloads; a download that closes twice frees one place only', () => {
  const files = new FilesInFlight({ maxFiles: 8 });
  const [first] = [hold(files, 'ann'), hold(files, 'ann')];
  expect(() => hold(files, 'ann')).toThrow('You already have 2 downloads running');
  for (const who of ['bob', 'bob', 'cid', 'cid', '', '']) hold(files, who);
  expect(() => hold(files, 'dan')).toThrow('8 downloads are already running');
  first?.raw.emit('close');
  first?.raw.emit('close');
  hold(files, 'dan');
  expect(() => hold(files, 'dan')).toThrow('8 downloads are already running');
});

test('half of the downloads are reserved for callers with a key', () => {
  const files = new FilesInFlight({ maxFiles: 8 });
  const holdAt = (ip: string) => hold(files, '', reply(), ip);
  const [first] = ['198.51.100.1', '198.51.100.1', '198.51.100.2', '198.51.100.2'].map(holdAt);
  expect(() => holdAt('198.51.100.3')).toThrow('4 downloads without a key are already running');
  for (const who of ['ann', 'ann', 'bob']) hold(files, who);
  first?.raw.emit('close');
  holdAt('198.51.100.3');
  hold(files, 'bob');
});

test('without a key, all of an IPv6 /48 may run as many downloads as one caller', () => {
  const files = new FilesInFlight({ maxFiles: 8 });
  const holdAt = (ip: string) => hold(files, '', reply(), ip);
  for (const ip of ['2001:db8:7:100::1', '2001:db8:7:200::1']) holdAt(ip);
  expect(() => holdAt('2001:db8:7:300::1')).toThrow('You already have 2 downloads running');
  holdAt('2001:db8:8::1');
  hold(files, 'ann', reply(), '2001:db8:7:300::1');
});

test('a download whose client has already disconnected takes no place, since it would never be released', () => {
  const files = new FilesInFlight({ maxFiles: 4 });
  for (let time = 0; time < 9; time += 1) hold(files, 'ann', reply(true));
  hold(files, 'ann');
});
