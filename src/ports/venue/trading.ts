// Trading on a venue: commands and their results, quotes of swaps, orders and liquidity.
import type { Account, Amount } from '../../core/amount.ts';
import type { Command, ReceiptOf } from '../../core/commands/command.ts';
import type { SwapTerms } from '../../core/commands/swap.ts';
import type { Fraction } from '../../core/curves/curve.ts';
import type { Price } from '../../core/market/price.ts';
import type { Plan } from '../../core/route/leg.ts';
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

/** Accepted by a venue that settles later; there is no receipt yet. */
type Pending = { readonly status: 'pending'; readonly transactionId: string };

export type Executed<C extends Command = Command> = Completed<C> | Pending;

/** One command of several, with its idempotency key. */
export type Submission<C extends Command = Command> = {
  readonly command: C;
  readonly idempotencyKey?: string;
  readonly routing?: Routing;
};

export type CompletedSwap = Completed<Extract<Command, { kind: 'swap' }>>;

export type Quote = {
  /** On a chain: the TON it is expected to cost in addition to the amounts. */
  readonly tonSpentNano?: bigint;
  /** The amounts of the swap, pool by pool. */
  readonly plan: Plan;
  /** The position in the venue's history at which it was made. */
  readonly sequence: number;
};

/** `best`: the best route that the venue finds; `direct`: the pool of the pair alone. */
export type Routing = 'best' | 'direct';

export type QuoteTerms = SwapTerms & {
  /** Direct if absent. */
  readonly routing?: Routing;
  /** A route given by the caller, instead of either. */
  readonly route?: readonly RouteHop[];
  /** Asked without a key: it waits behind callers with keys, and is refused if too many wait. */
  readonly isStranger?: boolean;
  /** Called with the milliseconds that the search for a route took, whether or not one was found. */
  readonly onSearch?: (ms: number) => void;
};

export type LiquidityCommand = Extract<Command, { kind: 'provide' | 'refund' }>;

export type LiquidityQuote = {
  readonly receipt: ReceiptOf<LiquidityCommand>;
  /** Every balance that would be written. */
  readonly entries: ReturnType<typeof deltasOf>;
  /** LP tokens that the account, and all accounts together, would then hold. */
  readonly lpTokens: Amount;
  readonly lpSupply: Amount;
  /** The pool's price afterwards, of tokenA in tokenB without fees; null if it would be empty. */
  readonly price: Price | null;
  /** Price impact of the swap inside, if there is one. */
  readonly priceImpact?: Fraction;
  readonly sequence: number;
};

/** The caller that a venue works for. */
export type CallerOf = {
  /** True without a key or a session. */
  readonly isStranger: boolean;
  /** The account, or a stranger's network address: callers of one kind take turns. */
  readonly name: string;
};

export interface VenueTrading {
  /** The routing of swaps that do not name one. */
  readonly routing: Routing;
  /** Whether accounts may send tokens to each other. */
  readonly transfers: 'on' | 'off';
  /** Whether new orders may be placed. */
  readonly orderPlacement: 'on' | 'off';
  /** A swap without a route takes the pool of its pair, unless `routing` lets the venue find a route. */
  execute<C extends Command>(
    actor: Account,
    command: C,
    idempotencyKey?: string,
    routing?: Routing,
  ): Promise<Executed<C>>;
  /**
   * Executes several commands in their order; each is answered with its result or the error that `execute` would throw. With
   * `atomic`, all are executed or none, and either all or none of them have a key.
   */
  executeAll(
    actor: Account,
    submissions: readonly Submission[],
    options?: { readonly atomic?: boolean },
  ): Promise<readonly (Executed | Error)[]>;
  /** Runs a call within this caller's share of outgoing requests; absent if the venue makes none. */
  asCaller?<T>(caller: CallerOf, work: () => T): T;
  /** Reports how many milliseconds the search for routes of an account's swaps took. */
  onSearch(listener: (account: Account, ms: number) => void): void;
  /** Changes whenever the venue's history was rewound: a command parsed before must be parsed again. */
  readonly era: number;
  quote(terms: QuoteTerms): Promise<Quote>;
  /** How much of an order the pools would fill at once. */
  quoteOrder(order: NewOrder, asked?: Pick<QuoteTerms, 'isStranger' | 'onSearch'>): Promise<OrderQuote>;
  /** The first fill of an order that is about to be placed; undefined if there is none or it cannot be computed. */
  fillAtOnce(order: NewOrder): Promise<Extract<Command, { kind: 'placeOrder' }>['fill']>;
  /** The result of a change of liquidity now; whether the account can pay for it is not checked. */
  quoteLiquidity(command: LiquidityCommand): Promise<LiquidityQuote>;
}
