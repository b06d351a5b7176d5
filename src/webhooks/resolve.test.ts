// Lookups that the DNS server never answers delay neither other lookups nor Node's thread pool.
import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { AddressGuard } from './address-guard.ts';
import { resolverOf } from './resolve.ts';

/** Gives good.example the address 192.0.2.7, never answers for names that begin with `hang`, and answers that no other name exists. */
async function nameServer() {
  const socket = createSocket('udp4');
  let ignored = 0;
  socket.on('message', (question, { port, address }) => {
    if (question.includes('hang')) {
      ignored += 1;
      return;
    }
    const end = question.indexOf(0, 12) + 5;
    const isKnown = question.includes('good');
    const isA = isKnown && question.readUInt16BE(end - 4) === 1;
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(isA ? 1 : 0, 6);
    head.writeUInt32BE(0, 8);
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
    socket.send(Buffer.concat([head, question.subarray(12, end), ...(isA ? [answer] : [])]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return { servers: [`127.0.0.1:${(socket.address() as AddressInfo).port}`], ignored: () => ignored };
}

test('a hundred lookups that are never answered delay neither another lookup nor the reading of a file', async () => {
  const { servers, ignored } = await nameServer();
  const resolve = resolverOf({ asksSystem: false, servers, timeoutMs: 200 });
  const patient = resolverOf({ asksSystem: false, servers, timeoutMs: 60_000 });
  let ended = 0;
  const hanging = Array.from({ length: 100 }, async (_, at) => {
    const found = await resolve(`hang${at}.example`);
    ended += 1;
    return found;
  });
  await expect.poll(ignored).toBeGreaterThan(0);
  await readFile(new URL(import.meta.url));
  expect(await patient('good.example')).toEqual([{ address: '192.0.2.7', family: 4 }]);
  await Promise.all(hanging);
  expect(ended).toBe(100);
  expect((await Promise.all(hanging)).flat()).toEqual([]);
});

test('a name that only the operating system knows is found if the resolver also asks the system', async () => {
  const { servers } = await nameServer();
  const find = (asksSystem: boolean) => resolverOf({ asksSystem, servers, timeoutMs: 60_000 })('localhost');
  expect(await find(false)).toEqual([]);
  expect((await find(true)).length).toBeGreaterThan(0);
});

test('AddressGuard refuses a URL if the lookup of its name is never answered', async () => {
  const { servers } = await nameServer();
  const guard = new AddressGuard({ allow: [], resolve: resolverOf({ asksSystem: false, servers, timeoutMs: 50 }) });
  expect(await guard.find('https://hang.example/hook')).toHaveProperty('refused');
});
