// Reads balances of an account together with the amounts that its open orders hold at the same moment.
import type { Account, TokenAddress } from '../../../core/amount.ts';
import { CatchingUp, type Market, MarketUnavailable } from '../../../ports/market.ts';
import type { InOrders } from '../../../ports/orders.ts';
import { StoreUnavailable } from '../../../ports/store.ts';
import { NotOnThisVenue } from '../../../ports/venue.ts';

/** Orders of the account may change while its balances are read, but hardly this often in a row. */
const MOST_TRIES = 5;

type Left = InOrders['left'];

/**
 * Reads balances, given the tokens that open orders hold, so that no order of the account changes between that and `inOrders`.
 * `inOrders` is null if that is not known now: an unknown amount must not look like none.
 */
export async function readWithOrders<Found>(
  market: Pick<Market, 'inOrders'>,
  account: Account,
  read: (inOrders: readonly TokenAddress[]) => Promise<Found>,
): Promise<{ readonly found: Found; readonly inOrders: Left | null }> {
  let before = await ask(market, account);
  for (let tries = 0; before && tries < MOST_TRIES; tries += 1) {
    const found = await read([...before.left.keys()]);
    const after = await ask(market, account);
    if (after?.changedAt === before.changedAt) return { found, inOrders: before.left };
    before = after;
  }
  return { found: await read([]), inOrders: null };
}

/** Null without market data, so that balances are answered all the same. */
const ask = (market: Pick<Market, 'inOrders'>, account: Account): Promise<InOrders | null> =>
  market.inOrders(account).catch((error: unknown) => {
    if (UNKNOWN.some((kind) => error instanceof kind)) return null;
    throw error;
  });

const UNKNOWN = [CatchingUp, MarketUnavailable, NotOnThisVenue, StoreUnavailable];
