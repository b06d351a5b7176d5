// GET /getPrice
import * as declared from '../../../contract/charts.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { addressesOf, readPair } from '../../fields/read-fields.ts';
import { price } from '../../fields/records.ts';

export const getPrice = questionOf(declared.getPrice, async ({ venue, market, input }) => {
  const { jetton0, jetton1, window = '5m' } = input;
  const pair = await readPair(venue, ['jetton0', jetton0], ['jetton1', jetton1]);
  const found = await market.price({ ...addressesOf(pair), windowMs: readWindow(window) });
  return {
    jetton0: pair.tokenA.address,
    jetton1: pair.tokenB.address,
    price: price(found.price),
    mean: found.mean === null ? null : price(found.mean),
    from: new Date(found.fromMs).toISOString(),
    to: new Date(found.toMs).toISOString(),
    swaps: found.swaps,
    sequence: found.sequence,
  };
});

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST_MS = 30 * 86_400_000;

/** The milliseconds of a window such as `5m`, whose format the schema has validated. */
function readWindow(text: string): number {
  const ms = Number(text.slice(0, -1)) * (UNITS_MS[text.slice(-1)] ?? 0);
  if (ms <= LONGEST_MS) return ms;
  throw new ApiError('invalid_request', `window must be ${declared.WINDOW}.`);
}
