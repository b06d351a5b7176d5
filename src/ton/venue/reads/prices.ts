// Prices of tokens by the current reserves of pools on the chain: for spending limits, not for trading.
import { type Amount, amount, type TokenAddress } from '../../../core/amount.ts';
import { poolPrice } from '../../../core/market/pool-price.ts';
import type { Price } from '../../../core/market/price.ts';
import { ONE, productOf } from '../../../core/market/value.ts';
import type { Token } from '../../../core/pool.ts';
import type { FairPrices, QuoteChoice } from '../../../ports/venue/listing.ts';
import type { Venue } from '../../../ports/venue.ts';
import { type Dex, TON } from '../dex.ts';

type Options = {
  readonly dex: Pick<Dex, 'pool'>;
  readonly registry: Pick<Venue, 'tokensNamed' | 'router'>;
  /** The token that values are expressed in; if it is not listed and `orFirst` is set, the first listed token. */
  readonly quote: QuoteChoice;
};

/** The price of a token in a pool, and the pool's reserve of that token. */
type Way = { readonly price: Price; readonly depth: bigint };

export class Prices {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async of(tokens: readonly TokenAddress[]): Promise<FairPrices> {
    const { registry } = this.#options;
    const quoteToken = await this.#quoteToken();
    const [ton] = await registry.tokensNamed([TON]);
    const listed = await registry.tokensNamed(tokens);
    const priced = listed.map(async (token) => ({
      ...token,
      price: quoteToken && (await this.#price(token, quoteToken, ton)),
    }));
    return { quoteToken, tokens: await Promise.all(priced) };
  }

  async #quoteToken(): Promise<Token | null> {
    const { registry, quote } = this.#options;
    const [chosen] = await registry.tokensNamed([quote.token]);
    return chosen ?? (quote.orFirst ? ((await registry.router()).tokens[0] ?? null) : null);
  }

  /** Uses the direct pool or the path over TON, whichever is deeper: a shallow pool is easily manipulated. */
  async #price(token: Token, quote: Token, ton: Token | undefined): Promise<Price | null> {
    if (token.address === quote.address) return ONE;
    const direct = await this.#way(token, quote);
    if (!ton || ton.address === token.address || ton.address === quote.address) return direct?.price ?? null;
    const [first, second] = [await this.#way(token, ton), await this.#way(ton, quote)];
    const isDeeper = first && second && first.depth > (direct?.depth ?? 0n);
    return isDeeper ? productOf([first.price, second.price]) : (direct?.price ?? null);
  }

  async #way(tokenIn: Token, tokenOut: Token): Promise<Way | undefined> {
    const found = await this.#options.dex.pool(tokenIn.address, tokenOut.address);
    if (!found || found.data.reserve0 === 0n || found.data.reserve1 === 0n) return undefined;
    const isFirst = found.pool.token0 === tokenIn.address;
    const { reserve0, reserve1 } = found.data;
    const [reserveIn, reserveOut] = (isFirst ? [reserve0, reserve1] : [reserve1, reserve0]).map(amount) as [
      Amount,
      Amount,
    ];
    return { price: poolPrice({ tokenIn, tokenOut, pool: found.pool }, { reserveIn, reserveOut }), depth: reserveIn };
  }
}
