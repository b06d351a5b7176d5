// The real server in this process: a fresh SQLite file, the exchange on it, and HTTP on a free loopback port.
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { CancelAfter } from '../../src/access/cancel-after.ts';
import { Faucet, type FaucetOptions } from '../../src/access/faucet.ts';
import { AccountImport, depositBy } from '../../src/access/import/import.ts';
import { keysOf } from '../../src/access/keys.ts';
import { OrdersPause } from '../../src/access/orders-pause.ts';
import { type PeopleOptions, peopleOf } from '../../src/access/people/people.ts';
import { type SessionOptions, sessionsOf } from '../../src/access/sessions.ts';
import { usageOf } from '../../src/access/usage.ts';
import { type AppOptions, buildApp } from '../../src/api/app.ts';
import { LOOPBACK_NAMES } from '../../src/api/door/host.ts';
import { createMetrics, type Metrics } from '../../src/api/metrics/metrics.ts';
import { Brand } from '../../src/brand/brand.ts';
import type { BrandFields } from '../../src/brand/fields.ts';
import { createDemoMarket, USDT } from '../../src/cli/demo/demo.ts';
import { isDemo } from '../../src/cli/demo/ready.ts';
import { auditorOf } from '../../src/cli/serve/auditor.ts';
import { policyOf, readSettings } from '../../src/cli/settings.ts';
import type { Policy } from '../../src/core/commands/kind.ts';
import { KeptImages } from '../../src/images/kept-images.ts';
import type { GroupCommitOptions } from '../../src/ledger/group-commit.ts';
import { LedgerVenue } from '../../src/ledger/ledger-venue.ts';
import { MarketQueries } from '../../src/market/queries/market-queries.ts';
import { Hooks, hooksOf } from '../../src/observer/hooks.ts';
import { refusingMarket } from '../../src/observer/refusing-market.ts';
import { MarketUnavailable } from '../../src/ports/market.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Venue } from '../../src/ports/venue.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { LiabilitiesService } from '../../src/transparency/liabilities/service.ts';
import { ReceiptMaker } from '../../src/transparency/log/receipts.ts';
import { LogService } from '../../src/transparency/log/service.ts';
import { TextSigner } from '../../src/transparency/log/text-signer.ts';
import { observerOf, routeClientOf } from '../exchange-file.ts';

export const POLICY = policyOf(readSettings({}, {}));

const NO_FAUCET: FaucetOptions = { offers: [], accountsPerAddress: 3, claimsPerDay: 1000 };

export type ServerOptions = Partial<Omit<AppOptions, 'metrics'> & GroupCommitOptions> & {
  readonly policy?: Policy;
  readonly demo?: boolean;
  /** The branding that an operator has set. */
  readonly branding?: Partial<BrandFields>;
  /** The market's quote token and clock. */
  readonly market?: ConstructorParameters<typeof MarketQueries>[1];
  /** Set if this server signs the public log; nothing records it unless the test does. */
  readonly log?: 'signed' | { readonly keyText: string };
  /** Why this node signs nothing. */
  readonly unsure?: string;
  /** Market data that does not answer. */
  readonly isUncounted?: boolean;
  /** Sign-up mode, limits and clock. */
  readonly people?: Partial<PeopleOptions>;
  /** Session lifetimes and clock. */
  readonly sessions?: SessionOptions;
  readonly faucet?: Partial<FaucetOptions>;
  /** A database file to open and keep, for tests with restarts; absent for a temporary one. */
  readonly path?: string;
  /** Absent for a free port. */
  readonly port?: number;
  /** Wraps the store under the exchange. */
  readonly wrap?: (store: Store) => Store;
  /** Wraps the venue under the API. */
  readonly wrapVenue?: (venue: Venue) => Venue;
  /** Adds a venue's own routes. */
  readonly addRoutes?: (app: FastifyInstance) => Promise<void>;
};

export type Server = {
  readonly url: string;
  readonly port: number;
  /** The database file. */
  readonly path: string;
  readonly exchange: LedgerVenue;
  readonly store: Store;
  readonly metrics: Metrics;
  /** The number of open connections. */
  connections(): Promise<number>;
  /** Idempotent. */
  close(): Promise<void>;
};

/** That of the program without QUOTE_TOKEN. */
const QUOTE = { token: USDT.address, orFirst: true };

export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const folder = options.path === undefined ? await newFolder() : null;
  const path = options.path ?? join(folder as string, 'millpond.db');
  const { policy = POLICY } = options;
  const store = await openSqliteStore({ path, busyTimeoutMs: 60_000, policy });
  const metrics = createMetrics();
  const wrapped = options.wrap?.(store) ?? store;
  const exchange = new LedgerVenue(wrapped, {
    policy,
    maxBatch: 500,
    maxQueue: 10_000,
    maxWaitMs: 30_000,
    onBatch: metrics.observeBatch,
    routeClient: await routeClientOf(store),
    ...options,
  });
  const observer = await observerOf(store);
  const quote = options.market?.quote ?? QUOTE;
  const market = new MarketQueries(observer, { ...options.market, quote });
  const log = new LogService(observer.projection);
  const signer = new TextSigner(observer.projection, options.log === 'signed' ? undefined : options.log?.keyText);
  const receipts = new ReceiptMaker(observer.projection, signer);
  const liabilities = new LiabilitiesService(observer.projection, log, signer);
  // Every host name resolves to this machine, so no DNS is used.
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  // By the clock of the test: whenever last uses are stored, expired records are removed, also those of sign-ups and claims.
  const { nowMs } = { ...options.faucet, ...options.sessions, ...options.people };
  const usage = usageOf(wrapped.sideRecords, nowMs);
  const hooks = new Hooks(hooksOf(observer), {
    allow: ['127.0.0.0/8'],
    resolve,
    needsKeys: options.auth === 'keys',
    onNotice: (notice) => 'sent' in notice && usage.noteDelivery(notice.to, notice.sent),
  });
  market.onHead((head) => hooks.wake(head));
  const logger = options.logger ?? pino({ level: 'silent' });
  if (options.demo) await createDemoMarket(exchange, logger);
  const audits = auditorOf(
    { FULL_AUDIT_DAYS: 30, LOG_KEY_FILE: '', DATABASE_URL: { kind: 'sqlite', path: '' } },
    wrapped,
    { venue: exchange, logger },
  );
  const brand = new Brand(wrapped.sideRecords);
  if (options.branding) await brand.set(options.branding);
  const people = peopleOf(wrapped, exchange, {
    signUp: 'off',
    signUpsPerDay: 200,
    signUpsPerAddress: 5,
    ownNames: async () => [policy.treasury, (await brand.now()).name],
    ...options.people,
  });
  const cancelAfter = new CancelAfter({ store: wrapped, venue: exchange });
  const app = await buildApp(
    {
      venue: options.wrapVenue?.(exchange) ?? exchange,
      market: options.isUncounted ? refusingMarket(() => new MarketUnavailable('')) : market,
      webhooks: hooks.service,
      log: {
        isSigning: options.log !== undefined,
        unsure: options.unsure,
        checkpoint: () => log.checkpoint(),
        ended: (number) => log.ended(number),
        tile: (tile, width) => log.tile(tile, width),
        proof: (sequence) => log.proof(sequence),
        statements: (page) => log.statements(page),
        receipts: (ids) => receipts.receipts(ids),
      },
      liabilities,
      keys: keysOf(wrapped),
      sessions: sessionsOf(wrapped, options.sessions),
      usage,
      people,
      health: exchange,
      audits,
      imports: new AccountImport(wrapped, depositBy(exchange)),
      faucet: new Faucet(wrapped, exchange, { ...NO_FAUCET, ...options.faucet }),
      images: new KeptImages(wrapped.sideRecords),
      brand,
      ordersPause: new OrdersPause(wrapped.sideRecords),
      cancelAfter,
    },
    {
      facts: {
        version: '0',
        startedAtMs: Date.now(),
        store: 'sqlite',
        folder: dirname(path),

        maxQueue: 10_000,
      },
      auth: 'local',
      isDemo: () => isDemo(store),
      allowedHosts: new Set(LOOPBACK_NAMES),
      publicUrl: null,
      bodyLimitBytes: 16_384,
      maxPriceImpactPpm: policy.maxPriceImpactPpm,
      quote,
      rateLimitPerSecond: 0,
      addressLimitPerSecond: 0,
      changesPerDay: 0,
      maxConnections: 4000,
      maxReads: 1000,
      maxEventReaders: 1000,
      accountEventReaders: 0,
      trustedProxies: [],
      requestTimeoutMs: 30_000,
      logger,
      metrics,
      ...options,
    },
  );
  await options.addRoutes?.(app);
  market.start();
  hooks.start();
  cancelAfter.start(market);
  const url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const { port } = app.server.address() as AddressInfo;
  const stop = async () => {
    // As in `serve`: a keep-alive connection must not delay the shutdown.
    app.server.keepAliveTimeout = 1;
    await app.close();
    await cancelAfter.close();
    await hooks.close();
    await market.close();
    await audits.close();
    await people.close();
    await exchange.close();
    if (folder !== null) await rm(folder, { recursive: true });
  };
  let stopped: Promise<void> | undefined;
  return {
    url,
    port,
    connections: () => promisify(app.server.getConnections.bind(app.server))(),
    path,
    exchange,
    store,
    metrics,
    close() {
      stopped ??= stop();
      return stopped;
    },
  };
}

export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'millpond-http-'));
