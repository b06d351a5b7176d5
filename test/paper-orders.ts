// Commands for tests, with defaults for everything a test does not set.
import { type Account, amount, type PoolAddress, ppm } from '../src/core/amount.ts';
import type { CloseOrderCommand } from '../src/core/commands/close-order.ts';
import type { CollectFeesCommand } from '../src/core/commands/collect-fees.ts';
import type { CreatePoolCommand } from '../src/core/commands/create-pool.ts';
import type { FillOrderCommand } from '../src/core/commands/fill-order.ts';
import type { MatchOrdersCommand } from '../src/core/commands/match-orders.ts';
import type { DepositCommand, WithdrawCommand } from '../src/core/commands/move-tokens.ts';
import type { PlaceOrderCommand } from '../src/core/commands/place-order.ts';
import type { ProvideCommand } from '../src/core/commands/provide.ts';
import type { RefundCommand } from '../src/core/commands/refund.ts';
import type { RegisterTokenCommand } from '../src/core/commands/register-token.ts';
import type { SetPoolFeesCommand } from '../src/core/commands/set-pool-fees.ts';
import type { SetPoolStatusCommand } from '../src/core/commands/set-pool-status.ts';
import type { SwapCommand } from '../src/core/commands/swap.ts';
import type { TransferCommand } from '../src/core/commands/transfer.ts';
import type { TriggerOrderCommand } from '../src/core/commands/trigger-order.ts';
import type { UpdateTokenCommand } from '../src/core/commands/update-token.ts';
import { fillsOf } from '../src/core/orders/record.ts';
import type { Evidence } from '../src/core/orders/trigger.ts';
import type { ListingStatus, Pair, Token } from '../src/core/pool.ts';
import { APPLE, account, BREAD, MAKER, type PaperExchange } from './paper-exchange.ts';

export const ann = account('ann');
export const bob = account('bob');

export const pairOf = (tokenA: Token, tokenB: Token) => ({ tokenA: tokenA.address, tokenB: tokenB.address });
const PAIR = pairOf(APPLE, BREAD);

/** The optional terms of a swap. */
type Terms = Partial<Omit<Sale, 'amountA'>>;
type Sale = Extract<SwapCommand, { readonly amountA: unknown }>;
type Purchase = Extract<SwapCommand, { readonly amountB: unknown }>;

export const buy = (unitsB: bigint, terms: Partial<Omit<Purchase, 'amountB'>> = {}): Purchase => ({
  kind: 'swap',
  account: ann,
  ...PAIR,
  amountB: amount(unitsB),
  ...terms,
});

export const swap = (unitsA: bigint, terms: Terms = {}): Sale => ({
  kind: 'swap',
  account: ann,
  ...PAIR,
  amountA: amount(unitsA),
  ...terms,
});

export const provide = (unitsA: bigint, unitsB: bigint, terms: Partial<ProvideCommand> = {}): ProvideCommand => {
  return { kind: 'provide', account: ann, ...PAIR, amountA: amount(unitsA), amountB: amount(unitsB), ...terms };
};

export const refund = (terms: Partial<RefundCommand> = {}): RefundCommand => ({
  kind: 'refund',
  account: MAKER,
  ...PAIR,
  ...terms,
});

export const createPool = (terms: Partial<CreatePoolCommand> = {}): CreatePoolCommand => ({
  kind: 'createPool',
  ...PAIR,
  // Apples have no decimals, and any rates may be drawn, so unusual fees are confirmed.
  force: true,
  ...terms,
});

export const collectFees = (terms: Partial<CollectFeesCommand> = {}): CollectFeesCommand => ({
  kind: 'collectFees',
  ...PAIR,
  ...terms,
});

export const registerToken = (token: Token): RegisterTokenCommand => ({ kind: 'registerToken', token });

export const setPoolFees = (terms: Partial<SetPoolFeesCommand> = {}): SetPoolFeesCommand => ({
  kind: 'setPoolFees',
  ...PAIR,
  force: true,
  ...terms,
});

export const setPoolStatus = (status: ListingStatus, pair: Partial<Pair> = {}): SetPoolStatusCommand => ({
  kind: 'setPoolStatus',
  ...PAIR,
  ...pair,
  status,
});

export const updateToken = ({ address }: Token, change: Partial<UpdateTokenCommand>): UpdateTokenCommand => ({
  kind: 'updateToken',
  token: address,
  ...change,
});

let movements = 0;
/** A new reference for each movement, unless a test sets its own. */
const newReference = (): string => {
  movements += 1;
  return `wire ${movements}`;
};

export const deposit = (account: Account, token: Token, units: bigint): DepositCommand => ({
  kind: 'deposit',
  account,
  token: token.address,
  amount: amount(units),
  reference: newReference(),
});

export const withdraw = (account: Account, token: Token, units: bigint): WithdrawCommand => ({
  kind: 'withdraw',
  account,
  token: token.address,
  amount: amount(units),
  reference: newReference(),
});

/** From ann to bob, unless a test sets others. */
export const transfer = (
  { address }: Token,
  units: bigint,
  terms: Partial<Pick<TransferCommand, 'account' | 'to' | 'memo'>> = {},
): TransferCommand => ({ kind: 'transfer', account: ann, token: address, to: bob, amount: amount(units), ...terms });

export const transferLp = (
  pool: PoolAddress,
  units: bigint,
  terms: Partial<Pick<TransferCommand, 'account' | 'to' | 'memo'>> = {},
): TransferCommand => ({ kind: 'transfer', account: ann, pool, to: bob, amount: amount(units), ...terms });
/** Long after every test. */
const LATER_MS = 4_000_000_000_000;

/** Sells apples for bread, with a minimum for all of them. */
export const placeOrder = (
  unitsA: bigint,
  minReceived: bigint,
  terms: Partial<PlaceOrderCommand> = {},
): PlaceOrderCommand => ({
  kind: 'placeOrder',
  account: ann,
  ...PAIR,
  amountA: amount(unitsA),
  minReceived: amount(minReceived),
  inParts: true,
  expiresAtMs: LATER_MS,
  // Most tests fill orders themselves, without an average of the last minute.
  ...((terms.schedule || terms.trigger) && { maxSlippagePpm: ppm(1_000_000n) }),
  ...terms,
});

/** Buys exactly this much bread for at most so many apples. */
export const placePurchase = (
  unitsB: bigint,
  maxPaid: bigint,
  terms: Partial<PlaceOrderCommand> = {},
): PlaceOrderCommand => placeOrder(maxPaid, unitsB, { isPurchase: true, ...terms });

/** The same order with the default guard. */
export function guarded({ maxSlippagePpm: _, ...command }: PlaceOrderCommand): PlaceOrderCommand {
  return command;
}

export const fillOrder = (
  order: number,
  unitsA: bigint,
  left: bigint,
  terms: Partial<FillOrderCommand> = {},
): FillOrderCommand => ({
  kind: 'fillOrder',
  order,
  account: ann,
  ...PAIR,
  amountA: amount(unitsA),
  left: amount(left),
  ...terms,
});

/** Buys exactly so much bread for ann's purchase, of which this many apples are left. */
export const fillPurchase = (
  order: number,
  unitsB: bigint,
  left: bigint,
  terms: Partial<FillOrderCommand> = {},
): FillOrderCommand => fillOrder(order, left, left, { amountB: amount(unitsB), ...terms });

/** When an order was last filled, as a keeper that follows the journal knows it. */
export function lastFillOf({ journal }: Pick<PaperExchange, 'journal'>, number: number): { filledAtMs?: number } {
  const last = journal.findLast(({ receipt }) => fillsOf(receipt).some(({ order }) => order === number));
  return last ? { filledAtMs: last.createdAtMs } : {};
}

export const closeOrder = (order: number, terms: Partial<CloseOrderCommand> = {}): CloseOrderCommand => ({
  kind: 'closeOrder',
  order,
  account: ann,
  ...PAIR,
  reason: 'cancelled',
  ...terms,
});

/** Triggers ann's stop with the average of a moment, in bread's base units per apple, as of the last transaction. */
export const triggerOrder = (
  order: number,
  { nowMs, journal }: Pick<PaperExchange, 'nowMs' | 'journal'>,
  {
    average = [4n, 1n],
    ...told
  }: Partial<Omit<Evidence, 'average'>> & { readonly average?: readonly [bigint, bigint] } = {},
  terms: Partial<TriggerOrderCommand> = {},
): TriggerOrderCommand => ({
  kind: 'triggerOrder',
  order,
  account: ann,
  ...PAIR,
  evidence: {
    average: { numerator: average[0], denominator: average[1] },
    ...{ fromMs: nowMs, toMs: nowMs, asOf: journal.length, via: [] },
    ...told,
  },
  ...terms,
});

/** Matches ann's apples, of the older order, with bob's bread. */
export const matchOrders = (
  unitsA: bigint,
  maker: readonly [order: number, left: bigint],
  taker: readonly [order: number, left: bigint],
  terms: Partial<MatchOrdersCommand> = {},
): MatchOrdersCommand => ({
  kind: 'matchOrders',
  ...PAIR,
  maker: { order: maker[0], account: ann, left: amount(maker[1]) },
  taker: { order: taker[0], account: bob, left: amount(taker[1]) },
  amountA: amount(unitsA),
  ...terms,
});
