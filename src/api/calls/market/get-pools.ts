// GET /getPools
import * as declared from '../../../contract/market.ts';
import type { PoolAddress } from '../../../core/amount.ts';
import type { PoolEntry } from '../../../ports/venue/listing.ts';
import { questionOf } from '../../call.ts';
import { readList, readNamed } from '../../fields/read-fields.ts';
import { lp, poolRecord } from '../../fields/records.ts';
import { shapeRecord } from '../../fields/shape.ts';

export const getPools = questionOf(
  declared.getPools,
  async ({ venue, input: { pool, ...page } }) => {
    if (pool !== undefined) {
      const pools = await venue.poolsNamed(readNamed<PoolAddress>(pool, page, 'pool'));
      return { pools: pools.map(entryOf), nextCursor: null };
    }
    const { items, nextCursor } = await venue.pools(readList(page));
    return { pools: items.map(entryOf), nextCursor };
  },
  { isOftenRepeated: true },
);

function entryOf(entry: PoolEntry) {
  const [jetton0, jetton1] = [entry.token0.address, entry.token1.address];
  const { address: poolAddress, status, supply, createdAtMs } = entry;
  return {
    ...{ poolAddress, jetton0, jetton1, status },
    ...shapeRecord(entry),
    lpSupply: supply === null ? null : lp(supply),
    createdAt: createdAtMs === null ? null : new Date(createdAtMs).toISOString(),
    ...poolRecord(entry, jetton0),
  };
}
