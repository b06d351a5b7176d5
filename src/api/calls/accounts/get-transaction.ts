// GET /getTransaction
import * as declared from '../../../contract/activity.ts';
import { CatchingUp, type Market, MarketUnavailable, type PoolReserves, type PoolStep } from '../../../ports/market.ts';
import { StoreUnavailable } from '../../../ports/store.ts';
import type { HistoryEntry } from '../../../ports/venue/accounts.ts';
import { NotOnThisVenue, type Venue } from '../../../ports/venue.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { transactionRecord } from '../../fields/activity-records.ts';
import { price, whole } from '../../fields/records.ts';
import { visibleTransaction } from '../../fields/visible-transaction.ts';

export const getTransaction = questionOf(declared.getTransaction, async ({ venue, market, input, caller }) => {
  const { transactionId, sequence } = input;
  if ((transactionId === undefined) === (sequence === undefined)) {
    throw new ApiError('invalid_request', 'Send either transactionId or sequence.');
  }
  const id = transactionId ?? Number(sequence);
  const done = await visibleTransaction(venue, id, caller);
  const viewer = caller.role === 'operator' ? undefined : caller.account;
  const record = await transactionRecord(venue, done, viewer);
  // The reserves would tell a referrer the amounts of the swap.
  return { ...record, pools: record.kind === 'referral' ? null : await poolsOf(venue, market, done) };
});

const WITHOUT_MARKET_DATA = [CatchingUp, MarketUnavailable, NotOnThisVenue];
/** True if a later transaction in the journal cannot be decoded: market data then ends before it. */
const isUnreadable = (error: unknown) => error instanceof StoreUnavailable && error.reason === 'unreadable';

/** How the transaction changed its pools; null if market data does not tell: the transaction itself is shown all the same. */
async function poolsOf(venue: Venue, market: Market, { sequence, transactionId: id }: HistoryEntry) {
  try {
    const steps = await market.poolSteps({ sequence, id });
    return steps && (await Promise.all(steps.map((step) => stepRecord(venue, step))));
  } catch (error) {
    if (WITHOUT_MARKET_DATA.some((kind) => error instanceof kind) || isUnreadable(error)) return null;
    throw error;
  }
}

async function stepRecord(venue: Venue, { pool, token0, token1, before, after }: PoolStep) {
  const [unit0, unit1] = [await venue.token(token0), await venue.token(token1)];
  const heldRecord = ({ reserve0, reserve1, price: spot }: PoolReserves) => ({
    reserve0: whole(reserve0, unit0),
    reserve1: whole(reserve1, unit1),
    price: spot && price(spot),
  });
  return { poolAddress: pool, jetton0: token0, jetton1: token1, before: heldRecord(before), after: heldRecord(after) };
}
