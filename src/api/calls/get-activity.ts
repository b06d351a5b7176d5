// GET /getActivity
import * as declared from '../../contract/activity.ts';
import type { InputOf } from '../../contract/call.ts';
import { MAX_PAGE } from '../../contract/fields.ts';
import type { PoolAddress } from '../../core/amount.ts';
import type { ActivityFilter } from '../../exchange/activity.ts';
import type { PageRequest, Venue } from '../../exchange/venue.ts';
import { activityRecord } from '../activity-records.ts';
import { type Asked, questionOf } from '../call.ts';
import { ApiError } from '../errors.ts';
import { readMoment, readOwner, readPage, readToken } from '../read-fields.ts';

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

async function readFilter(asked: Asked<Input>): Promise<ActivityFilter> {
  const { kind, token, from, to, reference } = asked.input;
  const [whose, pool] = [readWhose(asked), await readPool(asked)];
  if (kind === 'referral' && !('account' in whose)) {
    throw new ApiError('invalid_request', 'kind=referral needs an account; of everyone, swaps name their referrers.');
  }
  return {
    ...whose,
    ...(kind !== undefined && { kind }),
    ...(token !== undefined && { token: (await asked.venue.token(readToken(token, 'token'))).address }),
    ...(pool !== undefined && { pool }),
    ...(from !== undefined && { fromMs: readMoment(from, 'from') }),
    ...(to !== undefined && { toMs: readMoment(to, 'to') }),
    ...(reference !== undefined && { reference }),
  };
}

function readWhose({ input, caller }: Asked<Input>): Pick<ActivityFilter, 'account'> {
  if (input.all === undefined) return { account: readOwner(input, caller) };
  if (input.account !== undefined) throw new ApiError('invalid_request', 'Send account or all, not both.');
  if (caller.role !== 'operator') throw new ApiError('forbidden', "Only operators see others' accounts.");
  return {};
}

async function readPool({ venue, input }: Asked<Input>): Promise<PoolAddress | undefined> {
  const { pool, jetton0, jetton1 } = input;
  if (pool !== undefined) {
    if ((jetton0 ?? jetton1) !== undefined) {
      throw new ApiError('invalid_request', 'Send pool, or jetton0 and jetton1, not both.');
    }
    return readToken(pool, 'pool') as string as PoolAddress;
  }
  if (jetton0 === undefined && jetton1 === undefined) return undefined;
  if (jetton0 === undefined) throw new ApiError('invalid_request', 'jetton0 is missing.');
  if (jetton1 === undefined) throw new ApiError('invalid_request', 'jetton1 is missing.');
  return (await venue.pool(readToken(jetton0, 'jetton0'), readToken(jetton1, 'jetton1'))).address;
}
