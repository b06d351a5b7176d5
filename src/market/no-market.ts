// No market: what is asked where nobody observes the journal, because nobody should.
import { type Market, MarketOff } from '../ports/market.ts';
import type { Webhooks } from '../ports/webhooks.ts';

const refuse = () => Promise.reject(new MarketOff('the journal is not observed here: MARKET_EVERY is 0'));

/** Every question is refused, whatever there will be to ask. */
const refusing = <Asked extends object>(but: object): Asked =>
  new Proxy(but, { get: (asked, name) => Reflect.get(asked, name) ?? refuse }) as Asked;

export const NO_MARKET = refusing<Market & { readonly webhooks: Webhooks }>({
  onHead() {},
  close: async () => {},
  webhooks: refusing<Webhooks>({}),
});
