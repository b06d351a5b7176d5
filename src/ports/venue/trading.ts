// Trading on a venue: commands and their results, quotes of swaps, orders and liquidity.
import type { Account, Amount } from '../../core/amount.ts';
import type { Command, ReceiptOf } from '../../core/commands/command.ts';
import type { SwapTerms } from '../../core/commands/swap.ts';
import type { Fraction } from '../../core/curves/curve.ts';
import type { Price } from '../../core/market/price.ts';
import type { RoutePlan } from '../../core/route/leg.ts';
import type { RouteHop } from '../../core/route/shape.ts';
import type { deltasOf } from '../../core/settle/transfer.ts';
import type { NewOrder, OrderQuote } from '../order-quote.ts';

export type Completed<C extends Command = Command> = {
  readonly status: 'completed';
  readonly transactionId: string;
  readonly actor: Account;
  readonly sequence: number;
  readonly createdAtMs: number;
  readonly receipt: ReceiptOf<C>;
};

/** A command that a venue on a chain has accepted and not settled yet, so that there is no receipt. */
type Pending = { readonly status: 'pending'; readonly transactionId: string };

export type Executed<C extends Command = Command> = Completed<C> | Pending;

/** One of several commands that are executed together, with its own idempotency key. */
export type Submission<C extends Command = Command> = {
  readonly command: C;
  readonly idempotencyKey?: string;
  readonly routing?: Routing;
};

export type CompletedSwap = Completed<Extract<Command, { kind: 'swap' }>>;

export type Quote = {
  /** On a chain: the TON that the swap is expected to cost for gas, in addition to the amounts traded. */
  readonly tonSpentNano?: bigint;
  /** The amounts of the swap, pool by pool. */
  readonly plan: RoutePlan;
  /** The last transaction of the venue that the quote takes into account. */
  readonly sequence: number;
};

/** `best`: the best route that the venue finds; `direct`: the pool of the pair alone. */
export type Routing = 'best' | 'direct';

export type QuoteTerms = SwapTerms & {
  /** `direct` if absent. */
  readonly routing?: Routing;
  /** A route given by the caller; then `routing` is not used. */
  readonly route?: readonly RouteHop[];
  /** True if the caller has no key: the search then waits behind those of callers with keys, and is refused if too many wait. */
  readonly isStranger?: boolean;
  /** Called with the milliseconds that the search for a route took, whether or not one was found. */
  readonly onSearch?: (ms: number) => void;
};

export type LiquidityCommand = Extract<Command, { kind: 'provide' | 'refund' }>;

export type LiquidityQuote = {
  readonly receipt: ReceiptOf<LiquidityCommand>;
  /** Every change of a balance that the command would write. */
  readonly entries: ReturnType<typeof deltasOf>;
  /** LP tokens that the account would hold afterwards, and those of all accounts together. */
  readonly lpTokens: Amount;
  readonly lpSupply: Amount;
  /** The pool's price afterwards, of tokenA in tokenB without fees; null if the pool would be empty. */
  readonly price: Price | null;
  /** Price impact of the swap that the command includes; absent if it includes none. */
  readonly priceImpact?: Fraction;
  readonly sequence: number;
};

/** Identifies the caller of a request, to share a venue's outgoing requests fairly. */
export type CallerOf = {
  /** True if the caller has neither a key nor a session. */
  readonly isStranger: boolean;
  /** The account, or the IP address of a stranger: strangers with different names take turns, and so do accounts. */
  readonly name: string;
};

export interface VenueTrading {
  /** The default routing of swaps. */
  readonly routing: Routing;
  /** Whether accounts may send tokens to each other. */
  readonly transfers: 'on' | 'off';
  /** Whether new orders may be placed. */
  readonly orderPlacement: 'on' | 'off';
  /** Executes a command. A swap without a route uses the pool of its pair, unless `routing` is `best`. */
  execute<C extends Command>(
    actor: Account,
    command: C,
    idempotencyKey?: string,
    routing?: Routing,
  ): Promise<Executed<C>>;
  /**
   * Executes several commands in their order; each is answered with its result or the error that `execute` would throw. With
   * `atomic`, all are executed or none; then either all of them must have an idempotency key, or none.
   */
  executeAll(
    actor: Account,
    submissions: readonly Submission[],
    options?: { readonly atomic?: boolean },
  ): Promise<readonly (Executed | Error)[]>;
  /** Runs `work` so that its requests to the chain count as this caller's; absent if the venue makes no outgoing requests. */
  asCaller?<T>(caller: CallerOf, work: () => T): T;
  /** Calls the listener with the milliseconds that a search for the route of an account's swap took. */
  onSearch(listener: (account: Account, ms: number) => void): void;
  /** Changes whenever the journal was rewound: a command parsed before may name tokens that no longer exist and must be parsed again. */
  readonly era: number;
  quote(terms: QuoteTerms): Promise<Quote>;
  /** How much of an order the pools would fill immediately. */
  quoteOrder(order: NewOrder, asked?: Pick<QuoteTerms, 'isStranger' | 'onSearch'>): Promise<OrderQuote>;
  /** The immediate fill of an order that is about to be placed; undefined if there is none or it cannot be computed. */
  fillAtOnce(order: NewOrder): Promise<Extract<Command, { kind: 'placeOrder' }>['fill']>;
  /** The result if liquidity were provided or withdrawn now; whether the account can pay for it is not checked. */
  quoteLiquidity(command: LiquidityCommand): Promise<LiquidityQuote>;
}
