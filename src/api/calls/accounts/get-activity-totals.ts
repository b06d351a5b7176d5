// GET /getActivityTotals
import * as declared from '../../../contract/activity.ts';
import type { ActivityFilter } from '../../../ports/activity.ts';
import { ownTurn } from '../../../thread/own-turn.ts';
import { Semaphore } from '../../../thread/semaphore.ts';
import { type CallContext, questionOf } from '../../call.ts';
import { readFilter } from '../../fields/activity-filter.ts';
import { ActivityTotals } from '../../fields/activity-totals.ts';
import { whole } from '../../fields/records.ts';
import { unitOf } from '../../fields/token-or-lp.ts';

/** Limits how many histories are added up at once: a long one takes seconds, in which it mostly yields to other requests. */
const walks = new Semaphore(4);
/** Transactions read at once. */
const PAGE = 500;

export const getActivityTotals = questionOf(declared.getActivityTotals, async (context) => {
  const { venue, charge } = context;
  const filter = await readFilter(context);
  charge.check();
  const { totals, sequence } = await walks.run(() => addUp(context, filter));
  const tokens = [...totals.tokens].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    count: totals.count,
    kinds: Array.from(totals.kinds, ([kind, count]) => ({ kind, count })).sort((a, b) => (a.kind < b.kind ? -1 : 1)),
    tokens: await Promise.all(
      tokens.map(async ([address, { lp, protocol, ref, ...sums }]) => {
        const unit = await unitOf(venue, address);
        return {
          token: unit.address,
          symbol: unit.symbol,
          decimals: unit.decimals,
          in: whole(sums.in, unit),
          out: whole(sums.out, unit),
          fees: { lp: whole(lp, unit), protocol: whole(protocol, unit), ref: whole(ref, unit) },
        };
      }),
    ),
    sequence,
  };
});

async function addUp({ venue, charge }: Pick<CallContext, 'venue' | 'charge'>, filter: ActivityFilter) {
  const { sequence } = await venue.journal();
  const totals = new ActivityTotals(filter.account);
  for (let cursor: string | null | undefined; cursor !== null; await ownTurn()) {
    const page = await venue.activity(filter, { limit: PAGE, ...(cursor !== undefined && { cursor }) });
    // Leaves out transactions that were committed after adding up began.
    for (const done of page.items) if (done.sequence <= sequence) totals.add(done);
    charge.rows(page.lookedAt);
    cursor = page.nextCursor;
  }
  return { totals, sequence };
}
