// The interface of a kind of command, and the state that its decisions can read.
import type { Account, PoolAddress, Ppm, TokenAddress } from '../amount.ts';
import type { OrderFill, PlacedOrder } from '../orders/order.ts';
import type { BalanceOf, ListedToken, Pair, Pool, Rates, TokenChange, TokenEntry } from '../pool.ts';
import type { Refused } from '../refusal.ts';
import type { BalanceKey, Transfer } from '../settle/transfer.ts';

/** The exchange's settings that decisions depend on. A command may replace some of them, such as the price impact limit, for itself. */
export type Policy = {
  readonly maxPriceImpactPpm: Ppm;
  readonly rates: Rates;
  readonly treasury: Account;
  /** How long a refusal under an idempotency key is remembered. */
  readonly refusalRetentionMs: number;
  /** Who may create a pool by providing liquidity to a pair that has none. */
  readonly poolCreation: 'anyone' | 'operators';
  /** Whether accounts may send tokens to each other. */
  readonly transfers: 'on' | 'off';
  /** Whether new orders may be placed; orders that are already open stay active. */
  readonly orders: 'on' | 'off';
  /** The fee on what the newer of two matched orders gets. */
  readonly matchFeePpm: Ppm;
};

/** The data from which a command lists the balances it needs: pools, their addresses, and the settings. */
export type CommandMarket = {
  readonly pool: (a: TokenAddress, b: TokenAddress) => Pool | undefined;
  /** The address of a pair's pool, even if the pool does not exist yet. */
  readonly poolAddress: (a: TokenAddress, b: TokenAddress) => PoolAddress;
  readonly policy: Policy;
};

/** The fields needed to compare symbols. */
export type Symbolled = Pick<ListedToken, 'address' | 'symbol'>;

/** Everything that a decision can read. */
export type CommandState = CommandMarket & {
  readonly token: (address: TokenAddress) => ListedToken | undefined;
  /** The tokens with this symbol that are not hidden. Only commands of a kind with `comparesSymbols` may call it. */
  readonly namesakes: (symbol: string) => readonly Symbolled[];
  /** An order by the sequence of the transaction that placed it. Finds only orders that the batch names or places. */
  readonly order: (sequence: number) => PlacedOrder | undefined;
  /** The account's open order with this `clientId`, by its number. Finds only those that new orders of the batch name. */
  readonly openOrder: (account: Account, clientId: string) => number | undefined;
  /**
   * The last fill of an order: one in this batch, or else that of the transaction `last`, which the command names. It is the last one only
   * if it left what is left now, since that falls with each fill.
   */
  readonly fillOf: (order: number, last?: number) => OrderFill | undefined;
  readonly balanceOf: BalanceOf;
  readonly nowMs: number;
  /** The journal sequence of this command if it is accepted. */
  readonly sequence: number;
};

/** An accepted command: the receipt, from which the transfers follow, and the records it adds or changes. */
export type Accepted<Receipt> = {
  readonly receipt: Receipt;
  readonly newToken?: TokenEntry;
  readonly newPool?: Pool;
  readonly tokenChange?: TokenChange;
  readonly changedPool?: Pool;
  /** A balance of an account that the command creates, which could not be loaded before. */
  readonly newBalance?: BalanceKey;
};

export type CommandKind<Command, Receipt> = {
  /** The tokens whose records the command needs. */
  tokens(command: Command): readonly TokenAddress[];
  /** The pairs whose pools the command needs. */
  pairs(command: Command): readonly Pair[];
  /** Every balance that the command may read or change. */
  balances(command: Command, market: CommandMarket): readonly BalanceKey[];
  /** The numbers of the orders that the command needs. */
  orders?(command: Command): readonly number[];
  /** Set if `decide` calls `namesakes`. */
  readonly comparesSymbols?: true;
  decide(command: Command, state: CommandState): Accepted<Receipt> | Refused;
  /** Derives the transfers from a receipt: the ledger posts them, and the audit adds them up again to check the balances. */
  transfers(receipt: Receipt): readonly Transfer[];
  /** The accounts that a receipt concerns. Each sees the transaction in its history, even if it did not send the command. */
  parties(receipt: Receipt): readonly Account[];
};

export const key = (account: Account, token: TokenAddress): BalanceKey => ({ account, token });

/** An account's balances of both tokens of a pair. */
export const both = (account: Account, { tokenA, tokenB }: Pair): readonly BalanceKey[] => [
  key(account, tokenA),
  key(account, tokenB),
];
