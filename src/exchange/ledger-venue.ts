// The venue that settles on the ledger, at once: one store, one queue, no state of its own but records that are known to hold.
import { ISSUER, lpToken } from '../core/accounts.ts';
import { type Account, type Amount, amount, type Ppm, type TokenAddress } from '../core/amount.ts';
import type { Command } from '../core/commands/command.ts';
import type { Policy } from '../core/commands/kind.ts';
import type { SwapCommand } from '../core/commands/swap.ts';
import { worthOf } from '../core/liquidity.ts';
import { orderPair } from '../core/pool.ts';
import { Refused } from '../core/refusal.ts';
import { type Leg, planLegs } from '../core/route/plan.ts';
import { faultOfRoute, type RouteHop, WHOLE_SHARE } from '../core/route/shape.ts';
import type { Instruction, Outcome, Posted } from '../core/settle.ts';
import { sequenceOf } from '../core/transaction-id.ts';
import { deltasOf } from '../core/transfer.ts';
import { type ActivityFilter, readActivity } from './activity.ts';
import { Addresses } from './address.ts';
import { isDerived } from './derived.ts';
import { dryRun } from './dry-run.ts';
import { fingerprintOf, fingerprintOfAll } from './fingerprint.ts';
import type { Guide } from './follower/guide.ts';
import { balancesWrittenByASwap } from './gas.ts';
import { GroupCommit, type GroupCommitOptions } from './group-commit.ts';
import type { Health } from './health.ts';
import { type Listed, Listings } from './listings.ts';
import { accountFrom, numberFrom, page, tokenFrom } from './paging.ts';
import { SharedLookup } from './shared-lookup.ts';
import { endOfTurn } from './shared-turn.ts';
import { type Figures, type Snapshot, type Store, StoreUnavailable } from './store.ts';
import {
  type Completed,
  fallOf,
  type LiquidityCommand,
  type LiquidityQuote,
  type ListRequest,
  type Order,
  type Page,
  type PageRequest,
  type PoolView,
  type Position,
  type Quote,
  type QuoteTerms,
  RefusedError,
  type Router,
  type Routing,
  refused,
  type Swap,
  type Venue,
} from './venue.ts';

/** More than a journal ever holds, so that a head of one history never stands for another's. */
const A_HISTORY = 2 ** 40;

/** How often a route is sought for a swap whose pools move before it is carried out. */
const ROUTES_TRIED = 4;

/** How often a question is composed from records that were changed before it could be answered. */
const TRIES = 10;

function changing(): never {
  throw new StoreUnavailable('busy', 'tokens and pools are being changed all the time');
}

export type LedgerVenueOptions = GroupCommitOptions & {
  readonly policy: Policy;
  /** Who finds the best routes; without one, every swap without a route of its own is direct. */
  readonly guide?: Guide;
};

export class LedgerVenue implements Venue, Health {
  readonly #store: Store;
  readonly #commands: GroupCommit;
  readonly #heads: SharedLookup<void, number>;
  readonly #snapshots: SharedLookup<Listed, Snapshot>;
  readonly #addresses: Addresses;
  readonly #listings: Listings;
  readonly #policy: Policy;
  readonly #router: Omit<Router, 'tokens'>;
  readonly #guide: Guide | undefined;
  #rewinds = 0;
  /** In which history the guide was when it last answered. */
  #guideHistory = -1;

  constructor(store: Store, options: LedgerVenueOptions) {
    const { rates } = options.policy;
    this.#store = store;
    this.#guide = options.guide;
    this.#policy = options.policy;
    this.#commands = new GroupCommit(store, options);
    this.#heads = new SharedLookup(async () => {
      const head = await this.#ofOneHistory(() => store.head());
      return head + this.#rewinds * A_HISTORY;
    });
    store.onRewind(() => {
      this.#rewinds += 1;
      this.#listings.forget();
      // They were read by records that are forgotten.
      this.#commands.refuseWaiting(wentBack());
    });
    this.#snapshots = new SharedLookup(({ balances }) => store.read(balances));
    this.#addresses = new Addresses(store.factory);
    this.#listings = new Listings(store, (pool, token) => this.#addresses.wallet(pool, token));
    this.#router = {
      routerAddress: this.#addresses.router,
      factoryAddress: this.#addresses.factory,
      platformFeePpm: (rates.lpFeePpm + rates.protocolFeePpm) as Ppm,
      swapGasEstimate: balancesWrittenByASwap(options.policy),
    };
  }

  get routing(): Routing {
    return this.#guide ? 'best' : 'direct';
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

  /** Answers what was accepted, then closes the store. */
  async close(): Promise<void> {
    if (this.#guide) {
      await this.#guide.close();
      // Those that got their routes now are still to be submitted.
      await endOfTurn();
    }
    await this.#commands.close();
    await this.#store.close();
  }

  async execute<C extends Command>(
    actor: Account,
    asked: C,
    idempotencyKey?: string,
    routing: Routing = 'direct',
    tries = ROUTES_TRIED,
  ): Promise<Completed<C>> {
    const command = routing === 'best' ? await this.#prepare(asked) : asked;
    const idempotency =
      idempotencyKey === undefined
        ? {}
        : { idempotency: { key: idempotencyKey, fingerprint: fingerprintOf(asStored(asked, this.#addresses)) } };
    const outcome = await this.#commands.submit({ actor, command, ...idempotency });
    // Nothing was done and nothing is remembered of it.
    if ('refusal' in outcome && outcome.refusal.code === 'route_moved' && tries > 1) {
      return this.execute(actor, asked, idempotencyKey, routing, tries - 1);
    }
    return 'refusal' in outcome ? refused(outcome.refusal) : (completed(outcome.posted) as unknown as Completed<C>);
  }

  async executeAll(actor: Account, orders: readonly Order[], { atomic = false }: { readonly atomic?: boolean } = {}) {
    const rewinds = this.#rewinds;
    const instructions = this.#instruct(actor, orders, atomic);
    const prepared = orders.some(({ routing }) => routing === 'best')
      ? await this.#prepareAll(orders, instructions)
      : instructions;
    // Whichever needed no route, or had it before, was read by what is forgotten too.
    if (rewinds !== this.#rewinds) return orders.map(wentBack);
    const fallen = atomic ? fallOf(prepared) : undefined;
    if (fallen) return fallen;
    const answers = await this.#commands.submitAll(
      prepared.filter((one): one is Instruction => !(one instanceof Error)),
    );
    const inOrder = answers.values();
    return prepared.map((one): Completed | Error => {
      if (one instanceof Error) return one;
      const answer = inOrder.next().value as (typeof answers)[number];
      if ('posted' in answer) return completed(answer.posted);
      return 'refusal' in answer ? new RefusedError(answer.refusal) : asError(answer.error);
    });
  }

  /** All are routed as of one moment, none reckons with those before it. */
  #prepareAll(orders: readonly Order[], instructions: readonly Instruction[]): Promise<(Instruction | Error)[]> {
    return Promise.all(
      instructions.map(async (instruction, index) => {
        if (orders[index]?.routing !== 'best') return instruction;
        return this.#prepare(instruction.command).then((command) => ({ ...instruction, command }), asError);
      }),
    );
  }

  #instruct(actor: Account, orders: readonly Order[], atomic: boolean): readonly Instruction[] {
    const stored = ({ command }: Order) => asStored(command, this.#addresses);
    const isKeyed = orders[0]?.idempotencyKey !== undefined;
    const ofAll = atomic && isKeyed ? fingerprintOfAll(orders.map(stored)) : undefined;
    return orders.map((order, index): Instruction => {
      const { command, idempotencyKey: key } = order;
      return {
        actor,
        command,
        ...(key !== undefined && { idempotency: { key, fingerprint: ofAll ?? fingerprintOf(stored(order)) } }),
        ...(atomic && index < orders.length - 1 && { linked: true as const }),
      };
    });
  }

  get era(): number {
    return this.#rewinds;
  }

  /** A swap with the best route, unless it has one or the pool of its pair is best; anything else as it is. */
  async #prepare<C extends Command>(command: C): Promise<C> {
    if (!this.#guide || command.kind !== 'swap' || command.route) return command;
    const rewinds = this.#rewinds;
    const { found, history } = await this.#guide.route(termsOf(command));
    await this.#hearOf(history);
    if (rewinds !== this.#rewinds) throw wentBack();
    return found ? { ...command, ...found } : command;
  }

  /** The guide looks at the journal by itself: where that went back, the store must look too. */
  async #hearOf(history: number): Promise<void> {
    if (history === this.#guideHistory) return;
    await this.#heads.ask();
    this.#guideHistory = history;
  }

  quote(terms: QuoteTerms): Promise<Quote> {
    return this.#ofOneHistory(() => this.#quote(terms));
  }

  async #quote({ routing = 'direct', route, ...terms }: QuoteTerms): Promise<Quote> {
    if (routing === 'best' && !route && this.#guide) {
      const { plan, sequence, history } = await this.#guide.plan(terms);
      await this.#hearOf(history);
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
    const { listed, snapshot } = await this.#find(hop.tokenIn, hop.tokenOut);
    return { legs: [legOf(hop, listed, snapshot.balances)], sequence: snapshot.sequence };
  }

  /** The pools of a route and what they hold, of one moment. */
  async #findAlong(route: readonly RouteHop[], tries = TRIES): Promise<{ legs: readonly Leg[]; sequence: number }> {
    const listed: Listed[] = [];
    for (const { tokenIn, tokenOut } of route) listed.push(await this.#listings.find(tokenIn, tokenOut));
    const snapshot = await this.#store.read(listed.flatMap(({ reserves }) => reserves));
    if (!listed.every((each) => this.#listings.isAsOf(snapshot, each))) {
      return tries > 1 ? this.#findAlong(route, tries - 1) : changing();
    }
    const legs = route.map((hop, at) => legOf(hop, listed[at] as Listed, snapshot.balances.slice(2 * at)));
    return { legs, sequence: snapshot.sequence };
  }

  quoteLiquidity(command: LiquidityCommand): Promise<LiquidityQuote> {
    return this.#ofOneHistory(() => this.#quoteLiquidity(command));
  }

  async #quoteLiquidity(command: LiquidityCommand): Promise<LiquidityQuote> {
    const { account } = command;
    const addressOf = this.#addresses.pool.bind(this.#addresses);
    const options = { policy: this.#policy, addressOf, asIfRich: command.kind === 'provide' };
    const { outcomes, transactions, balances, sequence } = await dryRun(this.#store, { account, command }, options);
    const [outcome] = outcomes as readonly [Outcome];
    if ('refusal' in outcome) return refused(outcome.refusal);
    const receipt = outcome.posted.receipt as LiquidityQuote['receipt'];
    const held = (of: Account) =>
      balances.find((entry) => entry.account === of && entry.token === lpToken(receipt.pool))?.balance ?? 0n;
    const entries = deltasOf(transactions[0]?.transfers ?? []);
    return { receipt, entries, lpTokens: amount(held(account)), lpSupply: amount(-held(ISSUER)), sequence };
  }

  async router(): Promise<Router> {
    const tokens = await this.#store.tokens();
    return { ...this.#router, tokens: tokens.filter(({ status }) => status !== 'hidden') };
  }

  async tokens({ cursor, ...wanted }: ListRequest) {
    const after = cursor === undefined ? '' : tokenFrom(cursor);
    return page(await this.#store.tokenEntries({ after, ...wanted }), wanted.limit, ({ address }) => address);
  }

  token(address: TokenAddress) {
    return this.#ofOneHistory(() => this.#listings.token(address));
  }

  makes(address: string): Promise<boolean> {
    return isDerived(address, this.#addresses, this.#store);
  }

  pair(a: TokenAddress, b: TokenAddress) {
    return this.#ofOneHistory(() => this.#listings.pair(a, b));
  }

  pool(a: TokenAddress, b: TokenAddress): Promise<PoolView> {
    return this.#ofOneHistory(async () => {
      const { listed, snapshot } = await this.#find(a, b);
      return view(listed, snapshot.balances);
    });
  }

  pools(request: ListRequest) {
    return this.#ofOneHistory(() => this.#pools(request));
  }

  async #pools(request: ListRequest, tries = TRIES): Promise<Page<PoolView>> {
    const { cursor, ...wanted } = request;
    const after = cursor === undefined ? 0 : numberFrom(cursor);
    const { edition } = this.#listings;
    const pools = await this.#store.pools({ after, ...wanted });
    const listed = await Promise.all(pools.map((pool) => this.#listings.list(pool, edition)));
    const snapshot = await this.#store.read(listed.flatMap((each) => each.balances));
    if (!listed.every((each) => this.#listings.isAsOf(snapshot, each))) {
      return tries > 1 ? this.#pools(request, tries - 1) : changing();
    }
    const items = listed.map((each, index) => view(each, snapshot.balances.slice(4 * index, 4 * index + 4)));
    return { ...page(pools, wanted.limit, ({ number }) => String(number)), items };
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
    return swap && isSwap(swap) ? swap : refused({ code: 'unknown_swap', id: transactionId });
  }

  async swaps(account: Account, page: PageRequest) {
    const { items, nextCursor } = await this.activity({ account, kind: 'swap' }, page);
    return { items: items.filter(isSwap).filter(({ actor }) => actor === account), nextCursor };
  }

  async transaction(transactionId: string): Promise<Completed> {
    return (await this.#posted(transactionId)) ?? refused({ code: 'unknown_transaction', id: transactionId });
  }

  async activity(filter: ActivityFilter, { cursor, limit }: PageRequest): Promise<Page<Completed>> {
    const before = cursor === undefined ? {} : { before: numberFrom(cursor) };
    await this.#heads.ask();
    const { items, next } = await readActivity(this.#store, filter, { ...before, limit });
    return { items: items.map(completed), nextCursor: next === null ? null : String(next) };
  }

  async #posted(transactionId: string): Promise<Completed | undefined> {
    await this.#heads.ask();
    const sequence = sequenceOf(transactionId);
    const posted = sequence === null ? undefined : await this.#store.posted(sequence);
    return posted?.id === transactionId ? completed(posted) : undefined;
  }

  async accounts({ cursor, limit }: PageRequest) {
    const after = cursor === undefined ? '' : accountFrom(cursor);
    return page(await this.#store.accounts({ after, limit }), limit, ({ account }) => account);
  }

  async journal() {
    return { kind: 'ledger', sequence: await this.#store.head() };
  }

  balances(account: Account, { cursor, limit }: PageRequest) {
    return this.#ofOneHistory(async () => {
      const after = cursor === undefined ? '' : tokenFrom(cursor);
      const held = await this.#store.balances({ account, after, limit });
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

  head(): Promise<number> {
    return this.#heads.ask();
  }

  /** A pool and its balances, of one moment. */
  async #find(a: TokenAddress, b: TokenAddress, tries = TRIES): Promise<{ listed: Listed; snapshot: Snapshot }> {
    const listed = await this.#listings.find(a, b);
    const snapshot = await this.#snapshots.ask(listed);
    if (this.#listings.isAsOf(snapshot, listed)) return { listed, snapshot };
    return tries > 1 ? this.#find(a, b, tries - 1) : changing();
  }

  /** Composes again what was composed from records that were forgotten meanwhile. */
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

const wentBack = () => new StoreUnavailable('failed', 'the journal went back: ask again');

const termsOf = (command: SwapCommand) => ({
  tokenA: command.tokenA,
  tokenB: command.tokenB,
  exact: 'amountA' in command ? { in: command.amountA } : { out: command.amountB },
  referred: command.referrer !== undefined,
});

/** A hop with its pool and what that holds; of the balances, those of its reserves come first. */
function legOf({ tokenIn, share }: RouteHop, { pool, listing }: Listed, balances: readonly bigint[]): Leg {
  const [reserve0, reserve1] = balances.slice(0, 2).map(amount) as [Amount, Amount];
  const { token0, token1 } = listing;
  return tokenIn === token0.address
    ? { tokenIn: token0, tokenOut: token1, reserves: { reserveIn: reserve0, reserveOut: reserve1 }, pool, share }
    : { tokenIn: token1, tokenOut: token0, reserves: { reserveIn: reserve1, reserveOut: reserve0 }, pool, share };
}

/**
 * Commands once named the pool that they may create, and the fingerprints of those are stored. What the one who asks may
 * do is no part of what is asked, and neither is how the pools are passed.
 */
function asStored(command: Command, addresses: Addresses): object {
  if (command.kind === 'swap' && command.route) {
    const { route: _, expected: __, ...asked } = command;
    return asked;
  }
  if (command.kind !== 'provide' && command.kind !== 'createPool') return command;
  const { mayCreatePool: _, ...asked } = { mayCreatePool: undefined, ...command };
  return { ...asked, poolAddress: addresses.pool(...orderPair(command.tokenA, command.tokenB)) };
}

const completed = (posted: Posted): Completed => ({
  status: 'completed',
  transactionId: posted.id,
  actor: posted.actor,
  sequence: posted.sequence,
  createdAtMs: posted.createdAtMs,
  // Few answers tell of it, and reading it is dear.
  get receipt() {
    return posted.receipt;
  },
});

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const isSwap = (done: Completed): done is Swap => done.receipt.kind === 'swap';

/** A pool with its balances, in the order of their names. */
function view({ listing }: Listed, balances: readonly bigint[]): PoolView {
  const [reserve0, reserve1, collected0, collected1] = balances.map(amount) as [Amount, Amount, Amount, Amount];
  return { ...listing, reserve0, reserve1, collected0, collected1 };
}
