// A market that refuses every query, but for those that a venue without market data can answer.

import type { LiabilitiesQueries } from '../ports/liabilities.ts';
import type { Market } from '../ports/market.ts';
import type { PublicLog } from '../ports/public-log.ts';
import type { Webhooks } from '../ports/webhooks.ts';

type RefusingMarket = Market & {
  readonly webhooks: Webhooks;
  readonly log: PublicLog;
  readonly liabilities: LiabilitiesQueries;
};

/** Refuses every query, including future ones, except those in `but`. */
export function refusingMarket(why: () => Error, but: Partial<RefusingMarket> = {}): RefusingMarket {
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
    liabilities: refusing<LiabilitiesQueries>({}),
    ...but,
  });
}
