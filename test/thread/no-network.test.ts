// A thread without network access reaches nothing in any way; an ordinary one reaches everything.
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutOffNetwork } from '../../src/thread/no-network.ts';

let reached = 0;
const web = createServer((_request, response) => {
  reached += 1;
  response.end();
});
const udp = createSocket('udp4', () => {
  reached += 1;
});
let address: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo;
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  address = `127.0.0.1:${port}`;
});
afterAll(() => {
  web.close();
  udp.close();
});

const WAYS: Readonly<Record<string, string>> = {
  fetch: `await fetch('http://' + address)`,
  'node:http': `await new Promise((done, fail) => require('node:http').get('http://' + address, done).on('error', fail))`,
  'node:https': `await new Promise((done, fail) => require('node:https').get('https://' + address, done).on('error', (error) => error.code === 'EPROTO' ? done() : fail(error)))`,
  'node:net': `await new Promise((done, fail) => require('node:net').connect({ host, port }, done).on('error', fail))`,
  'node:net of an import': `const { connect } = await import('node:net'); await new Promise((done, fail) => connect({ host, port }, done).on('error', fail))`,
  'node:http2': `await new Promise((done, fail) => require('node:http2').connect('http://' + address).on('connect', done).on('error', fail))`,
  'node:dgram': `await new Promise((done, fail) => require('node:dgram').createSocket('udp4').send('x', port, host, (error) => error ? fail(error) : done()))`,
  'node:dns': `await new Promise((done, fail) => require('node:dns').lookup('localhost', (error) => error ? fail(error) : done()))`,
  'node:dns of an import': `const { lookup } = await import('node:dns/promises'); await lookup('localhost')`,
  'a resolver': `await new (require('node:dns').promises.Resolver)().resolve4('localhost').catch((error) => { if (!error.code) throw error; })`,
  WebSocket: `await new Promise((done) => { new WebSocket('ws://' + address).onerror = done; })`,
  'a server': `await new Promise((done) => require('node:net').createServer().listen(0, host, done))`,
};

/** Tries all ways in one thread, and returns the result of each. */
const tryAll = (isCut: boolean): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const [host, port] = address.split(':');
    const module = new URL('../../src/thread/no-network.ts', import.meta.url).href;
    const tries = Object.entries(WAYS).map(
      ([name, way]) => `await (async () => { ${way}; return 'done'; })().then(
        (said) => { outcomes[${JSON.stringify(name)}] = said; },
        (error) => { outcomes[${JSON.stringify(name)}] = error.message; });`,
    );
    const code = `
      const [address, host, port, outcomes] = ['${address}', '${host}', ${port}, {}];
      (async () => {
        if (${isCut}) (await import('${module}')).cutOffNetwork();
        ${tries.join('\n')}
        require('node:worker_threads').parentPort.postMessage(outcomes);
      })();`;
    const thread = new Worker(code, { eval: true });
    thread.on('error', reject);
    thread.once('message', (said) => void thread.terminate().then(() => resolve(said)));
  });

const all = (said: string) => Object.fromEntries(Object.keys(WAYS).map((name) => [name, said]));

test('every way to use the network works in an ordinary thread and fails in a thread without network', async () => {
  expect(await tryAll(false)).toEqual(all('done'));
  expect(reached).toBeGreaterThanOrEqual(3);
  reached = 0;
  expect(await tryAll(true)).toEqual(all('this thread has no network'));
  expect(reached).toBe(0);
});

test('cutOffNetwork throws in the main thread', () => {
  expect(cutOffNetwork).toThrow('the main thread serves the network');
});
