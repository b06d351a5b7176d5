// GET /getActivity
import * as declared from '../../../contract/activity.ts';
import type { InputOf } from '../../../contract/call.ts';
import { MAX_PAGE } from '../../../contract/fields.ts';
import { type ActivityFilter, filtersRows } from '../../../ports/activity.ts';
import type { PageRequest } from '../../../ports/page.ts';
import type { Venue } from '../../../ports/venue.ts';
import { type CallContext, questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { readFilter } from '../../fields/activity-filter.ts';
import { activityRecord } from '../../fields/activity-records.ts';
import { readPage } from '../../fields/read-fields.ts';

type Input = InputOf<typeof declared.getActivity>;

export const getActivity = questionOf(
  declared.getActivity,
  async (context) => {
    const [filter, page] = [await readFilter(context), readPage(context.input)];
    if (filtersRows(filter)) context.charge.check();
    const { activity, nextCursor, lookedAt } = await pageOf(context.venue, filter, page);
    context.charge.rows(lookedAt - page.limit);
    return { activity, nextCursor };
  },
  { pages },
);

async function pageOf(venue: Venue, filter: ActivityFilter, page: PageRequest) {
  const { items, ...walked } = await venue.activity(filter, page);
  return { activity: await Promise.all(items.map((done) => activityRecord(venue, done, filter.account))), ...walked };
}

async function* pages(context: CallContext<Input>) {
  const { venue, input, charge } = context;
  if (input.limit !== undefined) {
    throw new ApiError('invalid_request', 'limit applies to pages; a file contains all matches.');
  }
  const filter = await readFilter(context);
  for (let cursor: string | null | undefined = input.cursor; cursor !== null; ) {
    const { activity, nextCursor, lookedAt } = await pageOf(venue, filter, {
      limit: MAX_PAGE,
      ...(cursor !== undefined && { cursor }),
    });
    yield activity;
    cursor = nextCursor;
    await charge.pace(lookedAt);
  }
}
