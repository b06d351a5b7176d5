// GET /getPoolData
import * as declared from '../../../contract/market.ts';
import { questionOf } from '../../call.ts';
import { readToken } from '../../fields/read-fields.ts';
import { poolRecord } from '../../fields/records.ts';

export const getPoolData = questionOf(
  declared.getPoolData,
  async ({ venue, input }) => {
    const jetton0 = readToken(input.jetton0, 'jetton0');
    return poolRecord(await venue.pool(jetton0, readToken(input.jetton1, 'jetton1')), jetton0);
  },
  { isOftenRepeated: true },
);
