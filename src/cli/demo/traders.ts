// The demo's traders: accounts that make a trade every few seconds through the HTTP API, so that prices move.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Token } from '../../core/pool.ts';
import { WHOLE_SHARE } from '../../core/route/shape.ts';
import { type PoolRecord, type PoolView, poolViews, worthIn } from './market-view.ts';
import { nextSale, type Sale } from './next-sale.ts';
import { Random } from './random.ts';
import { ReferencePrices } from './reference-prices.ts';

/** Average time between two trades of one trader, and the value of a typical one in USDT. */
const [PACE_MS, USUAL] = [20_000, 40];
const DAY_MS = 86_400_000;
/** The part of trades that are limit orders, by how much their limit is better than the pool's price at most, and when they expire. */
const [ORDERS, MOST_BETTER, WAIT_SECONDS] = [0.2, 0.006, 6 * 3600];
/** Longer than an exchange with default settings waits for anything. */
const TIMEOUT_MS = 120_000;

type TraderOptions = {
  /** The URL of the exchange. */
  readonly url: string;
  /** API keys, one per trader. */
  readonly keys: readonly string[];
  /** Called when a trade fails; the traders continue with the next one. */
  onFailure(error: Error): void;
  /** Waits between two trades; rejects when the signal is aborted. Tests replace it. */
  pause?(ms: number, signal: AbortSignal): Promise<unknown>;
};

/** Runs the traders until the promise settles; logs failures, at most once a minute. */
export function letTrade({
  logger,
  until,
  ...options
}: Omit<TraderOptions, 'onFailure'> & { readonly logger: Logger; readonly until: Promise<unknown> }): void {
  let saidMs = Number.NEGATIVE_INFINITY;
  const traders = new Traders({
    ...options,
    onFailure({ message }) {
      if (performance.now() - saidMs < 60_000) return;
      saidMs = performance.now();
      logger.warn(`demo: a trader could not trade and will try again: ${message}`);
    },
  });
  until.finally(() => traders.close()).catch(() => {});
}

export class Traders {
  readonly #options: TraderOptions;
  readonly #stop = new AbortController();
  readonly #keys: readonly string[];
  #random = new Random(0);
  #prices: ReferencePrices | undefined;
  #placesOrders = false;
  readonly #running: Promise<void>;

  constructor(options: TraderOptions) {
    this.#options = options;
    this.#keys = options.keys;
    this.#running = this.#keys.length === 0 ? Promise.resolve() : this.#run();
  }

  /** Stops the traders; aborts a request that is being sent. */
  close(): Promise<void> {
    this.#stop.abort();
    return this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const { onFailure, pause = (ms, signal) => sleep(ms, undefined, { signal }) } = this.#options;
    while (!signal.aborted) {
      try {
        const waitMs = (PACE_MS / this.#keys.length) * (0.4 + 1.2 * this.#random.unit());
        await pause(waitMs, signal);
        await this.#trade(waitMs / DAY_MS);
      } catch (error) {
        if (!signal.aborted) onFailure(error as Error);
      }
    }
  }

  async #trade(days: number): Promise<void> {
    const key = this.#random.pick(this.#keys);
    const listed = await this.#ask<{ pools: readonly PoolRecord[] }>(key, '/getPools?limit=50');
    const { balances } = await this.#ask<{ balances: readonly BalanceRecord[] }>(key, '/getBalances?limit=200');
    const pools = poolViews(listed.pools);
    this.#prices ??= await this.#begin(key, pools);
    this.#prices.pass(days, this.#random);
    const holds = ({ address }: Token) => Number(balances.find((held) => held.address === address)?.balance ?? 0);
    const outlook = { pools, prices: this.#prices, holds, usual: USUAL };
    const sale = pools.length === 0 ? undefined : nextSale(outlook, this.#random);
    if (!sale) return;
    if (this.#placesOrders && !sale.via && this.#random.chance(ORDERS)) {
      const better = 1 + MOST_BETTER * this.#random.unit();
      const terms = orderOf(sale, pools, better, Math.floor(Date.now() / 1000) + WAIT_SECONDS);
      if (terms) await this.#ask(key, '/createOrder', terms);
    } else await this.#ask(key, '/createSwap', bodyOf(sale));
  }

  /** Seeds the random numbers with the journal's last sequence, so that the traders do not repeat the same trades after a restart. */
  async #begin(key: string, pools: readonly PoolView[]): Promise<ReferencePrices> {
    const { sequence, orders } = await this.#ask<{ sequence: number; orders: string }>(key, '/whoami');
    this.#placesOrders = orders === 'on';
    this.#random = new Random(sequence);
    return new ReferencePrices(worthIn(pools));
  }

  async #ask<Data>(key: string, path: string, body?: object): Promise<Data> {
    const answer = await fetch(this.#options.url + path, {
      headers: {
        amounts: 'string',
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const { data, error } = (await answer.json()) as { data: Data; error?: string };
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${error}`);
    return data;
  }
}

type BalanceRecord = { readonly address: string; readonly balance: string };

/** The body of createSwap. It names the route via a third token, which also works if the exchange does not search for routes. */
const bodyOf = ({ sells, buys, via, amount }: Sale) => ({
  Pair: { tokenA: sells.address, tokenB: buys.address },
  amount: { tokenA: String(amount) },
  ...(via && { route: [hopOf(sells, via), hopOf(via, buys)] }),
});

const hopOf = (from: Token, to: Token) => ({ tokenA: from.address, tokenB: to.address, share: WHOLE_SHARE });

/**
 * The body of createOrder, with a limit that is better than the pool's price by the factor `better`; undefined if the tokens
 * have no pool.
 */
function orderOf({ sells, buys, amount }: Sale, pools: readonly PoolView[], better: number, expiresAt: number) {
  const pool = pools.find(({ tokenA, tokenB }) => [tokenA, tokenB].includes(sells) && [tokenA, tokenB].includes(buys));
  if (!pool) return undefined;
  const price = pool.tokenA === sells ? pool.reserveB / pool.reserveA : pool.reserveA / pool.reserveB;
  return {
    Pair: { tokenA: sells.address, tokenB: buys.address },
    amount: { tokenA: String(amount) },
    price: (price * better).toFixed(12),
    expiresAt,
  };
}
