// Everything that can be asked of the ledger, and what it answers.
import type { Account, Amount, PoolAddress, Ppm, TokenAddress } from './amount.ts';
import type { Rates, Token } from './pool.ts';

type Pair = { readonly tokenA: TokenAddress; readonly tokenB: TokenAddress };

export type SwapCommand = Pair & {
  readonly kind: 'swap';
  readonly account: Account;
  readonly amountA: Amount;
  readonly minReceived?: Amount;
  readonly deadlineMs?: number;
  readonly referrer?: Account;
  readonly maxPriceImpactPpm?: Ppm;
};

export type ProvideCommand = Pair & {
  readonly kind: 'provide';
  readonly account: Account;
  readonly amountA: Amount;
  readonly amountB: Amount;
  readonly minLpTokens?: Amount;
  /** The address the pool takes if this command creates it. */
  readonly poolAddress: PoolAddress;
};

export type RefundCommand = Pair & {
  readonly kind: 'refund';
  readonly account: Account;
  /** At most one of the two; neither means the whole position. */
  readonly lpTokens?: Amount;
  readonly portionPpm?: Ppm;
  readonly minA?: Amount;
  readonly minB?: Amount;
};

export type CreatePoolCommand = Pair &
  Partial<Rates> & {
    readonly kind: 'createPool';
    readonly poolAddress: PoolAddress;
    readonly protocolFeeAddress?: Account;
  };

export type TransferCommand = {
  readonly kind: 'deposit' | 'withdraw';
  readonly account: Account;
  readonly token: TokenAddress;
  readonly amount: Amount;
  readonly reference: string;
};

export type RegisterTokenCommand = { readonly kind: 'registerToken'; readonly token: Token };
export type CollectFeesCommand = Pair & { readonly kind: 'collectFees' };

export type Command =
  | SwapCommand
  | ProvideCommand
  | RefundCommand
  | CreatePoolCommand
  | TransferCommand
  | RegisterTokenCommand
  | CollectFeesCommand;

export type SwapReceipt = Pair & {
  readonly kind: 'swap';
  readonly pool: PoolAddress;
  readonly amountA: Amount;
  readonly amountB: Amount;
  /** `lp` is counted in tokenA, the other two in tokenB. */
  readonly fees: { readonly lp: Amount; readonly protocol: Amount; readonly ref: Amount };
};

export type LiquidityReceipt = Pair & {
  readonly kind: 'provide' | 'refund';
  readonly pool: PoolAddress;
  readonly amountA: Amount;
  readonly amountB: Amount;
  readonly lpTokens: Amount;
};

export type CollectReceipt = Pair & {
  readonly kind: 'collectFees';
  readonly pool: PoolAddress;
  readonly amountA: Amount;
  readonly amountB: Amount;
  readonly to: Account;
};

export type CreatePoolReceipt = Pair &
  Rates & {
    readonly kind: 'createPool';
    readonly pool: PoolAddress;
    readonly protocolFeeAddress: Account | null;
  };

export type Receipt =
  | SwapReceipt
  | LiquidityReceipt
  | CollectReceipt
  | CreatePoolReceipt
  | TransferCommand
  | { readonly kind: 'registerToken'; readonly token: TokenAddress };

/** What the ledger answers to a command of a given kind. */
export type ReceiptOf<C extends Command> = Extract<Receipt, { readonly kind: C['kind'] }>;
