// Opens the parts of a server in the order in which they need each other.
import type { FastifyInstance } from 'fastify';
import { registerBuild, registerFigures } from '../../api/metrics/business.ts';
import { createMetrics } from '../../api/metrics/metrics.ts';
import { VERSION } from '../../version.ts';
import { drain, openApp } from './app.ts';
import { type Exchange, openExchange, type ServerOptions } from './exchange.ts';
import { listenForMetrics } from './metrics-listener.ts';

/**
 * Opens a server that does not listen yet. Adds each part to `parts` as soon as it is open: `parts` closes them in reverse
 * order, also if a later part cannot be opened.
 */
export async function composeServer(
  options: ServerOptions,
  parts: AsyncDisposableStack,
): Promise<{ readonly exchange: Exchange; readonly app: FastifyInstance }> {
  const { settings, logger } = options;
  const metrics = createMetrics();
  registerBuild(metrics.registry, { version: VERSION, node: process.version, store: settings.DATABASE_URL.kind });
  const exchange = await openExchange(options, metrics, parts);
  registerFigures(metrics.registry, () => exchange.health.figures());
  const startedAtMs = Date.now();
  parts.defer(await listenForMetrics(settings, metrics.registry, logger));
  // Creates the demo market, if this server has one, before market data is computed.
  await exchange.makeReady();
  const market = await exchange.observe();
  parts.defer(() => market.close());
  await exchange.keeping?.start();
  if (!exchange.onTon) {
    exchange.cancelAfter.start(market);
    parts.defer(() => exchange.cancelAfter.close());
  }
  const app = await openApp(settings, { ...exchange, market }, { logger, metrics, startedAtMs });
  parts.defer(() => drain(app, settings));
  return { exchange, app };
}
