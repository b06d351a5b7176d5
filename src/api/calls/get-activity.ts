// GET /getActivity
import * as declared from '../../contract/activity.ts';
import type { InputOf } from '../../contract/call.ts';
import { MAX_PAGE } from '../../contract/fields.ts';
import type { ActivityFilter } from '../../exchange/activity.ts';
import type { PageRequest, Venue } from '../../exchange/venue.ts';
import { readFilter } from '../activity-filter.ts';
import { activityRecord } from '../activity-records.ts';
import { type Asked, questionOf } from '../call.ts';
import { ApiError } from '../errors.ts';
import { readPage } from '../read-fields.ts';

type Input = InputOf<typeof declared.getActivity>;

export const getActivity = questionOf(
  declared.getActivity,
  async (asked) => pageOf(asked.venue, await readFilter(asked), readPage(asked.input)),
  { pages },
);

async function pageOf(venue: Venue, filter: ActivityFilter, page: PageRequest) {
  const { items, nextCursor } = await venue.activity(filter, page);
  return { activity: await Promise.all(items.map((done) => activityRecord(venue, done, filter.account))), nextCursor };
}

async function* pages(asked: Asked<Input>) {
  const { venue, input } = asked;
  if (input.limit !== undefined) {
    throw new ApiError('invalid_request', 'limit is for pages; a file has everything that matches.');
  }
  const filter = await readFilter(asked);
  for (let cursor: string | null | undefined = input.cursor; cursor !== null; ) {
    const { activity, nextCursor } = await pageOf(venue, filter, {
      limit: MAX_PAGE,
      ...(cursor !== undefined && { cursor }),
    });
    yield activity;
    cursor = nextCursor;
  }
}
