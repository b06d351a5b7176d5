// A venue as the API sees it: where tokens are swapped and pooled. Commands change it, queries do not.
import type { Account, Amount, PoolAddress, Ppm, TokenAddress } from '../core/amount.ts';
import type { Command, ReceiptOf } from '../core/commands/command.ts';
import type { SwapTerms } from '../core/commands/swap.ts';
import type { Fraction } from '../core/curves/curve.ts';
import type { Shape } from '../core/curves/curves.ts';
import type { Price } from '../core/market/price.ts';
import type { ListedToken, Pair, Rates, Status, Token, TokenEntry, TokenPair } from '../core/pool.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Plan } from '../core/route/leg.ts';
import type { RouteHop } from '../core/route/shape.ts';
import type { deltasOf } from '../core/settle/transfer.ts';
import type { ActivityFilter } from './activity.ts';
import type { NewOrder, OrderQuote } from './order-quote.ts';
import type { AccountRecord } from './records.ts';
import type { SideRecordChange } from './side-records.ts';

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

/** A change in a venue's history. If a venue settles later, the receipt holds the expected amounts until the change is completed. */
export type Entry<C extends Command = Command> = Omit<Completed<C>, 'status'> & {
  readonly status: 'completed' | 'pending' | 'failed';
  /** Absent if changes settle at once. */
  readonly settlement?: Settlement;
};

export type Swap = Entry<Extract<Command, { kind: 'swap' }>>;

/** Settlement on a chain. */
export type Settlement = {
  /** Why it failed, as a sentence and as a code. */
  readonly reason?: string;
  readonly reasonCode?: SettlementFault;
  /** Hash, in hex, of the transaction in which the account's wallet sent it. */
  readonly transactionHash?: string;
  readonly networkFeeNano?: bigint;
  /** TON that the wallet lost in addition to the amounts: fees, and what contracts and referrers kept. */
  readonly tonSpentNano?: bigint;
  /** If liquidity was not provided: the amounts taken back from the LP account, in the order of the receipt. */
  readonly returned?: readonly [Amount, Amount];
};

/** Why a chain has not carried out a command. */
export type SettlementFault =
  /** The contracts refused it and returned what was offered. */
  | 'below_minimum'
  | 'output_zero'
  | 'deadline_passed'
  | 'amount_too_large'
  | 'pool_locked'
  | 'router_locked'
  | 'unknown_pool'
  | 'referral_fee_too_high'
  | 'gas_too_low'
  | 'wrong_workchain'
  | 'refused'
  /** A wallet contract bounced the message. */
  | 'bounced'
  /** It was never sent. */
  | 'not_enough_ton'
  | 'not_sent_in_time'
  /** No LP tokens were minted; what was provided is taken back. */
  | 'not_provided'
  /** Neither a payout nor a refund has arrived. */
  | 'stranded';

export type Router = {
  readonly routerAddress: string;
  readonly factoryAddress: string;
  /** The platform fee of pools that set none of their own. */
  readonly platformFeePpm: Ppm;
  /** The gas of a direct swap, in the venue's own unit. */
  readonly swapGasEstimate: number;
  /** Tokens that are not hidden, in the order of registration. */
  readonly tokens: readonly Token[];
};

/** A pool without its balances. */
export type Listing = Rates &
  Shape & {
    readonly address: PoolAddress;
    readonly token0: ListedToken;
    readonly token1: ListedToken;
    /** The addresses that hold the reserves. */
    readonly wallet0: string;
    readonly wallet1: string;
    /** Account that collected protocol fees are paid to; null for a pool that takes none. */
    readonly protocolFeeAddress: Account | null;
    readonly status: Status;
  };

export type PoolView = Listing & {
  readonly reserve0: Amount;
  readonly reserve1: Amount;
  readonly collected0: Amount;
  readonly collected1: Amount;
};

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

/** An account's share of a pool; the amounts are what a refund would return now, in the order asked for. */
export type Position = {
  readonly lpAddress: string;
  readonly amountA: Amount;
  readonly amountB: Amount;
  readonly lpTokens: Amount;
  /** LP tokens of all holders. */
  readonly lpSupply: Amount;
};

/** An LP token has the address of its pool. */
export type Holding = {
  readonly token: { readonly address: string; readonly symbol: string; readonly decimals: number };
  readonly balance: Amount;
};

export type PageRequest = { readonly cursor?: string; readonly limit: number };
/** Entries of one status, or all that are not hidden if none is named. */
export type ListRequest = PageRequest & { readonly status?: Status };
export type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };
/** A page of a filtered history; `lookedAt` counts the entries read. */
export type WalkedPage<Item> = Page<Item> & { readonly lookedAt: number };

/** An account's wallet on a chain. */
export type WalletView = {
  readonly address: string;
  /** `exchange`: the exchange signs for it; `owner`: its owner does. */
  readonly signer: 'exchange' | 'owner';
  readonly balanceNano: bigint;
};

/** A message for a wallet to send, in the form of TON Connect. */
export type UnsignedMessage = {
  readonly address: string;
  readonly amount: string;
  /** A bag of cells in base64. */
  readonly payload: string;
  /** Hash of the payload, in hex, by which the message is found on the chain. */
  readonly bodyHash: string;
};

export type TakenBack = { readonly amountA: Amount; readonly amountB: Amount };

export type Unsigned = {
  readonly validUntilS: number;
  readonly messages: readonly UnsignedMessage[];
  /** The expected result. */
  readonly receipt: ReceiptOf<Extract<Command, { kind: 'swap' | 'provide' | 'refund' }>>;
  /** Only for a swap: the minimum that the contracts pay, and the TON it is expected to cost in addition to the amounts. */
  readonly minReceived?: Amount;
  readonly tonSpentNano?: bigint;
};

/** Messages that a wallet was asked to send in one transaction. */
export type SentByOwner = Pair & {
  readonly account: Account;
  readonly kind: 'swap' | 'provide' | 'refund';
  readonly bodyHashes: readonly string[];
  /** After this time the wallet can no longer send it; if absent, an unsent message stays pending for ever. */
  readonly validUntilS?: number;
};

export type Followed = Settlement & {
  readonly status: 'pending' | 'completed' | 'failed';
  /** The amounts received of both tokens, in the order of the pair. */
  readonly amounts?: readonly [Amount, Amount];
  /** LP tokens that were minted. */
  readonly lpTokens?: Amount;
  /** True if the provided tokens stay in the LP account until their owner takes them back. */
  readonly isStaged?: boolean;
};

/** A signature that proves the ownership of a wallet, in the form of TON Connect. */
export type WalletProof = {
  readonly address: string;
  readonly walletStateInit?: string;
  readonly proof: {
    readonly timestamp: number | string;
    readonly domain: { readonly lengthBytes: number; readonly value: string };
    readonly signature: string;
    readonly payload: string;
  };
};

export interface WalletSignIns {
  /** The payload for the wallet to sign: valid for 15 minutes, on every node, and once. */
  payload(): Promise<string>;
  /** The account of the wallet with `use`, which consumes the payload; or why the proof is invalid. */
  check(
    proof: WalletProof,
    domains: readonly string[],
  ): Promise<
    { readonly account: Account; use(): Promise<SideRecordChange | undefined> } | { readonly refusal: string }
  >;
}

/** Additional interface of a venue on a chain: wallets, and messages that their owners sign themselves. */
export interface VenueWallets {
  readonly signIns: WalletSignIns;
  /** The address that holds and receives the account's tokens; null if it has no wallet. */
  addressOf(account: Account): Promise<string | null>;
  wallet(account: Account): Promise<WalletView>;
  /** True if an address is in the form for test networks and this is not one. */
  isForOtherNetwork(address: string): boolean;
  /** Builds messages for the owner to sign; the account must be the address of a wallet. */
  build(command: Extract<Command, { kind: 'swap' | 'provide' | 'refund' }>): Promise<Unsigned>;
  /** Builds messages that take back what providing left in the LP account of a wallet; none if nothing is there. */
  buildTakeBack(from: Pair & { readonly account: Account }): Promise<Omit<Unsigned, 'receipt'> & TakenBack>;
  /** The outcome of messages that a wallet was asked to send; pending also if it has not sent them. */
  follow(sent: SentByOwner): Promise<Followed>;
}

/** Prices are in the quote token; null if there is none. */
export type FairPrices = {
  readonly quoteToken: Token | null;
  readonly tokens: readonly (Token & { readonly price: Price | null })[];
};

/** The caller that a venue works for. */
export type CallerOf = {
  /** True without a key or a session. */
  readonly isStranger: boolean;
  /** The account, or a stranger's network address: callers of one kind take turns. */
  readonly name: string;
};

/** Every method may throw `RefusedError`, `Overloaded` or an error of the store. */
export interface Venue {
  /** Prices of listed tokens; absent if the market provides them. */
  fairPrices?(tokens: readonly TokenAddress[]): Promise<FairPrices>;
  /** Absent if the venue keeps the accounts itself. */
  readonly wallets?: VenueWallets;
  /** The routing of swaps that do not name one. */
  readonly routing: Routing;
  /** Whether accounts may send tokens to each other. */
  readonly transfers: 'on' | 'off';
  /** Whether new orders may be placed. */
  readonly orders: 'on' | 'off';
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
  router(): Promise<Router>;
  token(address: TokenAddress): Promise<Token>;
  /** True if the address is one that the venue itself creates, as far as it can tell. */
  makes(address: string): Promise<boolean>;
  /** Two tokens, which must differ. */
  pair(a: TokenAddress, b: TokenAddress): Promise<TokenPair>;
  pool(a: TokenAddress, b: TokenAddress): Promise<PoolView>;
  /** Sorted by address. */
  tokens(page: ListRequest): Promise<Page<TokenEntry>>;
  /** The existing ones of these, in the order asked for and whatever their status. */
  tokensNamed(addresses: readonly TokenAddress[]): Promise<readonly TokenEntry[]>;
  /** The last transaction that registered or changed a token. */
  lastTokenChange(): Promise<Completed | undefined>;
  /** Oldest first. */
  pools(page: ListRequest): Promise<Page<PoolView>>;
  /** The existing ones of these, in the order asked for and whatever their status. */
  poolsNamed(addresses: readonly PoolAddress[]): Promise<readonly PoolView[]>;
  position(account: Account, a: TokenAddress, b: TokenAddress): Promise<Position>;
  swap(transactionId: string): Promise<Swap>;
  /** Newest first. */
  swaps(account: Account, page: PageRequest): Promise<WalkedPage<Swap>>;
  /** Any change, by its id or its sequence. */
  transaction(id: string | number): Promise<Entry>;
  /** Newest first; a page may be short although more follow. */
  activity(filter: ActivityFilter, page: PageRequest): Promise<WalkedPage<Entry>>;
  balances(account: Account, page: PageRequest): Promise<Page<Holding>>;
  /** The account's balances of these tokens, zero included, as of one moment. */
  balancesNamed(account: Account, tokens: readonly TokenAddress[]): Promise<readonly Holding[]>;
  /** True if an account has or had a key, or ever took part in a transaction. Once true, it stays true. */
  knows(account: Account): Promise<boolean>;
  /** User accounts that hold something or have a key, by name. */
  accounts(page: PageRequest): Promise<Page<AccountRecord>>;
  /** The kind of the venue's journal, its number of transactions, and the last event if events are numbered separately. */
  journal(): Promise<{ readonly kind: string; readonly sequence: number; readonly lastEvent?: number }>;
  /** A number that changes with every change to the data that queries see. */
  head(): Promise<number>;
}

/** The venue refused the command, and nothing was changed. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly refusal:
    | Refusal
    | { readonly code: 'unknown_swap'; readonly id: string }
    | { readonly code: 'unknown_transaction'; readonly id: string | number }
    | { readonly code: 'bad_cursor' }
    | { readonly code: 'address_reserved'; readonly token: string };
  constructor(refusal: RefusedError['refusal']) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** The answers of an atomic batch if some of its commands cannot be tried: their own errors, and `not_attempted` for the others. Undefined if all can be tried. */
export function fallOf(all: readonly unknown[]): readonly Error[] | undefined {
  const item = all.findIndex((one) => one instanceof Error);
  if (item === -1) return undefined;
  return all.map((one) => (one instanceof Error ? one : new RefusedError({ code: 'not_attempted', item })));
}

export const refused = (refusal: RefusedError['refusal']): never => {
  throw new RefusedError(refusal);
};

/** The queue is full, or the wait was too long; nothing was changed. */
export class Overloaded extends Error {
  override name = 'Overloaded';
}

/** This kind of venue does not support the call. */
export class NotOnThisVenue extends Error {
  override name = 'NotOnThisVenue';
}

/** The account's wallet cannot pay for the messages; nothing was changed. */
export class TonFundsTooLow extends Error {
  override name = 'TonFundsTooLow';
}

/** It was accepted and then failed; the message says why, and where the offered tokens are. */
export class SettlementFailed extends Error {
  override name = 'SettlementFailed';
  readonly transactionId: string;
  readonly reasonCode: SettlementFault | undefined;
  constructor(transactionId: string, reason: string, reasonCode?: SettlementFault) {
    super(reason);
    this.transactionId = transactionId;
    this.reasonCode = reasonCode;
  }
}

/** The chain cannot be reached right now, and nothing was changed. */
export class SettlementUnavailable extends Error {
  override name = 'SettlementUnavailable';
}

/** No route can be searched right now, and nothing was changed; direct swaps still work. */
export class RoutesUnavailable extends Error {
  override name = 'RoutesUnavailable';
}
