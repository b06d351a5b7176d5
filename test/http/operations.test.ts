// Health checks and metrics.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../src/ports/store.ts';
import { send } from './client.ts';
import { openMarket } from './market.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';
import { gate, withCommit } from './store-line.ts';

let server: Server;
const start = async (options: ServerOptions = {}): Promise<void> => {
  server = await startServer(options);
};
afterEach(() => server.close());

/** Polls until the check passes, however slow the machine is. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 5 });
const metrics = () => server.metrics.registry.metrics();

describe('health', () => {
  test('/livez and /readyz answer 200 when all is well', async () => {
    await start();
    for (const path of ['/livez', '/readyz']) {
      const { status, text } = await send(server, { path });
      expect([status, text]).toEqual([200, '{"status":"ok"}']);
    }
  });

  test('/readyz answers 503 while the database cannot be reached; /livez still answers 200', async () => {
    const away = async () => Promise.reject(new StoreUnavailable('failed', 'gone'));
    await start({ wrap: (store) => Object.assign(withCommit(store, store.commit), { check: away }) });
    const { status, headers, text } = await send(server, { path: '/readyz' });
    expect([status, headers.get('error-code'), headers.get('retry-after')]).toEqual([503, 'storage_unavailable', '1']);
    expect(text).toBe(
      '{"error":"The exchange cannot reach its database right now. Nothing was changed; try again shortly."}',
    );
    expect((await send(server, { path: '/livez' })).status).toBe(200);
  });
});

describe('/metrics', () => {
  test('the duration of a commit is exported in seconds, and includes waiting for the store', async () => {
    const line = gate();
    await start({ wrap: line.wrap });
    line.shut();
    const startMs = performance.now();
    const sent = send(server, { path: '/registerToken', body: { address: 'apple', symbol: 'APPLE', decimals: 0 } });
    await line.reached();
    const reachedMs = performance.now();
    await vi.waitFor(() => expect(performance.now() - reachedMs).toBeGreaterThan(20));
    const waitedMs = performance.now() - reachedMs;
    line.open();
    await sent;
    const text = await metrics();
    const seconds = Number(/^millpond_commit_duration_seconds_sum (\S+)$/m.exec(text)?.[1]);
    expect(seconds).toBeGreaterThanOrEqual(waitedMs / 1000);
    expect(seconds).toBeLessThanOrEqual((performance.now() - startMs) / 1000);
  });

  test('counts requests by route and status, batches, commits and the queue', async () => {
    await start();
    await openMarket(server);
    await send(server, { path: '/createSwap', body: {} });
    await send(server, { path: '/getPools' });
    await send(server, { path: '/getPools' });
    await send(server, { path: '/nonesuch' });
    await until(async () => {
      const lines = (await metrics()).split('\n');
      for (const line of [
        'millpond_requests_total{route="/registerToken",method="POST",status="200"} 3',
        'millpond_requests_total{route="/createSwap",method="POST",status="400"} 1',
        'millpond_requests_total{route="/getPools",method="GET",status="200"} 2',
        'millpond_requests_total{route="unknown",method="GET",status="404"} 1',
        'millpond_request_duration_seconds_count{route="/getPools",method="GET"} 2',
        'millpond_batch_size_count 8',
        'millpond_batch_size_sum 8',
        'millpond_commit_duration_seconds_count 8',
        'millpond_queue_depth 0',
      ]) {
        expect(lines).toContain(line);
      }
      expect(lines.some((line) => line.startsWith('process_resident_memory_bytes '))).toBe(true);
    });
    expect((await send(server, { path: '/metrics' })).headers.get('content-type')).toMatch(/^text\/plain; version=/);
  });

  test('unknown paths share one series', async () => {
    await start();
    for (let count = 0; count < 5; count++) await send(server, { path: `/nonesuch-${count}` });
    await until(async () => {
      const text = await metrics();
      expect(text).toContain('millpond_requests_total{route="unknown",method="GET",status="404"} 5');
      expect(text).not.toContain('nonesuch');
    });
  });
});
