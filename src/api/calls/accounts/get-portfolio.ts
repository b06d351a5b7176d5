// GET /getPortfolio
import * as declared from '../../../contract/portfolio.ts';
import type { Account } from '../../../core/amount.ts';
import { printRatioDown } from '../../../core/maths/decimal.ts';
import type { PortfolioFound, PositionHeld, TokenHeld, Total } from '../../../ports/portfolio.ts';
import type { Venue } from '../../../ports/venue.ts';
import { Semaphore } from '../../../thread/semaphore.ts';
import { questionOf } from '../../call.ts';
import { moment, momentRecord, orNull, worth } from '../../fields/market-records.ts';
import { readOwner, readPage, readQuote } from '../../fields/read-fields.ts';
import { price, tokenRecord, whole } from '../../fields/records.ts';
import { number } from '../../json/exact-json.ts';
import { positionRecord } from '../liquidity/get-lp-positions.ts';

/** Limits how many portfolios are read at once: each may hold a hundred thousand rows in memory. */
const walks = new Semaphore(2);

export const getPortfolio = questionOf(declared.getPortfolio, async ({ venue, market, input, caller, charge }) => {
  const { account: _, list = 'tokens', quote: __, history: period, ...page } = input;
  const told = readQuote(input);
  const account = readOwner(input, caller);
  charge.check();
  const found = await walks.run(async () => {
    // Checked again: while this request waited, another one of the caller may have used up the budget for rows.
    charge.check();
    const walked = await market.portfolio({
      ...{ ...readPage(page), ...told, account, list },
      ...(period && { history: period }),
    });
    charge.rows(walked.looked);
    return walked;
  });
  const { quoteToken, ofTokens, ofPositions, ofOrders, tokens, positions, isWhole, nextCursor, history } = found;
  return {
    ...momentRecord(found),
    worth: worth(found.worth, quoteToken),
    held: {
      tokens: totalRecord(ofTokens, found),
      positions: totalRecord(ofPositions, found),
      orders: totalRecord(ofOrders, found),
    },
    complete: isWhole,
    ...(tokens && { tokens: tokens.map((held) => tokenHeldRecord(held, found)) }),
    ...(positions && {
      positions: await Promise.all(positions.map((held) => heldRecord(venue, account, held, found))),
    }),
    nextCursor,
    ...(history && {
      history: {
        points: history.points.map(({ atMs, worth: units, unpriced }) => ({
          ...{ at: moment(atMs), worth: worth(units, quoteToken), unpriced },
        })),
        complete: history.isWhole,
      },
    }),
  };
});

const totalRecord = ({ count, unpriced, worth: units }: Total, { quoteToken }: PortfolioFound) => ({
  count,
  unpriced,
  worth: worth(units, quoteToken),
});

const tokenHeldRecord = (
  { token, balance, inOrders, price: of, worth: units }: TokenHeld,
  { quoteToken }: PortfolioFound,
) => ({
  ...tokenRecord(token),
  balance: whole(balance, token),
  inOrders: whole(inOrders, token),
  price: orNull(of, price),
  worth: worth(units, quoteToken),
});

async function heldRecord(venue: Venue, account: Account, held: PositionHeld, { quoteToken }: PortfolioFound) {
  const { token0, token1, record, supply, price0, price1, value } = held;
  return {
    ...positionRecord(account, held, await venue.pair(token0, token1)),
    sharePercentage: number(supply === 0n ? '0' : printRatioDown(record.lpTokens * 100n, supply, 18)),
    price0: orNull(price0, price),
    price1: orNull(price1, price),
    worth: worth(value, quoteToken),
  };
}
