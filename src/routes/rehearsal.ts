// Rehearses a bulk: applies its commands to the book in turn, so that each swap is routed with the reserves that those before it leave.
import { ISSUER, orderAccount, stopAccount } from '../core/accounts.ts';
import { type Account, MAX_AMOUNT, type PoolAddress, type TokenAddress } from '../core/amount.ts';
import type { CloseOrderCommand } from '../core/commands/close-order.ts';
import { type Command, decide, followUpsOf } from '../core/commands/command.ts';
import type { CommandState, Policy } from '../core/commands/kind.ts';
import type { PlaceOrderCommand, PlaceOrderReceipt } from '../core/commands/place-order.ts';
import type { SwapCommand } from '../core/commands/swap.ts';
import type { PlacedOrder } from '../core/orders/order.ts';
import type { Pool } from '../core/pool.ts';
import { Refused } from '../core/refusal.ts';
import { type BalanceKey, balanceKey, deltasOf } from '../core/settle/transfer.ts';
import type { Book } from '../journal/book.ts';
import { asFill, asProbe } from '../ports/order-quote.ts';
import { fillNow } from './fill-now.ts';
import type { RouteFinder } from './finder.ts';

/** One command of a bulk. */
export type BulkStep = {
  readonly command: Command;
  /** True for a swap that needs a route, or an order that needs an immediate fill. */
  readonly isRouted: boolean;
  /** True if its idempotency key is already answered, so that it changes nothing. */
  readonly isRepeat?: boolean;
};

/** A balance, or a change of one. */
export type BalanceChange = BalanceKey & { readonly units: bigint };

/** Consecutive commands of a bulk. */
export type BulkQuestion = {
  readonly steps: readonly BulkStep[];
  readonly policy: Policy;
  /** The balances that the commands pay from and into, except reserves, before the bulk. */
  readonly held: readonly BalanceChange[];
  /** The balance changes of the bulk's earlier parts. */
  readonly moved: readonly BalanceChange[];
};

/** The route of a swap, or the immediate fill of an order. */
export type Found =
  | Pick<SwapCommand, 'route' | 'expected' | 'benchmark' | 'reference'>
  | Required<Pick<PlaceOrderCommand, 'fill'>>;

export type BulkAnswer = {
  /** One for each of the first steps, as many as there was time for; null if a command needs nothing added. */
  readonly found: readonly (Found | null | { readonly fault: string })[];
  readonly moved: readonly BalanceChange[];
};

type RehearsalOptions = {
  readonly finder: RouteFinder;
  readonly book: Book;
  readonly nowMs: number;
  /** True when this part of the bulk has to end, because other questions wait. */
  isTime(): boolean;
  /** Called with the duration of each search. */
  onSearch?(durationMs: number): void;
};

/** Rehearses at least the first step, and more as long as there is time; restores the book's reserves afterwards. */
export function rehearse(question: BulkQuestion, options: RehearsalOptions): BulkAnswer {
  const rehearsal = new Rehearsal(question, options);
  try {
    const found: BulkAnswer['found'][number][] = [];
    for (const step of question.steps) {
      found.push(rehearsal.take(step));
      if (options.isTime()) break;
    }
    return { found, moved: rehearsal.moved };
  } finally {
    rehearsal.undo();
  }
}

/** Rehearsed orders get numbers above all real ones, since a later part of the bulk may cancel a real order. */
const FIRST_REHEARSED = 2 ** 52;

class Rehearsal {
  readonly #finder: RouteFinder;
  readonly #book: Book;
  readonly #onSearch: RehearsalOptions['onSearch'];
  readonly #moved = new Map<string, BalanceKey & { units: bigint }>();
  readonly #held: Map<string, BalanceChange>;
  readonly #placed = new Map<number, PlacedOrder>();
  /** Balances of orders that this part of the bulk has placed, which no later part can name. */
  readonly #opened = new Set<string>();
  readonly #state: { -readonly [Key in keyof CommandState]: CommandState[Key] };

  constructor({ policy, held, moved }: BulkQuestion, { finder, book, nowMs, onSearch }: RehearsalOptions) {
    this.#finder = finder;
    this.#onSearch = onSearch;
    this.#book = book;
    this.#held = new Map(held.map((each) => [balanceKey(each.account, each.token), each]));
    this.#state = {
      token: (address) => book.tokens.get(address)?.record,
      pool: (a, b) => book.pool(a, b)?.record,
      // A pool that the bulk creates has no address yet; any text will do, since its balances are never read.
      poolAddress: (a, b) => book.pool(a, b)?.record.address ?? (`${a} ${b}` as PoolAddress),
      namesakes: () => [],
      order: (number) => this.#placed.get(number),
      // A name in use is found when the bulk is committed.
      openOrder: () => undefined,
      fillOf: () => undefined,
      balanceOf: (account, token) => book.reserve(account, token) ?? this.#balanceOf(account, token),
      policy,
      nowMs,
      sequence: FIRST_REHEARSED,
    };
    for (const { account, token, units } of moved) this.#move(account, token, units);
  }

  get moved(): readonly BalanceChange[] {
    return [...this.#moved].filter(([name]) => !this.#opened.has(name)).map(([, moved]) => moved);
  }

  undo(): void {
    for (const { account, token, units } of this.#moved.values()) this.#shift(account, token, -units);
  }

  take(step: BulkStep): BulkAnswer['found'][number] {
    try {
      const found = step.isRouted ? this.#find(step.command) : null;
      if (!step.isRepeat) this.#carryOut(found ? ({ ...step.command, ...found } as Command) : step.command);
      return found;
    } catch (error) {
      return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  }

  #find(command: Command): Found | null {
    if (command.kind === 'swap') return this.#findRoute(command);
    return command.kind === 'placeOrder' ? this.#findFill(command) : null;
  }

  #findFill(order: PlaceOrderCommand): Found | null {
    const { maxPriceImpactPpm } = this.#state.policy;
    const isPostOnly = order.placedAs === 'postOnly';
    const question = { order, maxPriceImpactPpm, least: isPostOnly };
    const startMs = performance.now();
    const found = fillNow(question, this.#finder.poolsOf(order, question), this.#state.nowMs);
    this.#onSearch?.(performance.now() - startMs);
    const fill = isPostOnly ? asProbe(order, found) : found.fill && asFill(order, found.fill);
    return fill ? { fill } : null;
  }

  #findRoute(command: SwapCommand): Found | null {
    if (command.route) return this.#benchmarkFor({ ...command, benchmark: 'wanted' });
    const terms = this.#termsOf(command);
    if (this.#finder.isOwnPoolBest(terms)) return null;
    const startMs = performance.now();
    const { route, plan, benchmark, reference } = this.#finder.best(terms);
    this.#onSearch?.(performance.now() - startMs);
    if (route.length < 2 && !benchmark) return null;
    if (plan instanceof Refused) return { route };
    const expected = 'amountA' in command ? plan.amountOut : plan.amountIn;
    return { route, expected, ...(benchmark && { benchmark }), ...(reference && { reference }) };
  }

  /** A route given by the user gets a benchmark only if it needs one. */
  #benchmarkFor(command: SwapCommand): Found {
    const decision = decide(command, this.#state);
    if (!(decision instanceof Refused) || decision.refusal.code !== 'route_moved') return { benchmark: 'wanted' };
    return this.#finder.benchmark(this.#termsOf(command)) ?? {};
  }

  #carryOut(command: Command): void {
    if (command.kind === 'closeOrder') {
      this.#giveBack(command);
      return;
    }
    const decision = decide(command, this.#state);
    if (decision instanceof Refused) return;
    if (decision.newBalance) this.#open(decision.newBalance);
    for (const { account, token, delta } of deltasOf(decision.transfers)) this.#move(account, token, delta);
    if (decision.newPool) this.#assumeFunds(decision.newPool);
    if (decision.receipt.kind === 'placeOrder') this.#followUp(command, decision.receipt);
  }

  /** Fills a new order immediately, and closes an immediate one, as `settle` does. The next order of the bulk gets another number. */
  #followUp(command: Command, placed: PlaceOrderReceipt): void {
    this.#placed.set(placed.order, { ...placed, placedAtMs: this.#state.nowMs });
    this.#state.sequence += 1;
    for (const next of followUpsOf(command, placed)) this.#carryOut(next);
  }

  /** Closes an order placed before the bulk. Its owner was checked when the command was parsed, so only its balances are needed. */
  #giveBack({ order, account, tokenA }: CloseOrderCommand): void {
    for (const escrow of [orderAccount(order), stopAccount(order)]) {
      const left = this.#balanceOf(escrow, tokenA);
      this.#move(escrow, tokenA, -left);
      this.#move(account, tokenA, left);
    }
  }

  #open(key: BalanceKey): void {
    const name = balanceKey(key.account, key.token);
    this.#held.set(name, { ...key, units: 0n });
    this.#opened.add(name);
  }

  /** Swaps with a pool that the bulk creates are not rehearsed: all accounts get enough of its tokens, so that later commands succeed. */
  #assumeFunds({ token0, token1 }: Pick<Pool, 'token0' | 'token1'>): void {
    for (const { account, token } of this.#held.values()) {
      if (account !== ISSUER && (token === token0 || token === token1)) this.#move(account, token, MAX_AMOUNT);
    }
  }

  /** Changes reserves (unless other users' trades have left too little) and the balances in `held`; ignores all other balances. */
  #move(account: Account, token: TokenAddress, units: bigint): void {
    const name = balanceKey(account, token);
    const isReserve = this.#book.reserve(account, token) !== undefined;
    if (!(isReserve ? this.#shift(account, token, units) : this.#held.has(name))) return;
    const moved = this.#moved.get(name);
    if (moved) moved.units += units;
    else this.#moved.set(name, { account, token, units });
  }

  #shift(account: Account, token: TokenAddress, units: bigint): boolean {
    const pool = this.#book.shift(account, token, units);
    if (pool) this.#finder.note(pool);
    return pool !== undefined;
  }

  #balanceOf(account: Account, token: TokenAddress): bigint {
    const name = balanceKey(account, token);
    const held = this.#held.get(name);
    return held ? held.units + (this.#moved.get(name)?.units ?? 0n) : MAX_AMOUNT;
  }

  #termsOf(command: SwapCommand) {
    return {
      tokenA: command.tokenA,
      tokenB: command.tokenB,
      exact: 'amountA' in command ? { in: command.amountA } : { out: command.amountB },
      referred: command.referrer !== undefined,
      maxPriceImpactPpm: command.maxPriceImpactPpm ?? this.#state.policy.maxPriceImpactPpm,
    };
  }
}
