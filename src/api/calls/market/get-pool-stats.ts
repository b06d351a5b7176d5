// GET /getPoolStats
import * as declared from '../../../contract/market-data.ts';
import { questionOf } from '../../call.ts';
import { poolStatsRecord } from '../../fields/market-records.ts';
import { addressesOf, readPair, readQuote } from '../../fields/read-fields.ts';

export const getPoolStats = questionOf(declared.getPoolStats, async ({ venue, market, input }) => {
  const pair = await readPair(venue, ['jetton0', input.jetton0], ['jetton1', input.jetton1]);
  return poolStatsRecord(await market.poolStats({ ...addressesOf(pair), ...readQuote(input) }));
});
