// Events and webhooks of a server on TON. They report only the requests of this exchange; there is no market data.
import type { Logger } from 'pino';
import type { Usage } from '../../../access/usage.ts';
import type { Metrics } from '../../../api/metrics/metrics.ts';
import { registerWebhooks } from '../../../api/metrics/webhooks.ts';
import { printEvents } from '../../../market/queries/events.ts';
import { Hooks } from '../../../observer/hooks.ts';
import { refusingMarket } from '../../../observer/refusing-market.ts';
import { openProjection } from '../../../ports/projection.ts';
import type { Store } from '../../../ports/store.ts';
import { NotOnThisVenue, type Venue } from '../../../ports/venue.ts';
import { ChainEvents } from '../../../ton/events/events.ts';
import type { Settings } from '../../settings.ts';
import { TroubleLog } from '../log/trouble.ts';
import { logNotice, type Observed } from '../observe.ts';

type Observing = {
  readonly venue: Venue;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly usage: Usage;
};

/** How often ended requests are read from the database: frequently, since a devnet on this machine makes blocks quickly. */
const LOOK_EVERY_MS = 200;

export async function observeRequests(
  { AUTH, WEBHOOKS, WEBHOOK_ALLOW: allow }: Settings,
  store: Store,
  { venue, metrics, logger, usage }: Observing,
): Promise<Observed> {
  const troubles = new TroubleLog(logger, 'Events of orders on TON');
  const events = new ChainEvents({
    requests: store.chainRequests,
    registry: venue,
    lookEveryMs: LOOK_EVERY_MS,
    onLook: (error) => (error ? troubles.fails(error.message, {}) : troubles.works()),
  });
  const projection = await openProjection(store.projection);
  const shown = registerWebhooks(metrics.registry);
  const hooks = new Hooks(
    {
      // Requests on a chain are not in the journal, so `last` is left out: it would be looked up there.
      store: { ...projection, noteDelivery: (id, progress, fence) => projection.noteDelivery(id, progress, fence) },
      events: {
        readEvents: (filter, after, limit, upTo = Number.POSITIVE_INFINITY) =>
          events.after({ filter, after, limit: Math.min(limit, upTo - after) }),
      },
      hasPool: async (pool) => (await venue.poolsNamed([pool])).length > 0,
    },
    {
      needsKeys: AUTH === 'keys',
      allow,
      onNotice(notice) {
        if ('attempt' in notice) shown.deliver(notice.attempt);
        if ('paused' in notice) shown.pause();
        if ('sent' in notice) usage.noteDelivery(notice.to, notice.sent);
        logNotice(notice, logger);
      },
    },
  );
  events.onHead((head) => hooks.wake(head));
  events.start();
  if (WEBHOOKS === 'on') hooks.start();
  return refusingMarket(() => new NotOnThisVenue('On TON there is no market data; ask an indexer of the chain.'), {
    events: async (asked) => printEvents(await events.after(asked)),
    onHead: (listener) => events.onHead(listener),
    webhooks: hooks.service,
    log: refusingMarket(() => new NotOnThisVenue('On TON there is no public log: the chain is public itself.')).log,
    async close() {
      await Promise.all([hooks.close(), events.close()]);
      await projection.close();
    },
  });
}
