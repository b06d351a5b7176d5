// Every external service fails once, hangs once and sends garbage once: each request ends, and the next valid answer is used.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { TimedConnections } from '../../src/store/postgres/timed-connections.ts';
import { AddressGuard } from '../../src/webhooks/address-guard.ts';
import { post } from '../../src/webhooks/post.ts';

const TIMEOUT_MS = 1000;
const LOOPBACK = ['127.0.0.0/8'];

type Behaviour = (client: Socket) => void;

const fails: Behaviour = (client) => client.resetAndDestroy();
const hangs: Behaviour = () => {};
const says =
  (...parts: readonly (string | Buffer)[]): Behaviour =>
  (client) =>
    void client.once('data', () => {
      for (const part of parts) client.write(part);
    });

/** A server whose behaviour can be switched, on one port for the whole test. */
async function startServer() {
  const live = new Set<Socket>();
  let behave = hangs;
  const server = createServer((client) => {
    live.add(client.on('error', () => {}).on('close', () => live.delete(client)));
    behave(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const client of live) client.destroy();
  });
  return {
    port: (server.address() as AddressInfo).port,
    become(behaviour: Behaviour) {
      behave = behaviour;
      for (const client of live) client.destroy();
    },
  };
}

/** Bodies that never arrive, text that is not HTTP, and answers that break off. */
const HTTP_LIES = {
  'another protocol': says('SSH-2.0-OpenSSH_9.9\r\n'),
  'a body that never arrives in full': says('HTTP/1.1 200 OK\r\ncontent-length: 900000000\r\n\r\nx'),
  'headers without an end': says('HTTP/1.1 200 OK\r\n', 'x: y\r\n'.repeat(10)),
  'two content lengths': says('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx'),
} as const;

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));

const DATABASE_LIES = {
  'another protocol': says('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'),
  zeros: says(Buffer.alloc(4096)),
  'an unknown way to log in': says(message('R', Buffer.from([0, 0, 0, 99]))),
  'ready, and nothing after that': says(AUTHENTICATED, READY),
  'rows that nobody asked for': says(AUTHENTICATED, READY, message('D', Buffer.from([0, 9, 0, 0, 0, 4, 1]))),
} as const;

const SERVERS = { fails, hangs } as const;

describe.each(Object.entries({ ...SERVERS, ...HTTP_LIES }))('a receiver of webhooks: %s', (_, behaviour) => {
  it('the delivery ends, and the next one succeeds when the receiver answers', async () => {
    const { port, become } = await startServer();
    become(behaviour);
    const url = `http://127.0.0.1:${port}/`;
    const guard = new AddressGuard({ allow: LOOPBACK });
    const asked = { url, headers: {}, body: '{}', signal: new AbortController().signal };
    const outcome = await post(asked, guard, TIMEOUT_MS);
    expect(['failed', 'delivered']).toContain(outcome.kind);
    become(says('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok'));
    expect(await post(asked, guard, TIMEOUT_MS * 10)).toEqual({ kind: 'delivered', status: 200 });
  });
});

describe.each(Object.entries({ ...SERVERS, ...DATABASE_LIES }))('a database: %s', (_, behaviour) => {
  it('a query fails, and a later one succeeds when the database answers', async () => {
    const target = new URL(inject('postgresUrl'));
    const { port, become } = await startServer();
    become(behaviour);
    const url = Object.assign(new URL(target), { port: String(port), hostname: '127.0.0.1' }).href;
    const connections = new TimedConnections({ url, poolSize: 1, timeoutMs: TIMEOUT_MS, findOutMs: TIMEOUT_MS }, 1);
    onTestFinished(() => connections.close());
    await expect(connections.ask((sql) => sql`SELECT 1 AS n`)).rejects.toThrow();
    become((client) => {
      const server = connect(Number(target.port), target.hostname).on('error', () => {});
      client.pipe(server).pipe(client);
    });
    const ask = () =>
      connections.ask((sql) => sql<{ n: number }[]>`SELECT 1 AS n`).catch((error: Error) => error.message);
    await expect.poll(ask).toEqual([{ n: 1 }]);
  });
});

describe('a name server', () => {
  const NAMES = {
    fails: () => Promise.reject(new Error('ESERVFAIL')),
    hangs: () => new Promise<never>(() => {}),
    'answers with an internal address': () => Promise.resolve([{ address: '169.254.169.254', family: 4 }]),
    'answers with text that is no address': () => Promise.resolve([{ address: 'not an address', family: 4 }]),
    'answers with no address': () => Promise.resolve([]),
  };

  it.each(Object.entries(NAMES))('that %s makes the delivery fail', async (_, resolve) => {
    const guard = new AddressGuard({ allow: [], resolve });
    const asked = { url: 'https://hook.example/', headers: {}, body: '{}', signal: new AbortController().signal };
    expect(await post(asked, guard, TIMEOUT_MS)).toMatchObject({ kind: 'failed', status: null });
  });
});
