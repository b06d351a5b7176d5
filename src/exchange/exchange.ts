// The exchange as the API sees it: commands that change it, and questions that do not.
import type { Account, Amount, TokenAddress } from '../core/amount.ts';
import type { Command, ReceiptOf } from '../core/commands/command.ts';
import type { Policy } from '../core/commands/kind.ts';
import type { SwapPlan, SwapTerms } from '../core/commands/swap.ts';
import type { PoolState } from '../core/liquidity.ts';
import type { Pool, Token, TokenPair } from '../core/pool.ts';
import type { Rejection } from '../core/rejection.ts';
import type { Posted } from '../core/settle.ts';
import type { Addresses } from './address.ts';
import type { Caller } from './keys.ts';

export type Done<C extends Command = Command> = Omit<Posted, 'receipt'> & { readonly receipt: ReceiptOf<C> };
export type Swap = Posted & { readonly receipt: ReceiptOf<Extract<Command, { kind: 'swap' }>> };

/** What never changes about a pool. */
export type Listing = {
  readonly pool: Pool;
  readonly token0: Token;
  readonly token1: Token;
  /** The addresses that hold the reserves. */
  readonly wallet0: string;
  readonly wallet1: string;
};

export type PoolView = Listing & {
  readonly reserve0: Amount;
  readonly reserve1: Amount;
  readonly collected0: Amount;
  readonly collected1: Amount;
};

export type PositionView = { readonly pool: Pool; readonly state: PoolState; readonly lpTokens: Amount };
/** An LP token goes by the address of its pool. */
export type Holding = {
  readonly token: { readonly address: string; readonly symbol: string; readonly decimals: number };
  readonly balance: Amount;
};
export type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };

/** A venue behind the calls. Every method throws `RefusedError`, `Overloaded` or an error of the store. */
export interface Exchange {
  readonly policy: Policy;
  readonly addresses: Addresses;
  /** Balance updates that a direct swap writes. */
  readonly swapGasEstimate: number;

  execute<C extends Command>(actor: Account, command: C, idempotencyKey?: string): Promise<Done<C>>;
  /** `seen` is what `sequence` said after the question was asked: an answer as of then is new enough. */
  quote(terms: SwapTerms, seen?: number): Promise<SwapPlan & { readonly sequence: number }>;

  token(address: TokenAddress): Promise<Token>;
  /** Two different tokens. */
  pair(a: TokenAddress, b: TokenAddress): Promise<TokenPair>;
  tokens(): Promise<readonly Token[]>;
  pool(a: TokenAddress, b: TokenAddress, seen?: number): Promise<PoolView>;
  pools(page: PageRequest): Promise<Page<PoolView>>;
  position(account: Account, a: TokenAddress, b: TokenAddress): Promise<PositionView>;
  swap(transactionId: string): Promise<Swap>;
  swaps(account: Account, page: PageRequest): Promise<Page<Swap>>;
  balances(account: Account, page: PageRequest): Promise<Page<Holding>>;

  /** A number that grows with every change to what the questions see; absent where asking costs as much as an answer. */
  readonly sequence?: (() => Promise<number>) | undefined;
  authenticate(key: string): Promise<Caller | undefined>;
  /** Commands waiting to be committed. */
  readonly queueDepth: number;
  /** Resolves when commands and questions can be served. */
  check(): Promise<void>;
  /** Answers what was accepted, then closes the store. */
  close(): Promise<void>;
}

export type PageRequest = { readonly cursor?: string; readonly limit: number };

/** The exchange understood and said no; nothing was changed. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly rejection:
    | Rejection
    | { readonly code: 'unknown_swap'; readonly id: string }
    | { readonly code: 'bad_cursor' };
  constructor(rejection: RefusedError['rejection']) {
    super(rejection.code);
    this.rejection = rejection;
  }
}
