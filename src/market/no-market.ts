// No market: what is asked where nobody observes the journal, because nobody should.
import { type Market, MarketOff } from '../ports/market.ts';
import type { Webhooks } from '../ports/webhooks.ts';

type NoMarket = Market & { readonly webhooks: Webhooks };

/** Every question is refused, whatever there will be to ask, but for those that are answered here. */
export function noMarket(why: () => Error, but: Partial<NoMarket> = {}): NoMarket {
  const refuse = () => Promise.reject(why());
  // What has a `then` could not be awaited.
  const refusing = <Asked extends object>(answered: object): Asked =>
    new Proxy(answered, {
      get: (asked, name) => Reflect.get(asked, name) ?? (name === 'then' ? undefined : refuse),
    }) as Asked;
  return refusing({ onHead() {}, close: async () => {}, webhooks: refusing<Webhooks>({}), ...but });
}

export const NO_MARKET = noMarket(() => new MarketOff('the journal is not observed here: MARKET_EVERY is 0'));
