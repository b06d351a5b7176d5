// No market: what is asked where nobody observes the journal, because nobody should.
import { type Market, MarketUnavailable } from './market.ts';

const refuse = () => Promise.reject(new MarketUnavailable('the journal is not observed here: MARKET_EVERY is 0'));

/** Every question is refused, whatever there will be to ask. */
export const NO_MARKET = new Proxy({ onHead() {}, close: async () => {} } as unknown as Market, {
  get: (market, name) => Reflect.get(market, name) ?? refuse,
});
