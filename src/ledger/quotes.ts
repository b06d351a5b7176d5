// Quotes for swaps, orders and liquidity, each computed from one consistent snapshot.
import type { Addresses } from '../address.ts';
import { ISSUER, lpToken, reserveAccount } from '../core/accounts.ts';
import { type Account, type Amount, amount, type TokenAddress } from '../core/amount.ts';
import { transfersOf } from '../core/commands/command.ts';
import { impactInside } from '../core/commands/inner-swap.ts';
import type { Policy } from '../core/commands/kind.ts';
import type { PlaceOrderCommand } from '../core/commands/place-order.ts';
import { poolPrice } from '../core/market/pool-price.ts';
import { type Pair, type Pool, pairKey } from '../core/pool.ts';
import { type Refusal, Refused } from '../core/refusal.ts';
import type { ExactAmount, Leg } from '../core/route/leg.ts';
import { planLegs } from '../core/route/plan.ts';
import { faultOfRoute, type RouteHop, WHOLE_SHARE } from '../core/route/shape.ts';
import type { Outcome } from '../core/settle/instruction.ts';
import { deltasOf } from '../core/settle/transfer.ts';
import { asFill, asProbe, type NewOrder, type OrderQuote } from '../ports/order-quote.ts';
import type { Snapshot, Store } from '../ports/store.ts';
import type { LiquidityCommand, LiquidityQuote, Quote, QuoteTerms } from '../ports/venue/trading.ts';
import { RefusedError, refused } from '../ports/venue.ts';
import type { RouteClient } from '../routes/client.ts';
import type { PoolsNow } from '../routes/fill-for.ts';
import { fillNow } from '../routes/fill-now.ts';
import { SharedLookup } from '../thread/shared-lookup.ts';
import { readConsistently } from './consistent-read.ts';
import { dryRun } from './dry-run.ts';
import type { Listings, PoolListing } from './listings.ts';

type QuotesOptions = {
  readonly store: Store;
  readonly listings: Listings;
  readonly addresses: Addresses;
  readonly policy: Policy;
  readonly routeClient: RouteClient | undefined;
  /** Called with the history number of the route client's answer; returns a promise if the number is new. */
  noteHistory(history: number): Promise<void> | undefined;
};

export class Quotes {
  readonly #options: QuotesOptions;
  readonly #snapshots: SharedLookup<PoolListing, Snapshot>;

  constructor(options: QuotesOptions) {
    this.#options = options;
    this.#snapshots = new SharedLookup(({ balances }) => options.store.read(balances));
  }

  async quote({ routing = 'direct', route, isStranger, onSearch, ...terms }: QuoteTerms): Promise<Quote> {
    if (routing === 'best' && !route && this.#options.routeClient) {
      const limited = { ...terms, maxPriceImpactPpm: this.#options.policy.maxPriceImpactPpm };
      const { plan, sequence, history } = await this.#options.routeClient.plan(
        limited,
        isStranger ? 'stranger' : 'quote',
        onSearch,
      );
      const noted = this.#options.noteHistory(history);
      if (noted) await noted;
      return plan instanceof Refused ? refused(plan.refusal) : { plan, sequence };
    }
    const { tokenA, tokenB, exact, referred } = terms;
    const fault = route && faultOfRoute(route, terms, 'in' in exact ? 'in' : 'out');
    if (fault) return refused({ code: 'invalid_route', fault });
    const { legs, sequence } = route
      ? await this.#findAlong(route)
      : await this.#findAlone({ tokenIn: tokenA, tokenOut: tokenB, share: WHOLE_SHARE });
    const plan = planLegs(legs, exact, referred);
    return plan instanceof Refused ? refused(plan.refusal) : { plan, sequence };
  }

  async #findAlone(hop: RouteHop): Promise<{ legs: readonly Leg[]; sequence: number }> {
    const { listed, snapshot } = await this.find(hop.tokenIn, hop.tokenOut);
    return { legs: [legOf(hop, listed, snapshot.balances)], sequence: snapshot.sequence };
  }

  /** The pools of a route with their reserves, read consistently. */
  #findAlong(route: readonly RouteHop[]): Promise<{ legs: readonly Leg[]; sequence: number }> {
    return readConsistently(async () => {
      const listed: PoolListing[] = [];
      for (const { tokenIn, tokenOut } of route) listed.push(await this.#options.listings.find(tokenIn, tokenOut));
      const snapshot = await this.#options.store.read(listed.flatMap(({ reserves }) => reserves));
      if (!listed.every((each) => this.#options.listings.isAsOf(snapshot, each))) return undefined;
      const legs = route.map((hop, at) => legOf(hop, listed[at] as PoolListing, snapshot.balances.slice(2 * at)));
      return { legs, sequence: snapshot.sequence };
    });
  }

  order(order: NewOrder, { isStranger, onSearch }: Pick<QuoteTerms, 'isStranger' | 'onSearch'>): Promise<OrderQuote> {
    return this.#fillOf(order, true, isStranger ? 'stranger' : 'quote', onSearch);
  }

  /**
   * The immediate fill of an order; undefined if there is none, or if it cannot be found. Of a `postOnly` order the fill to judge it by:
   * without one for lack of an answer it could not be judged, so that is an error.
   */
  async fillAtOnce(order: NewOrder): Promise<PlaceOrderCommand['fill']> {
    if (order.placedAs === 'postOnly') return asProbe(order, await this.#fillOf(order, true, 'quote', order.account));
    const { fill } = await this.#fillOf(order, false, 'quote', order.account).catch(() => ({ fill: null }));
    return fill ? asFill(order, fill) : undefined;
  }

  async #fillOf(
    order: NewOrder,
    least: boolean,
    ...[rank, charged]: readonly [Asking[1], Asking[2]]
  ): Promise<OrderQuote> {
    const question = { order, least, maxPriceImpactPpm: this.#options.policy.maxPriceImpactPpm };
    if (!this.#options.routeClient) {
      const { pools, sequence } = await this.#ownPool(order);
      return { ...fillNow(question, pools, Date.now()), sequence };
    }
    const { history, ...found } = await this.#options.routeClient.fill(question, rank, charged);
    const noted = this.#options.noteHistory(history);
    if (noted) await noted;
    return found;
  }

  /** The pools that can fill an order if there is no route client: only the pair's own pool. */
  async #ownPool({ tokenA, tokenB }: Pair): Promise<{ readonly pools: PoolsNow; readonly sequence: number }> {
    const { maxPriceImpactPpm } = this.#options.policy;
    const hop = { tokenIn: tokenA, tokenOut: tokenB, share: WHOLE_SHARE };
    const { legs, sequence } = await this.#findAlone(hop).catch(async (error: unknown) => {
      if (!(error instanceof RefusedError)) throw error;
      return { legs: new Refused(error.refusal as Refusal), sequence: await this.#options.store.head() };
    });
    const wayOf = (exact: ExactAmount) => ({
      route: [],
      plan: legs instanceof Refused ? legs : planLegs(legs, exact, false),
    });
    const best = (units: Amount) => wayOf({ in: units });
    const estimate = (units: Amount) => {
      const { plan } = best(units);
      return plan instanceof Refused ? 0 : Number(plan.amountOut) / Number(units);
    };
    const cheapest = (units: Amount) => wayOf({ out: units });
    return { pools: { best, cheapest, estimate, maxPriceImpactPpm }, sequence };
  }

  async liquidity(command: LiquidityCommand): Promise<LiquidityQuote> {
    const { account } = command;
    const addressOf = this.#options.addresses.pool.bind(this.#options.addresses);
    const options = { policy: this.#options.policy, addressOf, assumedFunds: offeredBy(command) };
    const done = await dryRun(this.#options.store, { account, command }, options);
    const { outcomes, balances, sequence } = done;
    const [outcome] = outcomes as readonly [Outcome];
    if ('refusal' in outcome) return refused(outcome.refusal);
    const receipt = outcome.posted.receipt as LiquidityQuote['receipt'];
    const held = (of: Account, token = lpToken(receipt.pool)) =>
      balances.find((entry) => entry.account === of && entry.token === token)?.balance ?? 0n;
    const entries = deltasOf(transfersOf(receipt));
    const { tokenA, tokenB } = await this.#options.listings.pair(command.tokenA, command.tokenB);
    const pool = (done.pools[0] ?? done.listed.get(pairKey(tokenA.address, tokenB.address))) as Pool;
    const reserve = (of: TokenAddress) => amount(held(reserveAccount(receipt.pool), of));
    const after = { reserveIn: reserve(tokenA.address), reserveOut: reserve(tokenB.address) };
    const price = after.reserveIn === 0n ? null : poolPrice({ tokenIn: tokenA, tokenOut: tokenB, pool }, after);
    const lp = { lpTokens: amount(held(account)), lpSupply: amount(-held(ISSUER)) };
    const left = { reserveA: after.reserveIn, reserveB: after.reserveOut };
    const priceImpact = impactInside(receipt, { tokenA, tokenB, pool }, left);
    return { receipt, entries, ...lp, price, ...(priceImpact && { priceImpact }), sequence };
  }

  /** A pool and its balances, read consistently. */
  find(a: TokenAddress, b: TokenAddress): Promise<{ listed: PoolListing; snapshot: Snapshot }> {
    return readConsistently(async () => {
      const listed = await this.#options.listings.find(a, b);
      const snapshot = await this.#snapshots.ask(listed);
      return this.#options.listings.isAsOf(snapshot, listed) ? { listed, snapshot } : undefined;
    });
  }
}

type Asking = Parameters<RouteClient['fill']>;

/** A hop with its pool and reserves, which come first in `balances`. */
function legOf({ tokenIn, share }: RouteHop, { pool, listing }: PoolListing, balances: readonly bigint[]): Leg {
  const [reserve0, reserve1] = balances.slice(0, 2).map(amount) as [Amount, Amount];
  const { token0, token1 } = listing;
  return tokenIn === token0.address
    ? { tokenIn: token0, tokenOut: token1, reserves: { reserveIn: reserve0, reserveOut: reserve1 }, pool, share }
    : { tokenIn: token1, tokenOut: token0, reserves: { reserveIn: reserve1, reserveOut: reserve0 }, pool, share };
}

/** The tokens that a provider puts in; the bought part of a one-sided provide is not among them. */
function offeredBy(command: LiquidityCommand): readonly TokenAddress[] {
  if (command.kind === 'refund') return [];
  const { tokenA, tokenB, amountA, amountB } = command;
  return [...(amountA > 0n ? [tokenA] : []), ...(amountB > 0n ? [tokenB] : [])];
}
