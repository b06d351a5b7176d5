// GET /whoami
import * as declared from '../../../contract/accounts.ts';
import { MAX_PAGE } from '../../../contract/fields.ts';
import { VERSION } from '../../../version.ts';
import { questionOf } from '../../call.ts';
import { rate } from '../../fields/records.ts';

export const whoami = questionOf(declared.whoami, async ({ venue, ordersPause, orderRoom, caller, about }) => {
  const { kind, sequence } = await venue.journal();
  const isSomebody = caller.account !== '';
  return {
    account: isSomebody ? caller.account : null,
    role: isSomebody ? caller.role : null,
    auth: about.auth,
    routing: venue.routing,
    transfers: venue.transfers,
    orders: (await ordersPause.isPaused()) ? 'off' : venue.orderPlacement,
    limits: {
      requestsPerSecond: about.rateLimitPerSecond || null,
      changesPerDay: (caller.role !== 'operator' && about.changesPerDay) || null,
      bodyBytes: about.bodyLimitBytes,
      timeoutMs: about.requestTimeoutMs,
      pageItems: MAX_PAGE,
      openOrders: orderRoom.limits.own,
      priceImpact: rate(about.maxPriceImpactPpm),
    },
    venue: kind,
    wallet: (isSomebody && (await venue.wallets?.addressOf(caller.account))) || null,
    explorer: about.explorer ?? null,
    sequence,
    time: Date.now(),
    demo: (await about.isDemo?.()) ?? false,
    version: VERSION,
  };
});
