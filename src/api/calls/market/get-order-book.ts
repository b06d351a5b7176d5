// GET /getOrderBook
import type { InputOf } from '../../../contract/call.ts';
import * as declared from '../../../contract/order-book.ts';
import { PPM, type Ppm, ppm } from '../../../core/amount.ts';
import { checkOpen } from '../../../core/commands/checks.ts';
import { bookOf, type Level } from '../../../core/market/order-book.ts';
import { printPrice } from '../../../core/market/price.ts';
import { parseDecimal, printDecimal } from '../../../core/maths/decimal.ts';
import type { Token } from '../../../core/pool.ts';
import { refused } from '../../../ports/venue.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { inputText, readToken } from '../../fields/read-fields.ts';

type Input = InputOf<typeof declared.getOrderBook>;

export const getOrderBook = questionOf(
  declared.getOrderBook,
  async ({ venue, input, charge }) => {
    const [jetton0, jetton1] = [readToken(input.jetton0, 'jetton0'), readToken(input.jetton1, 'jetton1')];
    const [levels, stepPpm] = [Number(input.levels ?? declared.DEFAULT_LEVELS), readStep(input)];
    const { sequence, ...pool } = await venue.pool(jetton0, jetton1);
    const closed = checkOpen({ tokenA: pool.token0, tokenB: pool.token1, pool });
    if (closed) return refused(closed.refusal);
    const beganMs = performance.now();
    const first = [pool.token0, pool.reserve0] as const;
    const second = [pool.token1, pool.reserve1] as const;
    const [[base, reserveBase], [quote, reserveQuote]] =
      jetton0 === pool.token0.address ? [first, second] : [second, first];
    const { bids, asks } = bookOf({ base, quote, pool, reserveBase, reserveQuote, levels, stepPpm });
    charge.search(performance.now() - beganMs);
    const [asOf, printed] = [new Date().toISOString(), printerOf(base)];
    return { sequence, asOf, source: 'pool' as const, bids: bids.map(printed), asks: asks.map(printed) };
  },
  { isOftenRepeated: true },
);

const printerOf =
  (base: Token) =>
  ({ price, amount }: Level) => [printPrice(price), printDecimal(amount, base.decimals)];

const MILLIONTHS = 6;

function readStep({ step = String(declared.DEFAULT_STEP) }: Input): Ppm {
  const most = parseDecimal(declared.MOST_STEP, MILLIONTHS, PPM) as bigint;
  const value = parseDecimal(inputText(step), MILLIONTHS, most);
  if (typeof value === 'bigint' && value > 0n) return ppm(value);
  throw new ApiError(
    'invalid_amount',
    `step must be a fraction from ${declared.LEAST_STEP} to ${declared.MOST_STEP} with at most ${MILLIONTHS} decimal places.`,
  );
}
