// The interface of a kind of command, and the state that its decisions can read.
import type { Account, PoolAddress, Ppm, TokenAddress } from '../amount.ts';
import type { PlacedOrder } from '../orders/order.ts';
import type { BalanceOf, ListedToken, Pair, Pool, Rates, TokenChange, TokenEntry } from '../pool.ts';
import type { Refused } from '../refusal.ts';
import type { BalanceKey, Transfer } from '../settle/transfer.ts';

/** The exchange's settings, which apply unless a command says otherwise. */
export type Policy = {
  readonly maxPriceImpactPpm: Ppm;
  readonly rates: Rates;
  readonly treasury: Account;
  /** How long a refusal under an idempotency key is remembered. */
  readonly refusalRetentionMs: number;
  /** Decides who may create a pool by providing liquidity. */
  readonly poolCreation: 'anyone' | 'operators';
  /** Whether accounts may send tokens to each other. */
  readonly transfers: 'on' | 'off';
  /** Whether new orders may be placed; open ones stay active. */
  readonly orders: 'on' | 'off';
  /** The fee on what the newer of two matched orders gets. */
  readonly matchFeePpm: Ppm;
};

/** The pools that a command may name, including ones that do not exist yet. */
export type Market = {
  readonly pool: (a: TokenAddress, b: TokenAddress) => Pool | undefined;
  /** The address of a pair's pool, even if the pool does not exist yet. */
  readonly poolAddress: (a: TokenAddress, b: TokenAddress) => PoolAddress;
  readonly policy: Policy;
};

/** The fields needed to compare symbols. */
export type Symbolled = Pick<ListedToken, 'address' | 'symbol'>;

/** Everything that a decision can read. */
export type State = Market & {
  readonly token: (address: TokenAddress) => ListedToken | undefined;
  /** The tokens with this symbol that are not hidden; only for kinds with `comparesSymbols`. */
  readonly namesakes: (symbol: string) => readonly Symbolled[];
  /** An order by the sequence that placed it; only orders that the batch names or places. */
  readonly order: (sequence: number) => PlacedOrder | undefined;
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
  /** A balance of a new account, which was therefore not loaded. */
  readonly newBalance?: BalanceKey;
};

export type CommandKind<Command, Receipt> = {
  /** The tokens whose records it needs. */
  tokens(command: Command): readonly TokenAddress[];
  /** The pairs whose pools it needs. */
  pairs(command: Command): readonly Pair[];
  /** Every balance that deciding it may read or write. */
  balances(command: Command, market: Market): readonly BalanceKey[];
  /** The orders that it needs. */
  orders?(command: Command): readonly number[];
  /** Whether its decision needs `namesakes`. */
  readonly comparesSymbols?: true;
  decide(command: Command, state: State): Accepted<Receipt> | Refused;
  /** The transfers that follow from a receipt: the ledger posts them, and the audit compares them. */
  transfers(receipt: Receipt): readonly Transfer[];
  /** The accounts a receipt concerns, so that it is also listed for those that did not send the command. */
  parties(receipt: Receipt): readonly Account[];
};

export const key = (account: Account, token: TokenAddress): BalanceKey => ({ account, token });

/** An account's balances of both tokens of a pair. */
export const both = (account: Account, { tokenA, tokenB }: Pair): readonly BalanceKey[] => [
  key(account, tokenA),
  key(account, tokenB),
];
