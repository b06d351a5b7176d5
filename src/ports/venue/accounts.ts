// The accounts of a venue: their balances, positions and history.
import type { Account, Amount, TokenAddress } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { ActivityFilter } from '../activity.ts';
import type { Page, PageRequest, WalkedPage } from '../page.ts';
import type { AccountRecord } from '../records.ts';
import type { Settlement } from './chain.ts';
import type { Completed } from './trading.ts';

/** A change in a venue's history. On a chain, the receipt has the expected amounts until the change is completed. */
export type HistoryEntry<C extends Command = Command> = Omit<Completed<C>, 'status'> & {
  readonly status: 'completed' | 'pending' | 'failed';
  /** Settlement on the chain; absent if the venue is the exchange's own ledger. */
  readonly settlement?: Settlement;
};

export type Swap = HistoryEntry<Extract<Command, { kind: 'swap' }>>;

/**
 * An account's share of a pool. The amounts are those that withdrawing all liquidity would return now, in the order of the
 * tokens asked for.
 */
export type Position = {
  readonly lpAddress: string;
  readonly amountA: Amount;
  readonly amountB: Amount;
  readonly lpTokens: Amount;
  /** LP tokens of all holders. */
  readonly lpSupply: Amount;
};

/** A balance of a token; an LP token is listed under the address of its pool. */
export type Holding = {
  readonly token: { readonly address: string; readonly symbol: string; readonly decimals: number };
  readonly balance: Amount;
};

export interface VenueAccounts {
  position(account: Account, a: TokenAddress, b: TokenAddress): Promise<Position>;
  swap(transactionId: string): Promise<Swap>;
  /** The account's swaps, newest first. */
  swaps(account: Account, page: PageRequest): Promise<WalkedPage<Swap>>;
  /** Any change, by its id or its sequence. */
  transaction(id: string | number): Promise<HistoryEntry>;
  /** The transaction that placed the account's newest order with this `clientId`. */
  orderUnder(account: Account, clientId: string): Promise<HistoryEntry | undefined>;
  /** Changes that match the filter, newest first. A page that is not full may be followed by another, since reading stops at a limit. */
  activity(filter: ActivityFilter, page: PageRequest): Promise<WalkedPage<HistoryEntry>>;
  /** The account's transactions after a sequence, oldest first, at most a few hundred; only on the exchange's own ledger. */
  history(account: Account, after: number): Promise<readonly Posted[]>;
  /** Balances that are not zero, and those of the tokens in `also`, which are names of the ledger: sorted by these names. */
  balances(account: Account, page: PageRequest, also?: readonly TokenAddress[]): Promise<Page<Holding>>;
  /** The account's balances of these tokens, zero included, as of one moment. */
  balancesNamed(account: Account, tokens: readonly TokenAddress[]): Promise<readonly Holding[]>;
  /** True if the account has or had a key, or ever took part in a transaction. Once true, it stays true. */
  knows(account: Account): Promise<boolean>;
  /** True if the account has sent tokens to the other one before; on a chain, also if that is under way or has failed. Once true, it stays true. */
  hasSent(from: Account, to: Account): Promise<boolean>;
  /** User accounts that hold something or have a key, sorted by name. */
  accounts(page: PageRequest): Promise<Page<AccountRecord>>;
  /** The kind of the venue's journal, its number of transactions, and the last event if events are numbered separately. */
  journal(): Promise<{ readonly kind: string; readonly sequence: number; readonly lastEvent?: number }>;
  /** A number that differs after every change that queries can see, for caches. */
  head(): Promise<number>;
}
