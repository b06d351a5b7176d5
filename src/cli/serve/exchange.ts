// Opens the exchange of a server without its HTTP part: the store, the ledger, the venue, and services such as keys, sign-up and faucet.
import type { Logger } from 'pino';
import { CancelAfter } from '../../access/cancel-after.ts';
import { Faucet } from '../../access/faucet.ts';
import { AccountImport, depositBy } from '../../access/import/import.ts';
import { keysOf } from '../../access/keys.ts';
import { OrdersPause } from '../../access/orders-pause.ts';
import { peopleOf } from '../../access/people/people.ts';
import { sessionsOf } from '../../access/sessions.ts';
import { usageOf } from '../../access/usage.ts';
import type { AppServices } from '../../api/app.ts';
import type { Metrics } from '../../api/metrics/metrics.ts';
import { Brand } from '../../brand/brand.ts';
import { KeptImages } from '../../images/kept-images.ts';
import { StoreClock } from '../../journal/store-clock.ts';
import { LedgerVenue } from '../../ledger/ledger-venue.ts';
import type { OrderKeeping } from '../../orders/client-thread.ts';
import type { Health } from '../../ports/health.ts';
import type { KeyRecord } from '../../ports/records.ts';
import { MAX_BATCH, type Store } from '../../ports/store.ts';
import type { Venue } from '../../ports/venue.ts';
import type { OpenStore } from '../command.ts';
import { createDemoMarket } from '../demo/demo.ts';
import { isDemo, readyDemo } from '../demo/ready.ts';
import { demoKeys } from '../demo/temporary-keys.ts';
import { policyOf, type Settings } from '../settings.ts';
import { auditorOf } from './auditor.ts';
import { keepJobs } from './jobs.ts';
import { keepOrders } from './keep-orders.ts';
import { onceAMinute } from './log/once-a-minute.ts';
import { type Observed, observeJournal } from './observe.ts';
import { openPublicLog } from './public-log.ts';
import { openRouteClient } from './route-client.ts';
import type { OnTon, openOnTon as OpenOnTon } from './ton/open.ts';
import { checkVenue } from './venue-mark.ts';

/** `market`: with a demo market (`serve --demo`). `alive`: with a history and active traders, too (`demo`). */
export type Demo = 'none' | 'market' | 'alive';

export type ServerOptions = {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly openStore: OpenStore;
  readonly demo: Demo;
  /** Keys of the demo traders, which are not stored. */
  readonly traders: readonly KeyRecord[];
};

/** An open exchange; market data is computed once `observe` is called. */
export type Exchange = Omit<AppServices, 'market' | 'webhooks' | 'log' | 'liabilities'> & {
  readonly cancelAfter: CancelAfter;
  /** The venue on TON; undefined if the exchange settles on its own ledger. */
  readonly onTon: OnTon | undefined;
  observe(): Promise<Observed>;
  /** Fills the open orders; undefined on TON. */
  readonly keeping: OrderKeeping | undefined;
  makeReady(): Promise<void>;
  isDemo(): Promise<boolean>;
};

/** Sign-ups a day and address without an invitation. */
const SIGN_UPS_PER_ADDRESS = 5;
const FAUCET_LIMITS = { accountsPerAddress: 3, claimsPerDay: 1000 };

/** Opens an exchange. Adds each part that must be closed to `parts`, which closes them in reverse order. */
export async function openExchange(
  options: ServerOptions,
  metrics: Metrics,
  parts: AsyncDisposableStack,
): Promise<Exchange> {
  const { settings, logger, demo, traders } = options;
  let keeping: OrderKeeping | undefined;
  const onOrder = () => keeping?.begin();
  const { store, ledger } = await openLedger(options, metrics, onOrder);
  parts.defer(() => ledger.close());
  const images = new KeptImages(store.sideRecords);
  const brand = new Brand(store.sideRecords);
  const clock = new StoreClock(store);
  const { nowMs } = clock;
  parts.defer(await clock.keep());
  const onTon =
    settings.VENUE === 'ton' ? await openTonVenue(settings, store, ledger, { logger, metrics, nowMs }) : undefined;
  if (onTon) parts.defer(() => onTon.close());
  else await checkVenue(store, 'ledger');
  const venue: Venue & Health = onTon?.venue ?? ledger;
  metrics.business.registerVolumesOn(metrics.registry, (address) => venue.token(address));
  const people = peopleOf(store, venue, {
    signUp: settings.SIGNUP,
    nowMs,
    signUpsPerDay: settings.SIGNUPS_PER_DAY,
    signUpsPerAddress: SIGN_UPS_PER_ADDRESS,
    ownNames: async () => [settings.TREASURY, (await brand.now()).name],
  });
  parts.defer(() => people.close());
  const audits = auditorOf(settings, store, { venue: onTon ? undefined : ledger, logger });
  parts.defer(() => audits.close());
  if (!onTon) keeping = keepOrders(settings, store, { venue, metrics, logger });
  parts.defer(() => keeping?.close());
  const usage = usageOf(store.sideRecords, nowMs);
  const ready: Record<Demo, () => Promise<void>> = {
    none: async () => {},
    market: () => createDemoMarket(ledger, logger),
    alive: () => readyDemo({ store, venue: ledger }, settings, logger),
  };
  return {
    onTon,
    venue,
    health: venue,
    keys: traders.length > 0 ? demoKeys(store, traders) : keysOf(store, venue.wallets && store.chainRequests, nowMs),
    sessions: sessionsOf(store, { lifeMs: settings.SESSION_HOURS * 3_600_000, nowMs }),
    people,
    usage,
    audits,
    imports: new AccountImport(store, depositBy(venue)),
    faucet: new Faucet(store, venue, {
      offers: settings.FAUCET,
      ...FAUCET_LIMITS,
      warn: (message) => logger.warn(message),
      nowMs,
    }),
    images,
    brand,
    ordersPause: new OrdersPause(store.sideRecords),
    cancelAfter: cancelAfterOf(store, venue, logger),
    keeping,
    async observe() {
      if (!onTon) {
        const log = await openPublicLog(settings, store, logger);
        const observed = observeJournal(settings, store, { metrics, logger, usage, log, venue, nowMs, onOrder });
        const { liabilities, log: followed } = observed;
        parts.defer(keepJobs(settings, store, { venue, audits, liabilities, log: followed, metrics, logger, nowMs }));
        return observed;
      }
      const { observeRequests } = await import('./ton/observe.ts');
      return observeRequests(settings, store, { venue, metrics, logger, usage });
    },
    makeReady: ready[demo],
    isDemo: async () => (onTon ? settings.TON_ENDPOINT === null : isDemo(store)),
  };
}

function cancelAfterOf(store: Store, venue: Venue, logger: Logger): CancelAfter {
  const tellOfTrouble = onceAMinute((message: string) =>
    logger.warn(`orders of keys that were not renewed cannot be cancelled right now, will retry: ${message}`),
  );
  return new CancelAfter({
    store,
    venue,
    onCancelled: (cancelled) => logger.info(cancelled, 'a key did not renew cancelAfter: its orders were cancelled'),
    onTrouble: (error) => tellOfTrouble(error instanceof Error ? error.message : String(error)),
  });
}

/** Opens the store and the ledger on it; closing the ledger closes its store. */
async function openLedger(
  { settings, logger, openStore }: ServerOptions,
  metrics: Metrics,
  onOrder: () => void,
): Promise<{ readonly store: Store; readonly ledger: LedgerVenue }> {
  const warn = (message: string) => logger.warn(message);
  const store = await openStore(settings, { mustWrite: true, isServer: true, warn });
  store.onTraded((traded) => metrics.business.count(traded));
  store.onRewind((rewind) => {
    logger.error(rewind, 'the journal was rolled back: cached state was discarded');
  });
  store.onLost((why) => {
    if (why === undefined) logger.info('the database file is back: changes are accepted again');
    else logger.error(`the database file is LOST, changes are refused: ${why}`);
  });
  try {
    const ledger = new LedgerVenue(store, {
      ...(settings.ROUTING === 'best' && { routeClient: await openRouteClient(settings, store, { metrics, logger }) }),
      policy: policyOf(settings),
      maxBatch: MAX_BATCH,
      maxQueue: settings.MAX_QUEUE,
      maxWaitMs: settings.REQUEST_TIMEOUT,
      // Not needed for SQLite, which always knows the outcome of a batch and reports by itself why it could not write.
      ...(settings.DATABASE_URL.kind === 'postgres' && { maxSilenceMs: settings.BUSY_TIMEOUT }),
      onOrder,
      onBatch: (batch) => metrics.observeBatch(batch),
    });
    return { store, ledger };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Imports the code for TON only when it is used, so that other exchanges need neither load nor install its packages. */
async function openTonVenue(...given: Parameters<typeof OpenOnTon>): Promise<OnTon> {
  const { openOnTon } = await import('./ton/open.ts');
  return openOnTon(...given);
}
