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

let store: Store;

/** Composes a server, and closes what could be opened. */
async function composeAndClose(flags: Readonly<Record<string, string>>): Promise<void> {
  const path = inFolder('exchange.db');
  const settings = readSettings({ 'database-url': `sqlite:${path}`, ...flags }, {});
  store = await openSqliteStore({ path, busyTimeoutMs: 5000, clockAheadMs: 0, policy: policyOf(settings) });
  const logger = pino({ level: 'silent' });
  await using parts = new AsyncDisposableStack();
  await composeServer({ settings, logger, demo: 'market', traders: [], openStore: async () => store }, parts);
  expect(await store.head()).toBeGreaterThan(0);
}

test('closing a composed server closes its store', async () => {
  await composeAndClose({});
  await expect(store.head()).rejects.toThrow();
});

test('the store is closed if a later part cannot be opened', async () => {
  const composed = composeAndClose({ 'log-key-file': inFolder('none') });
  await expect(composed).rejects.toThrow('there is no such file');
  await expect(store.head()).rejects.toThrow();
});

test('the store is closed if the port for metrics is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const composed = composeAndClose({ 'metrics-port': String((other.address() as AddressInfo).port) });
  await expect(composed).rejects.toThrow('EADDRINUSE');
  other.close();
  await expect(store.head()).rejects.toThrow();
});
