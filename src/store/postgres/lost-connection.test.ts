// A connection is lost while idle: a query sent at that very moment gets its own answer or an error. Takes 3 s.
import net from 'node:net';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { connect, isLost } from './connection.ts';

/** A TCP relay to the database that can reset all its connections. */
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

test('a query sent between the error of a socket and its close fails as lost, and does not get an empty result', async () => {
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
      // The driver has handled the error; no query was waiting that it could have rejected.
      if (event === 'error') answer = ask().catch((error: Error) => error);
      if (event === 'close' && answer) resolve();
      return isHeard;
    });
  });
  relay.reset();
  await closed;
  // The driver reconnects for this query, and would resolve the earlier one with the server's first message.
  expect(await ask()).toMatchObject([{ n: 1 }]);
  expect(isLost(await answer)).toBe(true);
});
