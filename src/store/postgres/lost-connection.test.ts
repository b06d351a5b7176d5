// A connection lost while idle: a question asked at that very moment gets its own answer or an error. 3 s.
import net from 'node:net';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { connect, isLost } from './connection.ts';

/** Relays everything until all connections are reset. */
async function startRelay(target: URL) {
  const live = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const database = net.connect(Number(target.port), target.hostname);
    live.add(client);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => {}).on('close', () => other.destroy());
      one.pipe(other);
    }
    client.on('close', () => live.delete(client));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = new URL(target);
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.href,
    reset() {
      for (const client of live) client.resetAndDestroy();
    },
  };
}

test('a question between the failure of a socket and its close does not get an empty answer', async () => {
  const relay = await startRelay(new URL(inject('postgresUrl')));
  const sql = connect({ url: relay.url, timeoutMs: 5000, poolSize: 1, findOutMs: 5000 }, 1);
  onTestFinished(() => sql.end({ timeout: 0 }));
  const ask = () => sql<{ n: number }[]>`SELECT 1 AS n`;
  await ask();
  const { emit } = net.Socket.prototype;
  let answer: Promise<unknown> | undefined;
  const closed = new Promise<void>((resolve) => {
    vi.spyOn(net.Socket.prototype, 'emit').mockImplementation(function (this: net.Socket, event, ...told) {
      const isHeard = emit.call(this, event, ...told);
      // The driver has handled the error, and no question was waiting that it could reject.
      if (event === 'error') answer = ask().catch((error: Error) => error);
      if (event === 'close' && answer) resolve();
      return isHeard;
    });
  });
  relay.reset();
  await closed;
  // For this one the driver reconnects, and matches the server's first message to the other.
  expect(await ask()).toMatchObject([{ n: 1 }]);
  expect(isLost(await answer)).toBe(true);
});
