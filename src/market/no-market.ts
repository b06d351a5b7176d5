// No market: what is asked where nobody observes the journal, because nobody should.
import { type Market, MarketOff } from '../ports/market.ts';
import type { Webhooks } from '../ports/webhooks.ts';

/** Every question is refused, whatever there will be to ask. */
export function noMarket(why: () => Error): Market & { readonly webhooks: Webhooks } {
  const refuse = () => Promise.reject(why());
  const refusing = <Asked extends object>(but: object): Asked =>
    new Proxy(but, { get: (asked, name) => Reflect.get(asked, name) ?? refuse }) as Asked;
  return refusing({ onHead() {}, close: async () => {}, webhooks: refusing<Webhooks>({}) });
}

export const NO_MARKET = noMarket(() => new MarketOff('the journal is not observed here: MARKET_EVERY is 0'));
