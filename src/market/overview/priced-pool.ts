// A pool as a source of prices: its mean price over the five minutes before a whole minute, without fees.
import { type PoolFigures, spotOf } from '../../core/market/figures.ts';
import { invertPrice, type Price, priceOf } from '../../core/market/price.ts';
import type { PricingPool } from '../../core/market/quote-prices.ts';
import { type MeanPrices, meanPrices } from '../../core/market/window.ts';
import type { ListedPool } from './entries.ts';
import { type Bases, type MarketWindow, MEAN_MS } from './window.ts';

export class PricedPool implements PricingPool {
  readonly #pool: ListedPool;
  readonly #bases: Bases;
  readonly #minuteMs: number;
  /** Its figures at the minute, or the current ones if it had none then. */
  readonly #held: PoolFigures;
  #mean: MeanPrices | undefined;
  /** The lesser of the reserves at the start and the end of the five minutes, so that liquidity added for a moment does not count. */
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  /** True if the pool was empty at the start of the five minutes. */
  readonly isNew: boolean;

  /** Undefined if the pool was empty at the minute, or is empty now and had no figures then. */
  static of(pool: ListedPool, window: MarketWindow): PricedPool | undefined {
    const bases = window.basesOf(pool.address);
    const held = bases.minute ?? pool.figures;
    return held?.reserve0 && held.reserve1 ? new PricedPool(pool, bases, held, window.minuteMs) : undefined;
  }

  private constructor(pool: ListedPool, bases: Bases, held: PoolFigures, minuteMs: number) {
    this.#pool = pool;
    this.#bases = bases;
    this.#held = held;
    this.#minuteMs = minuteMs;
    const then = bases.mean?.reserve0 ? bases.mean : undefined;
    this.isNew = !then;
    this.reserve0 = then && then.reserve0 < held.reserve0 ? then.reserve0 : held.reserve0;
    this.reserve1 = then && then.reserve1 < held.reserve1 ? then.reserve1 : held.reserve1;
  }

  /** The overview's entry, with the current figures. */
  get listed(): ListedPool {
    return this.#pool;
  }

  get number() {
    return this.#pool.record.number;
  }
  get token0() {
    return this.#pool.record.token0;
  }
  get token1() {
    return this.#pool.record.token1;
  }
  get decimals0() {
    return this.#pool.counted.decimals0;
  }
  get decimals1() {
    return this.#pool.counted.decimals1;
  }

  price(ofToken0: boolean): Price {
    this.#mean ??= this.#meanPrices() ?? (this.#spotPrices(this.#held) as MeanPrices);
    return ofToken0 ? this.#mean.mean0 : this.#mean.mean1;
  }

  /** The price at the start of the last day; undefined if the pool had none. */
  priceBefore(ofToken0: boolean): Price | undefined {
    return this.priceIn(this.#bases.day, ofToken0);
  }

  /** The price that these figures of the pool give. */
  priceIn(figures: PoolFigures | undefined, ofToken0: boolean): Price | undefined {
    const spot = figures && this.#spotPrices(figures);
    return ofToken0 ? spot?.mean0 : spot?.mean1;
  }

  #meanPrices(): MeanPrices | undefined {
    const { mean, minute } = this.#bases;
    const { counted } = this.#pool;
    if (!mean || !minute) return undefined;
    const toMs = this.#minuteMs;
    return meanPrices(mean, minute, { fromMs: toMs - MEAN_MS, toMs }, counted);
  }

  #spotPrices(figures: PoolFigures): MeanPrices | undefined {
    const { counted } = this.#pool;
    const spot = spotOf(figures, counted);
    if (!spot) return undefined;
    const price = priceOf(spot, counted.decimals0, counted.decimals1);
    return { mean0: price, mean1: invertPrice(price) };
  }
}
