// Values amounts in the exchange's quote token, or in another token by its price in that.
import type { TokenAddress } from '../../core/amount.ts';
import type { Price } from '../../core/market/price.ts';
import { dividePrices, ONE, productOf, valueAt } from '../../core/market/value.ts';
import type { Token, TokenEntry } from '../../core/pool.ts';
import type { MarketMoment } from '../../ports/market-figures.ts';
import { refused } from '../../ports/venue.ts';
import type { ListedPool, ListedToken } from './entries.ts';
import type { MarketOverview } from './overview.ts';
import type { PricedPool } from './priced-pool.ts';

type PriceOf = (pool: PricedPool, ofToken0: boolean) => Price | undefined;

export class Valuation {
  readonly overview: MarketOverview;
  readonly #chosen: TokenEntry | undefined;

  constructor(overview: MarketOverview, chosen?: TokenEntry) {
    this.overview = overview;
    this.#chosen = chosen?.address === overview.quote?.address ? undefined : chosen;
  }

  /** The token in which amounts are valued; null if the exchange has no quote token and none was chosen. */
  get quote(): TokenEntry | null {
    return this.#chosen ?? this.overview.quote;
  }

  moment(): MarketMoment {
    return { ...this.overview.moment(), quoteToken: this.quote };
  }

  /** The price of a token in the quote token; null if one of them has no price. */
  price(token: TokenAddress): Price | null {
    return this.#inQuote(token, (each) => this.overview.quoted(each)?.price ?? null);
  }

  /** The price at the start of the last day, over the pools that price the token now. */
  priceBefore(token: TokenAddress): Price | null {
    return this.priceBy(token, (pool, ofToken0) => pool.priceBefore(ofToken0));
  }

  /** The price over the pools that price the token now, given a price of each; null if one of them has none. */
  priceBy(token: TokenAddress, priceOf: PriceOf): Price | null {
    return this.#inQuote(token, (each) => this.#along(each, priceOf));
  }

  /** The pools that the price of a token depends on; undefined if it has no price. */
  poolsOf(token: TokenAddress): readonly ListedPool[] | undefined {
    const paths = [token, ...(this.#chosen ? [this.#chosen.address] : [])].map(
      (each) => this.overview.quoted(each)?.path,
    );
    return paths.includes(undefined) ? undefined : paths.flatMap((path = []) => path.map(({ pool }) => pool.listed));
  }

  /** In base units of the quote token, rounded down; null if the token has no price, but 0 for an amount of 0. */
  worth(units: bigint, token: Pick<Token, 'address' | 'decimals'>): bigint | null {
    const { quote } = this;
    if (!quote) return null;
    const price = this.price(token.address);
    if (!price) return units > 0n ? null : 0n;
    return valueAt(units, price, token, quote);
  }

  worthOf(units: bigint, { entry }: ListedToken): bigint | null {
    return this.worth(units, entry);
  }

  #inQuote(token: TokenAddress, priceOf: (token: TokenAddress) => Price | null): Price | null {
    const chosen = this.#chosen;
    if (!chosen) return priceOf(token);
    if (chosen.address === token) return ONE;
    const [price, ofChosen] = [priceOf(token), priceOf(chosen.address)];
    return price && ofChosen && dividePrices(price, ofChosen);
  }

  #along(token: TokenAddress, priceOf: PriceOf): Price | null {
    const quoted = this.overview.quoted(token);
    if (!quoted) return null;
    const prices: Price[] = [];
    for (const { pool, ofToken0 } of quoted.path) {
      const price = priceOf(pool, ofToken0);
      if (!price) return null;
      prices.push(price);
    }
    return productOf(prices);
  }
}

/** A valuation in the requested token, which may have any status. */
export function valuationIn(overview: MarketOverview, quote: TokenAddress | undefined): Valuation {
  if (quote === undefined) return new Valuation(overview);
  const chosen = overview.token(quote) ?? refused({ code: 'unknown_token', token: quote });
  return new Valuation(overview, chosen.entry);
}
