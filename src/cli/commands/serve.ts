// millpond serve
import cluster from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Faucet, type FaucetOptions } from '../../access/faucet.ts';
import { AccountImport, depositBy } from '../../access/import/import.ts';
import { keysOf } from '../../access/keys.ts';
import { OrdersPause } from '../../access/orders-pause.ts';
import { peopleOf } from '../../access/people/people.ts';
import { sessionsOf } from '../../access/sessions.ts';
import { usageOf } from '../../access/usage.ts';
import { type AppServices, buildApp } from '../../api/app.ts';
import { LOOPBACK_NAMES } from '../../api/door/host.ts';
import type { LimitOptions } from '../../api/door/rate-limit.ts';
import { registerBuild, registerFigures } from '../../api/metrics/business.ts';
import { createMetrics, type Metrics } from '../../api/metrics/metrics.ts';
import type { ServerFacts } from '../../api/metrics/status.ts';
import type { Brand } from '../../brand/brand.ts';
import { KeptImages } from '../../images/kept-images.ts';
import { StoreClock } from '../../journal/store-clock.ts';
import { LedgerVenue } from '../../ledger/ledger-venue.ts';
import type { OrderKeeping } from '../../orders/client-thread.ts';
import type { Health } from '../../ports/health.ts';
import type { Store } from '../../ports/store.ts';
import type { Venue } from '../../ports/venue.ts';
import type { RouteClient } from '../../routes/client.ts';
import { VERSION } from '../../version.ts';
import type { LendWriter, OpenStore } from '../command.ts';
import { TRADERS } from '../demo/crowd.ts';
import { createDemoMarket } from '../demo/demo.ts';
import { isDemo, readyDemo } from '../demo/ready.ts';
import { demoKeys, makeTemporaryKeys } from '../demo/temporary-keys.ts';
import { letTrade } from '../demo/traders.ts';
import { auditorOf } from '../serve/auditor.ts';
import { brandOf } from '../serve/brand.ts';
import { keepOrders } from '../serve/keep-orders.ts';
import { hereOf, listeningAt, welcome } from '../serve/log/banner.ts';
import { createLogger, isPretty } from '../serve/log/log.ts';
import { listenForMetrics } from '../serve/metrics-listener.ts';
import { type Observed, observeJournal } from '../serve/observe.ts';
import { openRouteClient } from '../serve/route-client.ts';
import type { observeOrders as ObserveOrders } from '../serve/ton/observe.ts';
import type { OnTon } from '../serve/ton/open.ts';
import { checkVenue } from '../serve/venue-mark.ts';
import { WorkerMetrics, WorkerRegistry } from '../serve/worker-metrics.ts';
import { STOP, superviseWorkers } from '../serve/workers.ts';
import { policyOf, type Settings } from '../settings.ts';

/** `market`: a demo market; `alive`: with a history and traders, too. */
type Demo = 'none' | 'market' | 'alive';

/** Serves until SIGTERM or SIGINT, then finishes running requests and closes the store. */
export async function runServe(
  settings: Settings,
  given: Demo,
  { openStore, lendWriter }: { readonly openStore: OpenStore; readonly lendWriter: LendWriter },
): Promise<number> {
  // On TON the market is that of the devnet.
  const demo = settings.VENUE === 'ton' ? 'none' : given;
  const logger = createLogger(settings);
  const warn = (message: string) => logger.warn(message);
  if (settings.MARKET_EVERY === 0 && cluster.isPrimary)
    warn('MARKET_EVERY=0: charts, statistics, positions, events and webhooks are off');
  const traders = demo === 'alive' ? settings.DEMO_TRADERS : 0;
  const keys = cluster.isPrimary ? await makeTemporaryKeys(TRADERS.slice(0, traders)) : [];
  const open = async (metrics: Metrics) => {
    const store = await openStore(settings, { mustWrite: true, ...(cluster.isPrimary && { warn }) });
    store.onTraded((traded) => metrics.business.count(traded));
    store.onRewind((rewind) => {
      logger.error(rewind, 'the journal was rolled back: cached state was discarded');
    });
    store.onLost((why) => {
      if (why === undefined) logger.info('the database file is back: changes are accepted again');
      else logger.error(`the database file is LOST, changes are refused: ${why}`);
    });
    // With several workers, the first process only creates the market.
    const serves = cluster.isWorker || settings.WORKERS === 1;
    const routeClient =
      serves && settings.ROUTING === 'best' ? await openRouteClient(settings, store, { metrics, logger }) : undefined;
    const images = new KeptImages(store.sideRecords);
    const brand = await brandOf(settings, store.sideRecords, images);
    if (settings.VENUE === 'ledger') await checkVenue(store, 'ledger');
    const ledger = openLedger(settings, store, metrics, { routeClient, keeping: () => keeping });
    const clock = new StoreClock(store);
    const { nowMs } = clock;
    const stopClock = await clock.keep();
    const onTon =
      settings.VENUE === 'ton' ? await openTonVenue(settings, store, ledger, { logger, metrics, nowMs }) : undefined;
    const venue = onTon?.venue ?? ledger;
    const exchange = openExchange(settings, store, metrics, { venue, brand, nowMs });
    const keeping = serves && !onTon ? keepOrders(settings, store, { venue, metrics, logger }) : undefined;
    const observe = async () => {
      if (onTon) return observeTon(settings, store, { venue, metrics, logger, usage: exchange.usage });
      const onOrder = () => keeping?.begin();
      return observeJournal(settings, store, { metrics, logger, usage: exchange.usage, onOrder });
    };
    const ready: Record<Demo, () => Promise<void>> = {
      none: async () => {},
      market: () => createDemoMarket(ledger, logger),
      alive: () => readyDemo({ store, venue: ledger }, settings, logger),
    };
    return {
      ...exchange,
      onTon,
      async close() {
        stopClock();
        await onTon?.close();
        await ledger.close();
      },
      audits: auditorOf(store, logger),
      imports: new AccountImport(store, depositBy(venue)),
      faucet: new Faucet(store, venue, { ...faucetOf(settings, warn), nowMs }),
      images,
      brand,
      ordersPause: new OrdersPause(store.sideRecords),
      ...(traders > 0 && { keys: demoKeys(store) }),
      observe,
      keeping,
      makeReady: ready[cluster.isPrimary ? demo : 'none'],
      isDemo: async () => (onTon ? settings.TON_ENDPOINT === null : isDemo(store)),
    };
  };
  const trade = (port: number, until: Promise<unknown>) =>
    letTrade({ url: hereOf(settings.HOST, port), keys, logger, until });
  if (cluster.isWorker || settings.WORKERS === 1) return serve(settings, logger, { open, trade, traders });
  // Opened before the workers, so that an unusable database is reported once.
  const metrics = createMetrics();
  const exchange = await open(metrics);
  try {
    await exchange.makeReady();
  } finally {
    await exchange.close();
  }
  const takeBack = lendWriter(settings);
  try {
    const stopMetrics = await listenForMetrics(settings, new WorkerMetrics(metrics.registry), logger);
    const stopped = stopSignal();
    cluster.once('listening', (_worker, { port }) => trade(port, stopped));
    try {
      return await superviseWorkers(settings.WORKERS, stopped, logger);
    } finally {
      await stopMetrics();
    }
  } finally {
    await takeBack();
  }
}

/** An open exchange, before its journal is observed. */
type Exchange = Omit<AppServices, 'market' | 'webhooks'> & {
  /** Set if it settles on TON. */
  readonly onTon: OnTon | undefined;
  observe(): Promise<Observed>;
  /** The keeper of its orders; undefined if other processes serve it. */
  readonly keeping: OrderKeeping | undefined;
  makeReady(): Promise<void>;
  isDemo(): Promise<boolean>;
  /** Answers accepted commands, then closes the store. */
  close(): Promise<void>;
};

/** The demo's traders, and how to start them once there is a port. */
type Demoed = { readonly traders: number; trade(port: number, until: Promise<unknown>): void };

type Opening = { readonly routeClient: RouteClient | undefined; keeping(): OrderKeeping | undefined };

const openLedger = (
  settings: Settings,
  store: Store,
  metrics: Metrics,
  { routeClient, keeping }: Opening,
): LedgerVenue =>
  new LedgerVenue(store, {
    ...(routeClient && { routeClient }),
    policy: policyOf(settings),
    maxBatch: settings.MAX_BATCH,
    maxQueue: settings.MAX_QUEUE,
    maxWaitMs: settings.REQUEST_TIMEOUT,
    // SQLite never leaves the outcome of a batch unknown, and reports itself why it could not write.
    ...(settings.DATABASE_URL.kind === 'postgres' && { maxSilenceMs: settings.BUSY_TIMEOUT }),
    onOrder: () => keeping()?.begin(),
    onBatch: (batch) => metrics.observeBatch(batch),
  });

/** Imported here, so that an exchange without TON neither loads nor installs its packages. */
async function openTonVenue(
  settings: Settings,
  store: Store,
  registry: Venue & Health,
  told: { readonly logger: Logger; readonly metrics: Metrics; readonly nowMs: () => number },
): Promise<OnTon> {
  const { openOnTon } = await import('../serve/ton/open.ts');
  return openOnTon(settings, store, registry, told);
}

async function observeTon(...given: Parameters<typeof ObserveOrders>): Promise<Observed> {
  const { observeOrders } = await import('../serve/ton/observe.ts');
  return observeOrders(...given);
}

function openExchange(
  settings: Settings,
  store: Store,
  metrics: Metrics,
  { venue, brand, nowMs }: { readonly venue: Venue & Health; readonly brand: Brand; readonly nowMs: () => number },
): Pick<Exchange, 'venue' | 'keys' | 'sessions' | 'people' | 'usage' | 'health'> {
  metrics.business.registerVolumesOn(metrics.registry, (address) => venue.token(address));
  const sessions = sessionsOf(store, { lifeMs: settings.SESSION_HOURS * 3_600_000, nowMs });
  const people = peopleOf(store, venue, {
    signUp: settings.SIGNUP,
    nowMs,
    signUpsPerDay: settings.SIGNUPS_PER_DAY,
    signUpsPerAddress: settings.SIGNUPS_PER_ADDRESS,
    ownNames: async () => [settings.TREASURY, (await brand.now()).name],
  });
  const keys = keysOf(store, venue.wallets && store.chainOrders, nowMs);
  return { venue, keys, sessions, people, usage: usageOf(store.sideRecords, nowMs), health: venue };
}

async function serve(
  settings: Settings,
  logger: Logger,
  { open, trade, traders }: Demoed & { open(metrics: Metrics): Promise<Exchange> },
): Promise<number> {
  const metrics = createMetrics(cluster.isWorker ? new WorkerRegistry() : undefined);
  registerBuild(metrics.registry, { version: VERSION, node: process.version, store: settings.DATABASE_URL.kind });
  const exchange = await open(metrics);
  registerFigures(metrics.registry, () => exchange.health.figures());
  const startedAtMs = Date.now();
  let stopMetrics = async () => {};
  let stopMarket = async () => {};
  try {
    if (cluster.isPrimary) stopMetrics = await listenForMetrics(settings, metrics.registry, logger);
    await exchange.makeReady();
    // Makes sure that the database is usable before its journal is observed.
    const market = await exchange.observe();
    stopMarket = () => market.close();
    await exchange.keeping?.start();
    const app = await buildApp(
      { ...exchange, market, webhooks: market.webhooks },
      {
        auth: settings.AUTH,
        isDemo: exchange.isDemo,
        ...(exchange.onTon && { chain: exchange.onTon, explorer: settings.TON_EXPLORER }),
        allowedHosts: allowedHosts(settings),
        publicUrl: settings.PUBLIC_URL,
        bodyLimitBytes: settings.BODY_LIMIT,
        maxPriceImpactPpm: settings.MAX_PRICE_IMPACT,
        orderLimits: { own: settings.MAX_OPEN_ORDERS, all: settings.MAX_ALL_OPEN_ORDERS },
        ...limitsOf(settings),
        maxConnections: settings.MAX_CONNECTIONS,
        maxReads: settings.MAX_READS,
        maxEventReaders: settings.MAX_EVENT_READERS,
        accountEventReaders: settings.ACCOUNT_EVENT_READERS ?? (settings.AUTH === 'keys' ? 16 : 0),
        trustedProxies: settings.TRUST_PROXY,
        requestTimeoutMs: settings.REQUEST_TIMEOUT,
        connectionTimeoutMs: 2 * (settings.REQUEST_TIMEOUT + settings.BUSY_TIMEOUT),
        facts: factsOf(settings, startedAtMs),
        logger,
        metrics,
      },
    );
    await exchange.onTon?.addRoutes(app);
    const stopped = stopSignal();
    await app.listen({ host: settings.HOST, port: settings.PORT });
    const { port } = app.server.address() as AddressInfo;
    await exchange.onTon?.begin(hereOf(settings.HOST, port));
    logger.info(`Server listening at ${listeningAt(settings.HOST, port)}`);
    const isFirst = cluster.isPrimary || cluster.worker?.id === 1;
    // The welcome text is optional: a failure to compose it is ignored.
    if (isFirst && isPretty(settings)) welcome(exchange, { ...settings, traders }, port).then(console.log, () => {});
    trade(port, stopped);
    const stopFinishing = finishDue(exchange, logger);
    const signal = await stopped;
    stopFinishing();
    logger.info({ signal }, 'shutting down: finishing running requests');
    await drain(app, settings);
  } finally {
    await stopMetrics();
    await exchange.keeping?.close();
    await stopMarket();
    await exchange.audits.close();
    await exchange.people.close();
    await exchange.close();
  }
  logger.info('stopped');
  return 0;
}

const faucetOf = (settings: Settings, warn: (message: string) => void): FaucetOptions => ({
  offers: settings.FAUCET,
  accountsPerAddress: settings.FAUCET_PER_ADDRESS,
  claimsPerDay: settings.FAUCET_PER_DAY,
  warn,
});

/** Repeated, since other nodes may crash, and deposits that are refused now may be accepted later. */
const DUE_EVERY_MS = 60_000;

/** Makes the deposits of invitations that a crash interrupted, now and at intervals until stopped. */
function finishDue({ people }: Pick<Exchange, 'people'>, logger: Logger): () => void {
  let told = '';
  const tell = (message: string) => {
    if (message !== '' && message !== told) logger.warn(message);
    told = message;
  };
  const finish = () =>
    people.finishDue().then(
      (isDone) => tell(isDone ? '' : 'some opening balances of invitations cannot be deposited yet'),
      (error: Error) => tell(`opening balances of invitations cannot be looked up right now: ${error.message}`),
    );
  finish();
  const timer = setInterval(finish, DUE_EVERY_MS).unref();
  return () => clearInterval(timer);
}

const factsOf = (
  { DATABASE_URL: database, WORKERS: count, MAX_QUEUE: maxQueue }: Settings,
  startedAtMs: number,
): ServerFacts => ({
  version: VERSION,
  startedAtMs,
  store: database.kind,
  folder: database.kind === 'sqlite' ? dirname(database.path) : null,
  worker: cluster.worker ? { id: cluster.worker.id, count } : null,
  maxQueue,
});

/** Answers running requests, but waits neither for idle clients nor for requests that never arrive in full. */
async function drain(app: FastifyInstance, { REQUEST_TIMEOUT, BUSY_TIMEOUT }: Settings): Promise<void> {
  app.server.keepAliveTimeout = 1;
  // No command takes longer, so any connection still open is waiting for the rest of a request.
  const deadline = setTimeout(() => app.server.closeAllConnections(), REQUEST_TIMEOUT + BUSY_TIMEOUT);
  await app.close();
  clearTimeout(deadline);
}

async function stopSignal(): Promise<string> {
  const aborter = new AbortController();
  const heard = (event: string) => once(process, event, { signal: aborter.signal });
  const signals = ['SIGTERM', 'SIGINT'].map((name) => heard(name).then(() => name));
  try {
    return await Promise.race(cluster.isWorker ? [...signals, told()] : signals);
  } finally {
    // From here on a second signal ends the process at once.
    aborter.abort();
    await Promise.allSettled(signals);
  }
}

/** Resolves when the primary process sends STOP. */
const told = () =>
  new Promise<string>((resolve) => {
    process.on('message', (message) => message === STOP && resolve(STOP));
  });

/** Defaults: with keys, callers are strangers to each other and limited; in local mode there is only one. */
function limitsOf({ AUTH, RATE_LIMIT, ADDRESS_LIMIT, DAILY_LIMIT }: Settings): LimitOptions {
  const hasStrangers = AUTH === 'keys';
  return {
    rateLimitPerSecond: RATE_LIMIT ?? (hasStrangers ? 100 : 0),
    addressLimitPerSecond: ADDRESS_LIMIT ?? (hasStrangers ? 500 : 0),
    changesPerDay: DAILY_LIMIT ?? (hasStrangers ? 1_000_000 : 0),
  };
}

/** Local mode accepts only names of this machine; with keys, names are checked only if some are configured. */
function allowedHosts({ AUTH, HOST, ALLOWED_HOSTS, PUBLIC_URL }: Settings): ReadonlySet<string> | null {
  if (AUTH === 'keys' && ALLOWED_HOSTS.length === 0) return null;
  const own = PUBLIC_URL === null ? [] : [new URL(PUBLIC_URL).hostname];
  return new Set([...LOOPBACK_NAMES, HOST, ...ALLOWED_HOSTS, ...own]);
}
