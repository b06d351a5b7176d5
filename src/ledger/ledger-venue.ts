// The venue that settles on the ledger: one store and one queue; its only state is cached records.
import { Addresses } from '../address.ts';
import { ISSUER } from '../core/accounts.ts';
import { type Account, type Amount, amount, type PoolAddress, type Ppm, type TokenAddress } from '../core/amount.ts';
import type { Command } from '../core/commands/command.ts';
import type { Policy } from '../core/commands/kind.ts';
import type { PlaceOrderCommand } from '../core/commands/place-order.ts';
import { worthOf } from '../core/maths/liquidity.ts';
import type { Pool } from '../core/pool.ts';
import { sequenceOf } from '../core/settle/transaction-id.ts';
import type { ActivityFilter } from '../ports/activity.ts';
import type { Health } from '../ports/health.ts';
import type { NewOrder } from '../ports/order-quote.ts';
import type { Page, PageRequest, WalkedPage } from '../ports/page.ts';
import { accountFrom, numberFrom, page, tokenFrom } from '../ports/paging.ts';
import type { Figures, Store } from '../ports/store.ts';
import type { Position, Swap } from '../ports/venue/accounts.ts';
import type { ListRequest, PoolEntry, PoolState, PoolView, Router } from '../ports/venue/listing.ts';
import type {
  Completed,
  CompletedSwap,
  LiquidityCommand,
  LiquidityQuote,
  Quote,
  QuoteTerms,
  Routing,
  Submission,
} from '../ports/venue/trading.ts';
import { refused, type Venue } from '../ports/venue.ts';
import type { RouteClient } from '../routes/client.ts';
import { SharedLookup } from '../thread/shared-lookup.ts';
import { endOfTurn } from '../thread/shared-turn.ts';
import { readActivity } from './activity.ts';
import { readConsistently } from './consistent-read.ts';
import { CreationTimes } from './creation-times.ts';
import { balancesWrittenByASwap } from './gas.ts';
import { GroupCommit, type GroupCommitOptions } from './group-commit.ts';
import { Listings, type PoolListing } from './listings.ts';
import { Quotes } from './quotes.ts';
import { isReserved } from './reserved-addresses.ts';
import { completed, Submissions, wentBack } from './submissions.ts';
import { withZeros } from './zero-balances.ts';

/** More than a journal ever contains, so that heads of different histories never collide. */
const A_HISTORY = 2 ** 40;

/** Transactions of a history read at once, about a millisecond's worth. */
const HISTORY_PAGE = 100;

type LedgerVenueOptions = GroupCommitOptions & {
  readonly policy: Policy;
  /** Called when an order may be about to be placed. */
  readonly onOrder?: () => void;
  /** Finds the best routes; without it, every swap without its own route uses the pair's pool. */
  readonly routeClient?: RouteClient;
};

export class LedgerVenue implements Venue, Health {
  readonly #store: Store;
  readonly #commands: GroupCommit;
  readonly #submissions: Submissions;
  readonly #heads: SharedLookup<void, number>;
  readonly #addresses: Addresses;
  readonly #listings: Listings;
  readonly #creationTimes: CreationTimes;
  readonly #quotes: Quotes;
  readonly #policy: Policy;
  readonly #router: Omit<Router, 'tokens'>;
  readonly #routeClient: RouteClient | undefined;
  readonly #onOrder: (() => void) | undefined;
  #rewinds = 0;
  /** The history number of the route client's last answer. */
  #routesHistory = -1;

  constructor(store: Store, options: LedgerVenueOptions) {
    const { rates } = options.policy;
    this.#store = store;
    this.#routeClient = options.routeClient;
    this.#onOrder = options.onOrder;
    this.#policy = options.policy;
    this.#commands = new GroupCommit(store, options);
    this.#heads = new SharedLookup(async () => {
      const head = await this.#ofOneHistory(() => store.head());
      return head + this.#rewinds * A_HISTORY;
    });
    store.onRewind(() => {
      this.#rewinds += 1;
      this.#listings.forget();
      this.#creationTimes.forget();
      // Waiting commands were parsed with records that are no longer valid.
      this.#commands.refuseWaiting(wentBack());
    });
    this.#addresses = new Addresses(store.factory);
    this.#listings = new Listings(store, (pool, token) => this.#addresses.wallet(pool, token));
    this.#creationTimes = new CreationTimes(store);
    this.#quotes = new Quotes({
      ...{ store, listings: this.#listings, addresses: this.#addresses },
      ...{
        policy: options.policy,
        routeClient: this.#routeClient,
        noteHistory: (history) => this.#noteHistory(history),
      },
    });
    this.#submissions = new Submissions({
      commands: this.#commands,
      addresses: this.#addresses,
      routeClient: this.#routeClient,
      policy: options.policy,
      store,
      fillAtOnce: (order) => this.#quotes.fillAtOnce(order),
      era: () => this.#rewinds,
      noteHistory: (history) => this.#noteHistory(history),
    });
    this.#router = {
      routerAddress: this.#addresses.router,
      factoryAddress: this.#addresses.factory,
      platformFeePpm: (rates.lpFeePpm + rates.protocolFeePpm) as Ppm,
      swapGasEstimate: balancesWrittenByASwap(options.policy),
    };
  }

  get routing(): Routing {
    return this.#routeClient ? 'best' : 'direct';
  }

  get transfers(): 'on' | 'off' {
    return this.#policy.transfers;
  }

  get orderPlacement(): 'on' | 'off' {
    return this.#policy.orders;
  }

  get queueDepth(): number {
    return this.#commands.depth;
  }

  check(): Promise<void> {
    return this.#store.check();
  }

  figures(): Promise<Figures> {
    return this.#store.figures();
  }

  /** Answers everything accepted, then closes the store. */
  async close(): Promise<void> {
    if (this.#routeClient) {
      await this.#routeClient.close();
      // Commands that have just got their routes are still to be submitted.
      await endOfTurn();
    }
    await this.#commands.close();
    await this.#store.close();
  }

  execute<C extends Command>(
    actor: Account,
    command: C,
    idempotencyKey?: string,
    routing: Routing = 'direct',
  ): Promise<Completed<C>> {
    if (command.kind === 'placeOrder') this.#onOrder?.();
    return this.#submissions.execute(actor, {
      command,
      routing,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
  }

  executeAll(
    actor: Account,
    submissions: readonly Submission[],
    { atomic = false }: { readonly atomic?: boolean } = {},
  ) {
    if (submissions.some(({ command }) => command.kind === 'placeOrder')) this.#onOrder?.();
    return this.#submissions.executeAll(actor, submissions, atomic);
  }

  onSearch(listener: (account: Account, ms: number) => void): void {
    this.#routeClient?.onSearch(listener);
  }

  get era(): number {
    return this.#rewinds;
  }

  /** The route client follows the journal independently: if it reports a rollback, the store has to check for one too. */
  #noteHistory(history: number): Promise<void> | undefined {
    if (history === this.#routesHistory) return undefined;
    return this.#heads.ask().then(() => {
      this.#routesHistory = history;
    });
  }

  quote(terms: QuoteTerms): Promise<Quote> {
    return this.#ofOneHistory(() => this.#quotes.quote(terms));
  }

  quoteOrder(order: NewOrder, asked: Pick<QuoteTerms, 'isStranger' | 'onSearch'> = {}) {
    return this.#ofOneHistory(() => this.#quotes.order(order, asked));
  }

  fillAtOnce(order: NewOrder): Promise<PlaceOrderCommand['fill']> {
    return this.#quotes.fillAtOnce(order);
  }

  quoteLiquidity(command: LiquidityCommand): Promise<LiquidityQuote> {
    return this.#ofOneHistory(() => this.#quotes.liquidity(command));
  }

  async router(): Promise<Router> {
    const tokens = await this.#store.tokens();
    return { ...this.#router, tokens: tokens.filter(({ status }) => status !== 'hidden') };
  }

  async tokens({ cursor, ...wanted }: ListRequest) {
    const after = cursor === undefined ? '' : tokenFrom(cursor);
    return page(await this.#store.tokenEntries({ after, ...wanted }), wanted.limit, ({ address }) => address);
  }

  async tokensNamed(addresses: readonly TokenAddress[]) {
    const found = await this.#store.tokensNamed(addresses);
    return inOrder(addresses, found, ({ address }) => address);
  }

  async lastTokenChange() {
    const posted = await this.#store.lastTokenChange();
    return posted && completed(posted);
  }

  token(address: TokenAddress) {
    return this.#ofOneHistory(() => this.#listings.token(address));
  }

  makes(address: string): Promise<boolean> {
    return isReserved(address, this.#addresses, this.#store);
  }

  pair(a: TokenAddress, b: TokenAddress) {
    const known = this.#listings.knownPair(a, b);
    return known ? Promise.resolve(known) : this.#ofOneHistory(() => this.#listings.pair(a, b));
  }

  pool(a: TokenAddress, b: TokenAddress): Promise<PoolState> {
    return this.#ofOneHistory(async () => {
      const { listed, snapshot } = await this.#quotes.find(a, b);
      return { ...view(listed, snapshot.balances), sequence: snapshot.sequence };
    });
  }

  pools(request: ListRequest) {
    return this.#ofOneHistory(() => this.#pools(request));
  }

  poolsNamed(addresses: readonly PoolAddress[]) {
    return this.#ofOneHistory(async () => {
      const { views } = await this.#views(() => this.#store.poolsNamed(addresses));
      return inOrder(addresses, views, ({ address }) => address);
    });
  }

  async #pools({ cursor, ...wanted }: ListRequest): Promise<Page<PoolEntry>> {
    const after = cursor === undefined ? 0 : numberFrom(cursor);
    const { pools, views } = await this.#views(() => this.#store.pools({ after, ...wanted }));
    return { ...page(pools, wanted.limit, ({ number }) => String(number)), items: views };
  }

  /** Pools and their balances, read consistently. */
  #views(find: () => Promise<readonly Pool[]>): Promise<Viewed> {
    return readConsistently(async () => {
      const { edition } = this.#listings;
      const pools = await find();
      const listed = await Promise.all(pools.map((pool) => this.#listings.list(pool, edition)));
      const createdAtMs = await this.#creationTimes.of(pools);
      const keys = listed.flatMap(({ balances, lpToken: token }) => [...balances, { account: ISSUER, token }]);
      const snapshot = await this.#store.read(keys);
      if (!listed.every((each) => this.#listings.isAsOf(snapshot, each))) return undefined;
      const views = listed.map((each, index) => ({
        ...view(each, snapshot.balances.slice(5 * index, 5 * index + 4)),
        supply: amount(-(snapshot.balances[5 * index + 4] as bigint)),
        createdAtMs: createdAtMs[index] ?? null,
      }));
      return { pools, views };
    });
  }

  position(account: Account, a: TokenAddress, b: TokenAddress): Promise<Position> {
    return this.#ofOneHistory(() => this.#position(account, a, b));
  }

  async #position(account: Account, a: TokenAddress, b: TokenAddress): Promise<Position> {
    const { pool, reserves, lpToken: token } = await this.#listings.find(a, b);
    const { balances } = await this.#store.read([...reserves, { account: ISSUER, token }, { account, token }]);
    const [reserve0, reserve1, issued, held] = balances as [bigint, bigint, bigint, bigint];
    const [lpTokens, lpSupply] = [amount(held), amount(-issued)];
    const state = { reserve0: amount(reserve0), reserve1: amount(reserve1), supply: lpSupply };
    const { amount0, amount1 } = worthOf(state, lpTokens);
    const [amountA, amountB] = a === pool.token0 ? [amount0, amount1] : [amount1, amount0];
    return { lpAddress: this.#addresses.lpAccount(pool.address, account), amountA, amountB, lpTokens, lpSupply };
  }

  async swap(transactionId: string): Promise<Swap> {
    const swap = await this.#posted(transactionId);
    return swap && isSwap(swap) ? swap : refused({ code: 'not_found', what: 'swap', id: transactionId });
  }

  async swaps(account: Account, page: PageRequest) {
    const { items, ...walked } = await this.activity({ account, kind: 'swap', payer: account }, page);
    return { items: items.filter(isSwap), ...walked };
  }

  async transaction(id: string | number): Promise<Completed> {
    return (await this.#posted(id)) ?? refused({ code: 'not_found', what: 'transaction', id });
  }

  async orderUnder(account: Account, clientId: string): Promise<Completed | undefined> {
    await this.#heads.ask();
    const posted = await this.#store.orderUnder(account, clientId);
    return posted && completed(posted);
  }

  async activity(filter: ActivityFilter, { cursor, limit }: PageRequest): Promise<WalkedPage<Completed>> {
    const before = cursor === undefined ? {} : { before: numberFrom(cursor) };
    await this.#heads.ask();
    const { items, next, lookedAt } = await readActivity(this.#store, filter, { ...before, limit });
    return { items: items.map(completed), nextCursor: next === null ? null : String(next), lookedAt };
  }

  async history(account: Account, after: number) {
    await this.#heads.ask();
    return this.#store.history({ account, after, limit: HISTORY_PAGE });
  }

  async #posted(id: string | number): Promise<Completed | undefined> {
    await this.#heads.ask();
    const sequence = typeof id === 'number' ? id : sequenceOf(id);
    const posted = sequence === null ? undefined : await this.#store.posted(sequence);
    return posted && (id === sequence || id === posted.id) ? completed(posted) : undefined;
  }

  async knows(account: Account): Promise<boolean> {
    await this.#heads.ask();
    const keys = await this.#store.keysAfter({ account, limit: 1 });
    if (keys.length > 0) return true;
    return (await this.#store.activity({ account, before: Number.MAX_SAFE_INTEGER, limit: 1 })).length > 0;
  }

  hasSent(from: Account, to: Account): Promise<boolean> {
    return this.#store.hasSent(from, to);
  }

  async accounts({ cursor, limit }: PageRequest) {
    const after = cursor === undefined ? '' : accountFrom(cursor);
    return page(await this.#store.accounts({ after, limit }), limit, ({ account }) => account);
  }

  async journal() {
    return { kind: 'ledger', sequence: await this.#store.head() };
  }

  balances(account: Account, { cursor, limit }: PageRequest, also: readonly TokenAddress[] = []) {
    return this.#ofOneHistory(async () => {
      const after = cursor === undefined ? '' : tokenFrom(cursor);
      const held = withZeros(await this.#store.balances({ account, after, limit }), { also, after, limit });
      const items = await Promise.all(
        held.map(async ({ token, balance }) => ({
          token: await this.#listings.tokenOrLp(token),
          balance: amount(balance),
        })),
      );
      await this.#heads.ask();
      return { ...page(held, limit, ({ token }) => token), items };
    });
  }

  balancesNamed(account: Account, tokens: readonly TokenAddress[]) {
    return this.#ofOneHistory(async () => {
      const named = await Promise.all(tokens.map((token) => this.#listings.token(token)));
      const { balances } = await this.#store.read(tokens.map((token) => ({ account, token })));
      return named.map((token, at) => ({ token, balance: amount(balances[at] as bigint) }));
    });
  }

  head(): Promise<number> {
    return this.#heads.ask();
  }

  /** Repeats `compose` if the journal was rolled back meanwhile. */
  async #ofOneHistory<Answer>(compose: () => Promise<Answer>): Promise<Answer> {
    const rewinds = this.#rewinds;
    try {
      const answer = await compose();
      if (rewinds === this.#rewinds) return answer;
    } catch (error) {
      if (rewinds === this.#rewinds) throw error;
    }
    return this.#ofOneHistory(compose);
  }
}

type Viewed = { readonly pools: readonly Pool[]; readonly views: readonly PoolEntry[] };

/** The found items, without duplicates, in the order of `names`. */
function inOrder<Item>(
  names: readonly string[],
  found: readonly Item[],
  nameOf: (item: Item) => string,
): readonly Item[] {
  const known = new Map(found.map((item) => [nameOf(item), item]));
  return [...new Set(names)].flatMap((name) => known.get(name) ?? []);
}

const isSwap = (done: Completed): done is CompletedSwap => done.receipt.kind === 'swap';

/** A pool with its balances, which are in the order of `Listed.balances`. */
function view({ listing }: PoolListing, balances: readonly bigint[]): PoolView {
  const [reserve0, reserve1, collected0, collected1] = balances.map(amount) as [Amount, Amount, Amount, Amount];
  return { ...listing, reserve0, reserve1, collected0, collected1 };
}
