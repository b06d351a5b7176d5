// A server stops answering: the first query waits until the timeout, later ones fail at once, and all succeed again when it answers.
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { DatabaseProxy } from '../../../test/postgres/proxy.ts';
import { StoreUnavailable } from '../../ports/store.ts';
import type { Connection } from './connection.ts';
import { currentHost } from './hosts.ts';
import { TimedConnections } from './timed-connections.ts';

const question = (sql: Connection) => sql<{ n: number }[]>`SELECT 1 AS n`;

async function open(max: number) {
  const proxy = await DatabaseProxy.start(inject('postgresUrl'));
  const connections = new TimedConnections({ url: proxy.url, poolSize: max, timeoutMs: 1000, findOutMs: 1000 }, max);
  onTestFinished(() => connections.close());
  await vi.waitFor(() => connections.ask(question), 60_000);
  return { proxy, connections };
}

test.each([1, 3])('if the server is silent, only the first query waits, with %i connections', async (max) => {
  const { proxy, connections } = await open(max);
  proxy.silence();
  await expect(connections.ask(question)).rejects.toThrow(StoreUnavailable);
  const asked = vi.fn(question);
  for (let times = 0; times < 3; times += 1) await expect(connections.ask(asked)).rejects.toThrow('no answer in time');
  expect(asked).not.toHaveBeenCalled();
  proxy.speak();
  await expect.poll(() => connections.ask(question).catch(() => 'silent')).toMatchObject([{ n: 1 }]);
});

test('after a query that takes longer than the timeout, other queries soon succeed again', async () => {
  const { connections } = await open(1);
  await expect(connections.ask((sql) => sql`SELECT pg_sleep(2)`)).rejects.toThrow(StoreUnavailable);
  await expect.poll(() => connections.ask(question).catch(() => 'silent')).toMatchObject([{ n: 1 }]);
});

test('one query that exceeds the timeout while others are answered fails alone, and its host stays the first to be tried', async () => {
  const { proxy } = await open(1);
  const url = proxy.url.replace(/@([^/]+)/, '@$1,127.0.0.1:1');
  const connections = new TimedConnections({ url, poolSize: 3, timeoutMs: 1000, findOutMs: 1000 }, 3);
  onTestFinished(() => connections.close());
  await vi.waitFor(() => connections.ask(question), 60_000);
  let hasFailed = false;
  const slow = expect(connections.ask((sql) => sql`SELECT pg_sleep(2)`))
    .rejects.toThrow('no answer in time')
    .finally(() => {
      hasFailed = true;
    });
  while (!hasFailed) expect(await connections.ask(question)).toMatchObject([{ n: 1 }]);
  await slow;
  expect(currentHost(url)).toBe(0);
  expect(await connections.ask(question)).toMatchObject([{ n: 1 }]);
});
