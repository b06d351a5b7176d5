// Parses the filter of getActivity and getActivityTotals.
import type { getActivityTotals } from '../../contract/activity.ts';
import type { InputOf } from '../../contract/call.ts';
import type { PoolAddress } from '../../core/amount.ts';
import type { ActivityFilter } from '../../ports/activity.ts';
import type { CallContext } from '../call.ts';
import { ApiError } from '../errors.ts';
import { readMoment, readOwner, readToken } from './read-fields.ts';

type Input = InputOf<typeof getActivityTotals>;

export async function readFilter(context: CallContext<Input>): Promise<ActivityFilter> {
  const { kind, token, from, to, reference } = context.input;
  const [whose, pool] = [readWhose(context), await readPool(context)];
  if (kind === 'referral' && !('account' in whose)) {
    throw new ApiError('invalid_request', 'kind=referral needs an account; with all, swaps name their referrers.');
  }
  return {
    ...whose,
    ...(kind !== undefined && { kind }),
    ...(token !== undefined && { token: (await context.venue.token(readToken(token, 'token'))).address }),
    ...(pool !== undefined && { pool }),
    ...(from !== undefined && { fromMs: readMoment(from, 'from') }),
    ...(to !== undefined && { toMs: readMoment(to, 'to') }),
    ...(reference !== undefined && { reference }),
  };
}

function readWhose({ input, caller }: CallContext<Input>): Pick<ActivityFilter, 'account'> {
  if (input.all === undefined) return { account: readOwner(input, caller) };
  if (input.account !== undefined) throw new ApiError('invalid_request', 'Send account or all, not both.');
  if (caller.role !== 'operator') throw new ApiError('forbidden', 'Only operators can see other accounts.');
  return {};
}

async function readPool({ venue, input }: CallContext<Input>): Promise<PoolAddress | undefined> {
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
