// Builds the HTTP server of an exchange from the settings, and stops it.
import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from '../../api/app.ts';
import { LOOPBACK_NAMES } from '../../api/door/host.ts';
import type { LimitOptions } from '../../api/door/rate-limit.ts';
import type { Metrics } from '../../api/metrics/metrics.ts';
import type { ServerFacts } from '../../api/metrics/status.ts';
import { VERSION } from '../../version.ts';
import type { Settings } from '../settings.ts';
import type { Exchange } from './exchange.ts';
import type { Observed } from './observe.ts';

/** Queries that run at once; more are answered with 503. */
const MAX_READS = 1000;
/** Largest body of most calls. */
const BODY_LIMIT_BYTES = 16_384;
/** Event streams of an account, or of an address without a key. */
const EVENT_READERS_OF_A_CALLER = 16;

export async function openApp(
  settings: Settings,
  exchange: Exchange & { readonly market: Observed },
  {
    logger,
    metrics,
    startedAtMs,
  }: { readonly logger: Logger; readonly metrics: Metrics; readonly startedAtMs: number },
): Promise<FastifyInstance> {
  const app = await buildApp(
    {
      ...exchange,
      webhooks: exchange.market.webhooks,
      log: exchange.market.log,
      liabilities: exchange.market.liabilities,
    },
    {
      auth: settings.AUTH,
      isDemo: exchange.isDemo,
      ...(exchange.onTon && { chain: exchange.onTon, explorer: settings.TON_EXPLORER }),
      allowedHosts: allowedHosts(settings),
      publicUrl: settings.PUBLIC_URL,
      compat: settings.COMPAT,
      corsOrigins: settings.CORS_ORIGINS,
      bodyLimitBytes: BODY_LIMIT_BYTES,
      maxPriceImpactPpm: settings.MAX_PRICE_IMPACT,
      quote: settings.QUOTE_TOKEN,
      orderLimits: { own: settings.MAX_OPEN_ORDERS, all: settings.MAX_ALL_OPEN_ORDERS },
      ...limitsOf(settings),
      maxConnections: settings.MAX_CONNECTIONS,
      maxReads: MAX_READS,
      maxEventReaders: settings.MAX_EVENT_READERS,
      accountEventReaders: settings.AUTH === 'keys' ? EVENT_READERS_OF_A_CALLER : 0,
      trustedProxies: settings.TRUST_PROXY,
      requestTimeoutMs: settings.REQUEST_TIMEOUT,
      connectionTimeoutMs: 2 * (settings.REQUEST_TIMEOUT + settings.BUSY_TIMEOUT),
      facts: factsOf(settings, startedAtMs),
      logger,
      metrics,
    },
  );
  await exchange.onTon?.addRoutes(app);
  return app;
}

/** Stops the HTTP server: answers running requests, but waits neither for idle clients nor for requests that never arrive completely. */
export async function drain(app: FastifyInstance, { REQUEST_TIMEOUT, BUSY_TIMEOUT }: Settings): Promise<void> {
  app.server.keepAliveTimeout = 1;
  // No command takes longer than this, so a connection that is still open only waits for the rest of a request.
  const deadline = setTimeout(() => app.server.closeAllConnections(), REQUEST_TIMEOUT + BUSY_TIMEOUT);
  await app.close();
  clearTimeout(deadline);
}

const factsOf = ({ DATABASE_URL: database, MAX_QUEUE: maxQueue }: Settings, startedAtMs: number): ServerFacts => ({
  version: VERSION,
  startedAtMs,
  store: database.kind,
  folder: database.kind === 'sqlite' ? dirname(database.path) : null,
  maxQueue,
});

/**
 * Rate limits. By default callers are limited with AUTH=keys, where they share the server, but not with AUTH=local, where there
 * is only one.
 */
function limitsOf({ AUTH, RATE_LIMIT, ADDRESS_LIMIT, DAILY_LIMIT }: Settings): LimitOptions {
  const hasStrangers = AUTH === 'keys';
  return {
    rateLimitPerSecond: RATE_LIMIT ?? (hasStrangers ? 100 : 0),
    addressLimitPerSecond: ADDRESS_LIMIT ?? (hasStrangers ? 500 : 0),
    changesPerDay: DAILY_LIMIT ?? (hasStrangers ? 1_000_000 : 0),
  };
}

/**
 * Host names that requests may use: those of this machine, HOST, ALLOWED_HOSTS and the host of PUBLIC_URL. Null for any, with
 * AUTH=keys and without ALLOWED_HOSTS.
 */
function allowedHosts({ AUTH, HOST, ALLOWED_HOSTS, PUBLIC_URL }: Settings): ReadonlySet<string> | null {
  if (AUTH === 'keys' && ALLOWED_HOSTS.length === 0) return null;
  const own = PUBLIC_URL === null ? [] : [new URL(PUBLIC_URL).hostname];
  return new Set([...LOOPBACK_NAMES, HOST, ...ALLOWED_HOSTS, ...own]);
}
