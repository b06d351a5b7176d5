// The market if it is switched off: every query is refused.

import type { OwedQueries } from '../ports/liabilities.ts';
import { type Market, MarketOff } from '../ports/market.ts';
import type { PublicLog } from '../ports/public-log.ts';
import type { Webhooks } from '../ports/webhooks.ts';

type NoMarket = Market & { readonly webhooks: Webhooks; readonly log: PublicLog; readonly owed: OwedQueries };

/** Refuses every query, including future ones, except those in `but`. */
export function noMarket(why: () => Error, but: Partial<NoMarket> = {}): NoMarket {
  const refuse = () => Promise.reject(why());
  // Has no `then`: otherwise `await` would treat the object as a promise.
  const refusing = <Queries extends object>(answered: object): Queries =>
    new Proxy(answered, {
      get: (asked, name) => (name in asked || name === 'then' ? Reflect.get(asked, name) : refuse),
    }) as Queries;
  return refusing({
    onHead() {},
    close: async () => {},
    webhooks: refusing<Webhooks>({}),
    log: refusing<PublicLog>({ isSigning: false, unsure: undefined }),
    owed: refusing<OwedQueries>({}),
    ...but,
  });
}

export const NO_MARKET = noMarket(() => new MarketOff('the journal is not observed here: MARKET_EVERY is 0'));
