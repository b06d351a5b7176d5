// Opens the route finder of a server. It runs on the calling thread while the market is small, otherwise on a thread of its own.
import type { Logger } from 'pino';
import { registerFollower } from '../../api/metrics/follower.ts';
import type { Metrics } from '../../api/metrics/metrics.ts';
import type { Restarted } from '../../journal/follower.ts';
import { OwnCommits } from '../../journal/own-commits.ts';
import type { Store } from '../../ports/store.ts';
import { openTail } from '../../ports/tail.ts';
import { RouteClient } from '../../routes/client.ts';
import { RouteThread } from '../../routes/client-thread.ts';
import { NearRouteService } from '../../routes/near-service.ts';
import { RouteService } from '../../routes/service.ts';
import type { Settings } from '../settings.ts';

/** With up to this many pools, a search takes less time than a message to another thread and back. */
const FEW_POOLS = 32;

/** A route has at most so many pools, and each further one must add this fraction of the result. */
export const ROUTE_LIMITS = { maxPools: 16, minGain: 0.000005 };

export async function openRouteClient(
  { MAX_QUEUE: maxWaiting }: Settings,
  store: Store,
  { metrics, logger }: { readonly metrics: Metrics; readonly logger: Logger },
): Promise<RouteClient> {
  const shown = registerFollower(metrics.registry);
  const onRestart = ({ why, ...found }: Restarted) =>
    // Logged at level debug if it is nothing unusual: at the start, and on a small market, where it is frequent but cheap.
    logger[why === 'start' || found.pools <= FEW_POOLS ? 'debug' : 'info'](found, `following the journal: ${WHY[why]}`);
  const openFar = () =>
    new RouteThread({
      tail: store.tail,
      limits: ROUTE_LIMITS,
      onNotice: (notice) => ('followed' in notice ? shown.follow(notice.followed) : onRestart(notice.restarted)),
      onEnd: (end) => logger.error(end, 'the route finder thread stopped: starting another'),
    });
  const known = new OwnCommits();
  store.onCommitted((outcomes) => known.note(outcomes));
  const near = new RouteService(await openTail(store.tail), { ...ROUTE_LIMITS, known, onRestart });
  return new RouteClient(new NearRouteService({ near, openFar, mostPools: FEW_POOLS }), {
    maxWaiting,
    onAnswers({ sequence, searchesMs }) {
      shown.follow(sequence);
      shown.search(searchesMs.filter((ms) => ms > 0));
    },
  });
}

/** Log messages: why the route finder read all pools. */
const WHY = {
  start: 'read all pools',
  too_many: 'it had fallen behind and read all pools again',
  went_back: 'the journal was rolled back, all pools were read again',
  unreadable: 'a transaction cannot be read, all pools were read again',
  not_told: 'tokens or pools changed, all pools were read again',
};
