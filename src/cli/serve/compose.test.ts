import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { useTempFolder } from '../../../test/temp-folder.ts';
import type { Store } from '../../ports/store.ts';
import { openSqliteStore } from '../../store/sqlite/store.ts';
import { policyOf, readSettings } from '../settings.ts';
import { composeServer } from './compose.ts';

const inFolder = useTempFolder();

/** Composes a server, closes it whether or not that succeeds, and returns its store with the error, if any. */
async function composeAndClose(flags: Readonly<Record<string, string>>) {
  const path = inFolder('exchange.db');
  const stores: Store[] = [];
  const options = {
    settings: readSettings({ 'database-url': `sqlite:${path}`, ...flags }, {}),
    logger: pino({ level: 'silent' }),
    demo: 'market' as const,
    traders: 0,
    async openStore(settings: ReturnType<typeof readSettings>) {
      const given = { path, busyTimeoutMs: 5000, clockAheadMs: 0, policy: policyOf(settings), mustWrite: true };
      stores.push(await openSqliteStore(given));
      return stores[0] as Store;
    },
  };
  const compose = async () => {
    await using parts = new AsyncDisposableStack();
    await composeServer(options, parts);
    expect(await stores[0]?.head()).toBeGreaterThan(0);
  };
  const error = await compose().then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  return { error, store: stores[0] as Store };
}

test('a server that was opened is closed, its store last', async () => {
  const { error, store } = await composeAndClose({});
  expect(error).toBeUndefined();
  await expect(store.head()).rejects.toThrow();
});

test('the store is closed if a later part cannot be opened', async () => {
  const { error, store } = await composeAndClose({ 'exchange-logo': inFolder('none.png') });
  expect(error?.message).toContain('the file cannot be read');
  await expect(store.head()).rejects.toThrow();
});

test('the store and all threads are closed if the port for metrics is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { error, store } = await composeAndClose({ 'metrics-port': String((other.address() as AddressInfo).port) });
  other.close();
  expect(error?.message).toContain('EADDRINUSE');
  await expect(store.head()).rejects.toThrow();
});
