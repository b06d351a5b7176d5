// GET /getPools
import * as declared from '../../contract/market.ts';
import { questionOf } from '../call.ts';
import { readList } from '../read-fields.ts';
import { poolRecord } from '../records.ts';
import { shapeRecord } from '../shape.ts';

export const getPools = questionOf(
  declared.getPools,
  async ({ venue, input }) => {
    const { items, nextCursor } = await venue.pools(readList(input));
    const pools = items.map((view) => {
      const [jetton0, jetton1] = [view.token0.address, view.token1.address];
      const { address: poolAddress, status } = view;
      return { poolAddress, jetton0, jetton1, status, ...shapeRecord(view), ...poolRecord(view, jetton0) };
    });
    return { pools, nextCursor };
  },
  { isOftenRepeated: true },
);
