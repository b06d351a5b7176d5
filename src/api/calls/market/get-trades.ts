// GET /getTrades
import type { InputOf } from '../../../contract/call.ts';
import * as declared from '../../../contract/charts.ts';
import { MAX_PAGE } from '../../../contract/fields.ts';
import { priceOf } from '../../../core/market/price.ts';
import type { TokenPair } from '../../../core/pool.ts';
import type { Market, Trade, TradesQuery } from '../../../ports/market.ts';
import type { PageRequest } from '../../../ports/page.ts';
import { type CallContext, questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { addressesOf, readMoment, readPage, readPair } from '../../fields/read-fields.ts';
import { price, whole } from '../../fields/records.ts';
import { pairHeadings } from './pair-headings.ts';

type Input = InputOf<typeof declared.getTrades>;

const COLUMNS = { prices: ['price'], amounts: ['amount', 'fees'] };

export const getTrades = questionOf(
  declared.getTrades,
  async (context) => pageOf(context.market, await readFilter(context), readPage(context.input)),
  {
    pages,
    headings: async ({ venue, input: { jetton0, jetton1 } }) =>
      pairHeadings(await readPair(venue, ['jetton0', jetton0], ['jetton1', jetton1]), COLUMNS),
  },
);

async function* pages(context: CallContext<Input>) {
  const { market, input, charge } = context;
  if (input.limit !== undefined) {
    throw new ApiError('invalid_request', 'limit applies to pages; a file contains all matches.');
  }
  const filter = await readFilter(context);
  for (let cursor: string | null | undefined = input.cursor; cursor !== null; ) {
    const page = { limit: MAX_PAGE, ...(cursor !== undefined && { cursor }) };
    const { trades, nextCursor } = await pageOf(market, filter, page);
    yield trades;
    cursor = nextCursor;
    await charge.pace(MAX_PAGE);
  }
}

type Filter = { readonly pair: TokenPair } & Pick<TradesQuery, 'fromMs' | 'toMs' | 'order'>;

async function pageOf(market: Market, { pair, ...within }: Filter, page: PageRequest) {
  const { items, nextCursor, sequence } = await market.trades({ ...addressesOf(pair), ...within, ...page });
  return { trades: items.map((trade) => tradeRecord(trade, pair)), nextCursor, sequence };
}

async function readFilter({ venue, input }: CallContext<Input>): Promise<Filter> {
  const { jetton0, jetton1, from, to, order } = input;
  const within = {
    ...(order && { order }),
    ...(from !== undefined && { fromMs: readMoment(from, 'from') }),
    ...(to !== undefined && { toMs: readMoment(to, 'to') }),
  };
  const { fromMs = 0, toMs = Number.POSITIVE_INFINITY } = within;
  if (fromMs >= toMs) throw new ApiError('invalid_request', 'from must be before to.');
  return { pair: await readPair(venue, ['jetton0', jetton0], ['jetton1', jetton1]), ...within };
}

function tradeRecord(trade: Trade, { tokenA, tokenB }: TokenPair) {
  const { sequence, createdAtMs, tokenIn, amountIn, amountOut, fees } = trade;
  const isSold = tokenIn === tokenA.address;
  const [amount0, amount1] = isSold ? [amountIn, amountOut] : [amountOut, amountIn];
  return {
    sequence,
    createdAt: new Date(createdAtMs).toISOString(),
    side: isSold ? ('sell' as const) : ('buy' as const),
    amount0: whole(amount0, tokenA),
    amount1: whole(amount1, tokenB),
    price: price(priceOf({ numerator: amount1, denominator: amount0 }, tokenA.decimals, tokenB.decimals)),
    fees0: whole(isSold ? fees.lp : 0n, tokenA),
    fees1: whole(isSold ? 0n : fees.lp, tokenB),
  };
}
