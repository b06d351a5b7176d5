// Starts the observer, the thread that computes market data, and connects it to the log and the metrics of a server.
import type { Logger } from 'pino';
import type { Usage } from '../../access/usage.ts';
import { registerPublicLog } from '../../api/metrics/log.ts';
import type { Metrics } from '../../api/metrics/metrics.ts';
import { registerObserver } from '../../api/metrics/observer.ts';
import { registerWebhooks } from '../../api/metrics/webhooks.ts';
import { ObserverThread } from '../../observer/client-thread.ts';
import type { ObserverNotice } from '../../observer/notice.ts';
import type { Market } from '../../ports/market.ts';
import type { Store } from '../../ports/store.ts';
import type { Venue } from '../../ports/venue.ts';
import type { Settings } from '../settings.ts';
import type { OpenedLog } from './public-log.ts';

export type Observed = Pick<ObserverThread, keyof Market | 'webhooks' | 'log' | 'liabilities'>;

type Observing = {
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly usage: Usage;
  readonly log: OpenedLog;
  readonly venue: Pick<Venue, 'execute'>;
  /** The time by the database's clock. */
  readonly nowMs: () => number;
  /** Called when an order was placed, so that the keeper starts. */
  onOrder(): void;
};

/** Starts the thread that computes market data and delivers webhooks. */
export function observeJournal(
  settings: Settings,
  { tail, projection }: Store,
  { metrics, logger, usage, log, venue, nowMs, onOrder }: Observing,
): Observed {
  const { MARKET_EVERY: storeEveryMs, AUTH, WEBHOOKS, WEBHOOK_ALLOW: allow, QUOTE_TOKEN: quote } = settings;
  const shown = {
    ...registerObserver(metrics.registry),
    hooks: registerWebhooks(metrics.registry),
    log: registerPublicLog(metrics.registry, {
      log: { isSigning: log.key !== undefined, checkpoint: () => thread.log.checkpoint() },
      nowMs,
    }),
  };
  const thread: ObserverThread = new ObserverThread({
    tail,
    projection,
    storeEveryMs,
    webhooks: { isSending: WEBHOOKS === 'on', needsKeys: AUTH === 'keys', allow },
    quote,
    log: { key: log.key, checkpointEveryMs: log.checkpointEveryMs, witnesses: log.witnesses },
    onNotice(notice) {
      show(notice, shown);
      if ('placed' in notice) onOrder();
      if ('unnamed' in notice)
        log.begin().catch((error) => logger.warn(`public log: it could not be created, will retry: ${error.message}`));
      if ('forked' in notice)
        log
          .beginAnother(notice.forked, venue)
          .catch((error) => logger.error(error, 'public log: no new log could be begun'));
      if ('sent' in notice) usage.noteDelivery(notice.to, notice.sent);
      logNotice(notice, logger);
    },
    onEnd(end) {
      shown.hold(false);
      logger.error(end, 'the market data thread stopped: starting another');
    },
  });
  return thread;
}

type Shown = ReturnType<typeof registerObserver> & {
  readonly hooks: ReturnType<typeof registerWebhooks>;
  readonly log: ReturnType<typeof registerPublicLog>;
};

function show(notice: ObserverNotice, shown: Shown): void {
  if ('counted' in notice) shown.count(notice);
  if ('holds' in notice) shown.hold(notice.holds);
  if ('stored' in notice) shown.store(notice.tookMs);
  if ('attempt' in notice) shown.hooks.deliver(notice.attempt);
  if ('paused' in notice) shown.hooks.pause();
  if ('unsure' in notice) shown.log.setUnsure(notice.unsure !== null);
  if ('failingWitnesses' in notice) shown.log.setFailing(notice.failingWitnesses);
}

export function logNotice(notice: ObserverNotice, logger: Logger): void {
  if ('storesFrom' in notice) {
    const { storesFrom, of } = notice;
    logger.info(`market data: this process now stores it (up to transaction ${storesFrom} of ${of})`);
  } else if ('holds' in notice && !notice.holds) {
    logger.info('market data: another process now stores it');
  } else if ('catchingUp' in notice) {
    logger.info({ transactions: notice.catchingUp }, 'market data: indexing history');
  } else if ('caughtUp' in notice) {
    const { caughtUp: transactions, tookMs } = notice;
    logger.info({ transactions, tookMs: Math.round(tookMs) }, 'market data: up to date');
  } else if ('failed' in notice) {
    logger.warn(`market data: storing failed, will retry: ${notice.failed}`);
  } else if ('logging' in notice) {
    logger.info(`public log: computed up to transaction ${notice.logging} of ${notice.of}`);
  } else if ('logged' in notice) {
    const { logged: transactions, tookMs } = notice;
    logger.info({ transactions, tookMs: Math.round(tookMs) }, 'public log: up to date');
  } else if ('relogs' in notice) {
    logger.error(`public log: ${notice.relogs}; all hashes are computed again`);
  } else if ('logFails' in notice) {
    logger.warn(`public log: recording failed, will retry: ${notice.logFails}`);
  } else if ('unkept' in notice) {
    logger.warn(`public log: ${notice.unkept}; only the witnesses now know what was signed last`);
  } else if ('unsure' in notice) {
    if (notice.unsure === null) logger.info('public log: this node may sign again');
    else logger.error(`public log: nothing is signed by this node: ${notice.unsure}`);
  } else if ('unidentified' in notice) {
    logger.info(
      'public log: the role of this exchange may not call pg_control_system() and pg_walfile_name(), so only the file beside the key and witnesses show a failover that lost transactions',
    );
  } else if ('witnessFails' in notice) {
    logger.warn(`public log: the witness ${notice.witnessFails} does not cosign, will retry: ${notice.why}`);
  } else if ('witnessWorks' in notice) {
    logger.info(`public log: the witness ${notice.witnessWorks} cosigns again`);
  } else if ('witnessDisagrees' in notice) {
    logger.error(
      `public log: FORK: the witness ${notice.witnessDisagrees} knows another history: ${notice.why}; it is asked no more (see docs/proof.md)`,
    );
  } else if ('paused' in notice) {
    logger.warn(notice.paused, 'a webhook was paused');
  } else if ('failing' in notice) {
    logger.warn(notice.failing, 'a webhook failed, will retry');
  } else if ('recovered' in notice) {
    logger.info(notice.recovered, 'a webhook works again');
  } else if ('trouble' in notice) {
    logger.warn(notice, 'webhooks cannot be delivered right now');
  }
}
