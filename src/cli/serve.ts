// millpond serve
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildApp } from '../api/app.ts';
import { LOOPBACK_NAMES } from '../api/guard.ts';
import { createMetrics } from '../api/metrics.ts';
import { LedgerExchange } from '../exchange/ledger-exchange.ts';
import type { Flags, OpenStore } from './command.ts';
import { createDemoMarket } from './demo.ts';
import { policyOf, type Settings } from './settings.ts';

/** Serves until SIGTERM or SIGINT, then answers what it holds and closes the store. */
export async function runServe(settings: Settings, { demo }: Flags, openStore: OpenStore): Promise<number> {
  const logger = pino({ level: settings.LOG_LEVEL });
  const metrics = createMetrics();
  const store = await openStore(settings, { mustWrite: true });
  const exchange = new LedgerExchange(store, {
    policy: policyOf(settings),
    maxBatch: settings.MAX_BATCH,
    maxQueue: settings.MAX_QUEUE,
    maxWaitMs: settings.REQUEST_TIMEOUT,
    onBatch: metrics.observeBatch,
  });
  try {
    if (demo) await createDemoMarket(exchange, logger);
    const app = await buildApp(exchange, {
      auth: settings.AUTH,
      allowedHosts: allowedHosts(settings),
      bodyLimitBytes: settings.BODY_LIMIT,
      rateLimitPerSecond: settings.RATE_LIMIT ?? (settings.AUTH === 'keys' ? 100 : 0),
      requestTimeoutMs: settings.REQUEST_TIMEOUT,
      logger,
      metrics,
    });
    const stopped = stopSignal();
    const url = await app.listen({ host: settings.HOST, port: settings.PORT });
    if (process.stdout.isTTY) console.log(`\nMillpond is open at ${url} and documented at ${url}/docs\n`);
    const signal = await stopped;
    logger.info({ signal }, 'stopping: answering what is under way');
    await drain(app, settings);
  } finally {
    await exchange.close();
  }
  logger.info('stopped');
  return 0;
}

/** Answers what is under way, but waits neither for idle clients nor for requests that never arrive in full. */
async function drain(app: FastifyInstance, { REQUEST_TIMEOUT, BUSY_TIMEOUT }: Settings): Promise<void> {
  app.server.keepAliveTimeout = 1;
  // No command takes longer, so what is open after that is a request of which a part is still missing.
  const deadline = setTimeout(() => app.server.closeAllConnections(), REQUEST_TIMEOUT + BUSY_TIMEOUT);
  await app.close();
  clearTimeout(deadline);
}

async function stopSignal(): Promise<string> {
  const aborter = new AbortController();
  const signals = ['SIGTERM', 'SIGINT'].map((name) => once(process, name, { signal: aborter.signal }).then(() => name));
  try {
    return await Promise.race(signals);
  } finally {
    // From here on a second signal ends the process at once.
    aborter.abort();
    await Promise.allSettled(signals);
  }
}

/** Local mode answers only to names of this machine; with keys the names matter only if some are given. */
function allowedHosts({ AUTH, HOST, ALLOWED_HOSTS }: Settings): ReadonlySet<string> | null {
  if (AUTH === 'keys' && ALLOWED_HOSTS.length === 0) return null;
  return new Set([...LOOPBACK_NAMES, HOST, ...ALLOWED_HOSTS]);
}
