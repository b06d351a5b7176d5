// A venue: where tokens are swapped and pooled, as the API sees it. Commands change it, questions do not.
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

/** One of several commands, and the key under which it may be repeated. */
export type Order<C extends Command = Command> = {
  readonly command: C;
  readonly idempotencyKey?: string;
  readonly routing?: Routing;
};

export type CompletedSwap = Completed<Extract<Command, { kind: 'swap' }>>;

/** A change in a venue's history; of a venue that settles later, the receipt of what is not done is what was expected. */
export type Entry<C extends Command = Command> = Omit<Completed<C>, 'status'> & {
  readonly status: 'completed' | 'pending' | 'failed';
  /** Absent where a change is done at once. */
  readonly settlement?: Settlement;
};

export type Swap = Entry<Extract<Command, { kind: 'swap' }>>;

/** What a chain tells of it. */
export type Settlement = {
  /** Why it failed, in words and in one of them. */
  readonly reason?: string;
  readonly reasonCode?: SettlementFault;
  /** Of the transaction in which the account's wallet sent it, hexadecimal. */
  readonly transactionHash?: string;
  readonly networkFeeNano?: bigint;
  /** What the wallet has lost of TON beside the amounts: fees, and what contracts and referrers kept. */
  readonly tonSpentNano?: bigint;
  /** Of liquidity that was not provided: what was taken back from the LP account, in the order of the receipt. */
  readonly returned?: readonly [Amount, Amount];
};

/** Why a chain has not done what was asked for. */
export type SettlementFault =
  /** The contracts refused it, and what was offered came back. */
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
  /** The message did not get past the wallets. */
  | 'bounced'
  /** It was never sent. */
  | 'not_enough_ton'
  | 'not_sent_in_time'
  /** No LP tokens were minted, and what was provided is taken back. */
  | 'not_provided'
  /** Neither a payout nor a refund has arrived. */
  | 'stranded';

export type Router = {
  readonly routerAddress: string;
  readonly factoryAddress: string;
  /** What a swap pays where its pool does not say otherwise. */
  readonly platformFeePpm: Ppm;
  /** The work of a direct swap, in the venue's own unit. */
  readonly swapGasEstimate: number;
  /** Those that are not hidden, in the order of registration. */
  readonly tokens: readonly Token[];
};

/** What is known of a pool beside its balances. */
export type Listing = Rates &
  Shape & {
    readonly address: PoolAddress;
    readonly token0: ListedToken;
    readonly token1: ListedToken;
    /** The addresses that hold the reserves. */
    readonly wallet0: string;
    readonly wallet1: string;
    /** Where collected protocol fees go; null for a pool that takes none. */
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
  /** On a chain: TON that it is expected to cost beside the amounts. */
  readonly tonSpentNano?: bigint;
  /** What the swap would do, pool by pool. */
  readonly plan: Plan;
  /** The position in the venue's history that it was made at. */
  readonly sequence: number;
};

/** Whether a swap takes the best route that the venue finds, or the pool of its pair alone. */
export type Routing = 'best' | 'direct';

export type QuoteTerms = SwapTerms & {
  /** Where nothing is said, direct. */
  readonly routing?: Routing;
  /** A route of one's own, instead of either. */
  readonly route?: readonly RouteHop[];
  /** Asked without a key: it waits for those who have one, and where too many wait it is refused. */
  readonly isStranger?: boolean;
  /** Told how many milliseconds a route was searched for, whatever was found. */
  readonly onSearch?: (ms: number) => void;
};

export type LiquidityCommand = Extract<Command, { kind: 'provide' | 'refund' }>;

export type LiquidityQuote = {
  readonly receipt: ReceiptOf<LiquidityCommand>;
  /** Every balance that would be written. */
  readonly entries: ReturnType<typeof deltasOf>;
  /** What the account would then hold, and all together. */
  readonly lpTokens: Amount;
  readonly lpSupply: Amount;
  /** What the pool would then show, of tokenA in tokenB and without fees; null where it would be empty. */
  readonly price: Price | null;
  /** How far the swap inside would move its own price, where there is one. */
  readonly priceImpact?: Fraction;
  readonly sequence: number;
};

/** What an account has in a pool; both amounts are what a refund would return now, in the order asked for. */
export type Position = {
  readonly lpAddress: string;
  readonly amountA: Amount;
  readonly amountB: Amount;
  readonly lpTokens: Amount;
  /** LP tokens of all who hold any. */
  readonly lpSupply: Amount;
};

/** An LP token goes by the address of its pool. */
export type Holding = {
  readonly token: { readonly address: string; readonly symbol: string; readonly decimals: number };
  readonly balance: Amount;
};

export type PageRequest = { readonly cursor?: string; readonly limit: number };
/** Of one status or, where none is named, all that are not hidden. */
export type ListRequest = PageRequest & { readonly status?: Status };
export type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };
/** Of a history that is looked through for what matches. */
export type WalkedPage<Item> = Page<Item> & { readonly lookedAt: number };

/** An account's wallet on a chain. */
export type WalletView = {
  readonly address: string;
  /** Who signs for it: the exchange, or its owner. */
  readonly signer: 'exchange' | 'owner';
  readonly balanceNano: bigint;
};

/** A message that a wallet is to send, in the form of TON Connect. */
export type UnsignedMessage = {
  readonly address: string;
  readonly amount: string;
  /** A bag of cells in base64. */
  readonly payload: string;
  /** Of the payload, by which what became of it is found; hexadecimal. */
  readonly bodyHash: string;
};

export type TakenBack = { readonly amountA: Amount; readonly amountB: Amount };

export type Unsigned = {
  readonly validUntilS: number;
  readonly messages: readonly UnsignedMessage[];
  /** What is expected to come of it. */
  readonly receipt: ReceiptOf<Extract<Command, { kind: 'swap' | 'provide' | 'refund' }>>;
  /** Of a swap: the least that the contracts pay, and TON that it is expected to cost beside the amounts. */
  readonly minReceived?: Amount;
  readonly tonSpentNano?: bigint;
};

/** What a wallet was asked to send, in one transaction. */
export type SentByOwner = Pair & {
  readonly account: Account;
  readonly kind: 'swap' | 'provide' | 'refund';
  readonly bodyHashes: readonly string[];
  /** When the wallet could send it no more; without it, what was not sent is pending for ever. */
  readonly validUntilS?: number;
};

export type Followed = Settlement & {
  readonly status: 'pending' | 'completed' | 'failed';
  /** What arrived of both tokens, in the order of the pair. */
  readonly amounts?: readonly [Amount, Amount];
  /** What was minted. */
  readonly lpTokens?: Amount;
  /** What was provided waits in the LP account until its owner takes it back. */
  readonly isStaged?: boolean;
};

/** Whoever signs this text with the key of a wallet is its owner; as TON Connect hands it over. */
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
  /** What the wallet is to sign; good for a quarter of an hour, on every node, and once. */
  payload(): Promise<string>;
  /** The account of the wallet, and what uses the payload up; or why the proof proves nothing. */
  check(
    proof: WalletProof,
    domains: readonly string[],
  ): Promise<
    { readonly account: Account; use(): Promise<SideRecordChange | undefined> } | { readonly refusal: string }
  >;
}

/** What a venue on a chain has beside the rest: wallets, and messages that their owners sign themselves. */
export interface VenueWallets {
  readonly signIns: WalletSignIns;
  /** Where tokens of the account are and can be sent to; null where it has no wallet. */
  addressOf(account: Account): Promise<string | null>;
  wallet(account: Account): Promise<WalletView>;
  /** Whether an address is in the form for test networks, and this is none. */
  isForOtherNetwork(address: string): boolean;
  /** The account is the address of a wallet. */
  build(command: Extract<Command, { kind: 'swap' | 'provide' | 'refund' }>): Promise<Unsigned>;
  /** Takes back what providing has left in the LP account of a wallet; no messages where nothing is there. */
  buildTakeBack(from: Pair & { readonly account: Account }): Promise<Omit<Unsigned, 'receipt'> & TakenBack>;
  /** What has become of what a wallet sent; pending also where it has not yet. */
  follow(sent: SentByOwner): Promise<Followed>;
}

/** Prices are in the quote token; null where there is none. */
export type FairPrices = {
  readonly quoteToken: Token | null;
  readonly tokens: readonly (Token & { readonly price: Price | null })[];
};

/** For whom a venue works. */
export type CallerOf = {
  /** Without a key or a session. */
  readonly isStranger: boolean;
  /** The account, or the address of a stranger: callers of one kind take turns. */
  readonly name: string;
};

/** Every method throws `RefusedError`, `Overloaded` or an error of the store. */
export interface Venue {
  /** What tokens are worth, of those that are listed; absent where the market tells it. */
  fairPrices?(tokens: readonly TokenAddress[]): Promise<FairPrices>;
  /** Absent where accounts are the venue's own. */
  readonly wallets?: VenueWallets;
  /** Which way a swap takes that does not say. */
  readonly routing: Routing;
  /** Whether accounts may send tokens to each other. */
  readonly transfers: 'on' | 'off';
  /** Whether new orders may be placed. */
  readonly orders: 'on' | 'off';
  /** A swap without a route of its own takes the pool of its pair, unless the routing says that the venue finds one. */
  execute<C extends Command>(
    actor: Account,
    command: C,
    idempotencyKey?: string,
    routing?: Routing,
  ): Promise<Executed<C>>;
  /**
   * Several in their order, each answered by itself with what was done or with the error that `execute` throws; where
   * they are `atomic`, all of them or none, and all or none of them have a key.
   */
  executeAll(
    actor: Account,
    orders: readonly Order[],
    options?: { readonly atomic?: boolean },
  ): Promise<readonly (Executed | Error)[]>;
  /** Does the work of a call within what this caller may ask of others; absent where the venue asks nobody. */
  asCaller?<T>(caller: CallerOf, work: () => T): T;
  /** Tells how many milliseconds routes of an account's swaps were searched for. */
  onSearch(listener: (account: Account, ms: number) => void): void;
  /** Another one whenever the venue's history went back: a command that was read before is to be read again. */
  readonly era: number;

  quote(terms: QuoteTerms): Promise<Quote>;
  /** What pools would fill of an order at once. */
  quoteOrder(order: NewOrder, asked?: Pick<QuoteTerms, 'isStranger' | 'onSearch'>): Promise<OrderQuote>;
  /** What pools fill of an order that is about to be placed; undefined for nothing, also where that cannot be told. */
  fillAtOnce(order: NewOrder): Promise<Extract<Command, { kind: 'placeOrder' }>['fill']>;
  /** What a change of liquidity would do now; whether the account can pay for it is not asked. */
  quoteLiquidity(command: LiquidityCommand): Promise<LiquidityQuote>;
  router(): Promise<Router>;
  token(address: TokenAddress): Promise<Token>;
  /** Whether an address is one that the venue itself makes, as far as it can tell. */
  makes(address: string): Promise<boolean>;
  /** Two different tokens. */
  pair(a: TokenAddress, b: TokenAddress): Promise<TokenPair>;
  pool(a: TokenAddress, b: TokenAddress): Promise<PoolView>;
  /** By address. */
  tokens(page: ListRequest): Promise<Page<TokenEntry>>;
  /** Those that there are of these, in the order asked for and whatever their status. */
  tokensNamed(addresses: readonly TokenAddress[]): Promise<readonly TokenEntry[]>;
  /** The last transaction that registered or changed a token. */
  lastTokenChange(): Promise<Completed | undefined>;
  /** Oldest first. */
  pools(page: ListRequest): Promise<Page<PoolView>>;
  /** Those that there are of these, in the order asked for and whatever their status. */
  poolsNamed(addresses: readonly PoolAddress[]): Promise<readonly PoolView[]>;
  position(account: Account, a: TokenAddress, b: TokenAddress): Promise<Position>;
  swap(transactionId: string): Promise<Swap>;
  /** Newest first. */
  swaps(account: Account, page: PageRequest): Promise<WalkedPage<Swap>>;
  /** Any change, by its id or its sequence. */
  transaction(id: string | number): Promise<Entry>;
  /** Newest first; a page may be short although more follows. */
  activity(filter: ActivityFilter, page: PageRequest): Promise<WalkedPage<Entry>>;
  balances(account: Account, page: PageRequest): Promise<Page<Holding>>;
  /** What the account holds of each of these tokens, also where that is nothing, of one moment. */
  balancesNamed(account: Account, tokens: readonly TokenAddress[]): Promise<readonly Holding[]>;
  /** Whether an account has or had a key, or anything ever concerned it. What is known stays known. */
  knows(account: Account): Promise<boolean>;
  /** Those of users that hold something or may call, by name. */
  accounts(page: PageRequest): Promise<Page<AccountRecord>>;
  /** What the venue settles by, how many transactions that has, and the last event, where events are counted by themselves. */
  journal(): Promise<{ readonly kind: string; readonly sequence: number; readonly lastEvent?: number }>;
  /** A number that is another after every change to what the questions see. */
  head(): Promise<number>;
}

/** The venue understood and said no; nothing was changed. */
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

/** What several are answered that stand or fall together, of which some cannot even be tried; undefined where all can. */
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

/** What this venue settles by has no such thing. */
export class NotOnThisVenue extends Error {
  override name = 'NotOnThisVenue';
}

/** The account's wallet cannot pay for the messages that it takes; nothing was changed. */
export class TonFundsTooLow extends Error {
  override name = 'TonFundsTooLow';
}

/** It was accepted and not done; the message says why, and what became of what was offered. */
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

/** What the venue settles by cannot be reached right now, and nothing was changed. */
export class SettlementUnavailable extends Error {
  override name = 'SettlementUnavailable';
}

/** No route can be found right now, and nothing was changed; direct swaps go on. */
export class RoutesUnavailable extends Error {
  override name = 'RoutesUnavailable';
}
