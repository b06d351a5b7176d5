// The average prices of days, from the daily candles of pools, a month at a time.
import type { TokenAddress } from '../../core/amount.ts';
import type { DayAverage, DayAverages, Valuing } from '../../core/gains/worth.ts';
import type { Market } from '../../ports/market.ts';
import { RefusedError } from '../../ports/venue.ts';

const DAY_MS = 86_400_000;
/** Days read at once. */
const DAYS = 32;
/** Most tokens remembered at once; an account that trades more of them reads their averages again. */
const MAX_TOKENS = 1000;

/** The averages of a token on the days of one month. */
type Month = { readonly number: number; readonly days: ReadonlyMap<number, DayAverage> };

export class DayAverageCache {
  readonly #market: Pick<Market, 'candles'>;
  readonly #valuing: Valuing;
  readonly #maxTokens: number;
  readonly #months = new Map<TokenAddress, Month>();

  constructor(market: Pick<Market, 'candles'>, valuing: Valuing, maxTokens = MAX_TOKENS) {
    this.#market = market;
    this.#valuing = valuing;
    this.#maxTokens = maxTokens;
  }

  /** Reads what is missing; returns how many months were read. The averages of all these tokens are there afterwards. */
  async load(tokens: readonly TokenAddress[], atMs: number): Promise<number> {
    const number = monthOf(atMs);
    const isMissing = (token: TokenAddress) => this.#months.get(token)?.number !== number;
    if (this.#months.size + tokens.filter(isMissing).length > this.#maxTokens) this.#months.clear();
    let count = 0;
    for (const token of tokens.filter(isMissing)) {
      this.#months.set(token, { number, days: await this.#read(token, number) });
      count += 1;
    }
    return count;
  }

  /** The averages that were loaded for the day. */
  on(atMs: number): DayAverages {
    const day = Math.floor(atMs / DAY_MS);
    return { of: (token) => this.#months.get(token)?.days.get(day) ?? null };
  }

  async #read(token: TokenAddress, month: number): Promise<Month['days']> {
    const { own, unit } = this.#valuing;
    const fromMs = month * DAYS * DAY_MS;
    const range = { intervalMs: DAY_MS, keptMs: DAY_MS, fromMs, toMs: fromMs + DAYS * DAY_MS } as const;
    const tokenB = token === own ? unit : own;
    try {
      const { candles } = await this.#market.candles({ tokenA: token, tokenB, ...range });
      return new Map(
        candles.map(({ startMs, volume0, volume1 }) => [startMs / DAY_MS, { volume: volume0, quoteVolume: volume1 }]),
      );
    } catch (error) {
      // A token without a pool of its own with the quote token has no averages.
      if (error instanceof RefusedError && error.refusal.code === 'unknown_pool') return new Map();
      throw error;
    }
  }
}

const monthOf = (ms: number): number => Math.floor(ms / (DAYS * DAY_MS));
