// Serves metrics on a port of their own, which users of the exchange need not be able to reach.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { sharedFor } from '../../thread/shared-for.ts';
import type { Settings } from '../settings.ts';
import { urlOf } from './log/banner.ts';

// Not an `import` of node:http: that would make Node load its second HTTP client, too, which takes 20 MB.
const { createServer } = process.getBuiltinModule('node:http');

type Exposition = { readonly contentType: string; metrics(): Promise<string> };

/** Requests within this time get the same text, so that metrics are collected at most once a second. */
const SHARED_MS = 1000;

/** Starts the listener if METRICS_PORT is set; returns a function that stops it. */
export async function listenForMetrics(
  { METRICS_PORT: listener }: Settings,
  exposition: Exposition,
  logger: Logger,
): Promise<() => Promise<void>> {
  if (!listener) return async () => {};
  const { host, port } = listener;
  const render = sharedFor(SHARED_MS, () => exposition.metrics());
  const server = createServer({ requestTimeout: 10_000 }, async (request, response) => {
    if (request.url !== '/metrics' || !['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(404).end('Only GET /metrics is served here.\n');
      return;
    }
    try {
      response.setHeader('Content-Type', exposition.contentType).end(await render());
    } catch (error) {
      logger.error({ err: error }, 'metrics failed');
      response.writeHead(500).end();
    }
  });
  server.maxConnections = 64;
  server.listen({ host, port, exclusive: true });
  await once(server, 'listening');
  logger.info(`Metrics at ${urlOf(host, (server.address() as AddressInfo).port)}/metrics`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}
