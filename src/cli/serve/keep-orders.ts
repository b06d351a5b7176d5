// Connects the keeper, the thread that fills open orders, to the venue, the log and the metrics of a server.
import type { Logger } from 'pino';
import type { Metrics } from '../../api/metrics/metrics.ts';
import { type OrderEnd, registerOrders } from '../../api/metrics/orders.ts';
import { KEEPER } from '../../core/accounts.ts';
import { OrderKeeping } from '../../orders/client-thread.ts';
import type { OrderCommand } from '../../orders/command.ts';
import type { CommandOutcome } from '../../orders/service.ts';
import type { Store } from '../../ports/store.ts';
import { RefusedError, type Venue } from '../../ports/venue.ts';
import type { Settings } from '../settings.ts';
import { onceAMinute } from './log/once-a-minute.ts';
import { ROUTE_LIMITS } from './route-client.ts';

type Keeping = { readonly venue: Pick<Venue, 'executeAll'>; readonly metrics: Metrics; readonly logger: Logger };

export function keepOrders(
  settings: Settings,
  { tail, projection }: Store,
  { venue, metrics, logger }: Keeping,
): OrderKeeping {
  const shown = registerOrders(metrics.registry);
  const tellOfTrouble = onceAMinute((message: string) =>
    logger.warn(`orders cannot be kept right now, will retry: ${message}`),
  );
  const tellOfPutOff = onceAMinute((count: string) =>
    logger.warn(`${count} orders that look reachable are refused again and again`),
  );
  const tellOfLoading = onceAMinute((count: string) =>
    logger.info(`reading the open orders: ${count} so far; none is filled until all are read`),
  );
  const tellOfClock = onceAMinute((message: string) => logger.warn(message));
  return new OrderKeeping({
    tail,
    projection,
    keeper: {
      ...ROUTE_LIMITS,
      maxPriceImpactPpm: settings.MAX_PRICE_IMPACT,
      matchFeePpm: settings.MATCH_FEE,
    },
    async submit(commands) {
      const answers = await venue.executeAll(
        KEEPER,
        commands.map((command) => ({ command })),
      );
      return answers.map((answer): CommandOutcome => {
        if (!(answer instanceof Error)) return 'done';
        if (answer instanceof RefusedError) return 'refused';
        tellOfTrouble(answer.message);
        return 'unknown';
      });
    },
    onWork(work, answers) {
      shown.show(work);
      for (const [index, answer] of answers.entries()) {
        if (answer === 'done') shown.count(RESULTS[(work.commands[index] as OrderCommand).kind]);
        if (answer === 'refused') shown.count('refused');
      }
      if (work.isLoading) tellOfLoading(String(work.open));
      if (work.putOff > 0) tellOfPutOff(String(work.putOff));
      const { clockAheadMs } = work;
      if (Math.abs(clockAheadMs) >= CLOCKS_APART_MS) tellOfClock(clocksApart(clockAheadMs));
    },
    onLooked: (sequence) => shown.look(sequence),
    onIdle: () => shown.idle(),
    onTrouble: ({ message }) => tellOfTrouble(message),
    onEnd: (end) => logger.error(end, 'the thread that keeps orders stopped: starting another'),
  });
}

/** Difference of the clocks from which on the log warns: neither the network nor a busy machine explains that much. */
const CLOCKS_APART_MS = 500;

const clocksApart = (aheadMs: number): string =>
  `this machine's clock is ${(Math.abs(aheadMs) / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's, ` +
  'by which orders are due, triggered and expire: synchronise both with NTP';

const RESULTS: { readonly [Kind in OrderCommand['kind']]: OrderEnd } = {
  fillOrder: 'filled',
  matchOrders: 'matched',
  closeOrder: 'expired',
  triggerOrder: 'triggered',
};
