// All commands and their receipts. A new kind is a new file and one line in each list here.
import type { Account } from '../amount.ts';
import { Refused } from '../refusal.ts';
import type { BalanceKey, Transfer } from '../settle/transfer.ts';
import { type CloseOrderCommand, type CloseOrderReceipt, closeOrder } from './close-order.ts';
import { type CloseOrdersCommand, closeOrders, othersToClose } from './close-orders.ts';
import { type CollectFeesCommand, type CollectFeesReceipt, collectFees } from './collect-fees.ts';
import { type CreatePoolCommand, type CreatePoolReceipt, createPool } from './create-pool.ts';
import { type FillOrderCommand, fillOrder } from './fill-order.ts';
import type { Accepted, CommandKind, CommandMarket, CommandState } from './kind.ts';
import { type MatchOrdersCommand, type MatchOrdersReceipt, matchOrders } from './match-orders.ts';
import { type DepositCommand, deposit, type Reference, type WithdrawCommand, withdraw } from './move-tokens.ts';
import { closeAtOnce, fillAtOnce, type PlaceOrderCommand, type PlaceOrderReceipt, placeOrder } from './place-order.ts';
import { type ProvideCommand, type ProvideReceipt, provide } from './provide.ts';
import { type RefundCommand, type RefundReceipt, refund } from './refund.ts';
import { type RegisterTokenCommand, type RegisterTokenReceipt, registerToken } from './register-token.ts';
import { type SetPoolFeesCommand, type SetPoolFeesReceipt, setPoolFees } from './set-pool-fees.ts';
import { type SetPoolStatusCommand, type SetPoolStatusReceipt, setPoolStatus } from './set-pool-status.ts';
import { audited, forked, liabilities, type Statement } from './statement.ts';
import { type SwapCommand, swap } from './swap.ts';
import type { SwapReceipt } from './swap-receipt.ts';
import { type TransferCommand, transfer } from './transfer.ts';
import { type TriggerOrderCommand, type TriggerOrderReceipt, triggerOrder } from './trigger-order.ts';
import { type UpdateTokenCommand, type UpdateTokenReceipt, updateToken } from './update-token.ts';

export type Command =
  | SwapCommand
  | ProvideCommand
  | RefundCommand
  | CreatePoolCommand
  | DepositCommand
  | WithdrawCommand
  | TransferCommand
  | RegisterTokenCommand
  | CollectFeesCommand
  | SetPoolFeesCommand
  | SetPoolStatusCommand
  | UpdateTokenCommand
  | PlaceOrderCommand
  | FillOrderCommand
  | CloseOrderCommand
  | CloseOrdersCommand
  | MatchOrdersCommand
  | TriggerOrderCommand
  | Statement;

export type Receipt =
  | SwapReceipt
  | ProvideReceipt
  | RefundReceipt
  | CreatePoolReceipt
  | DepositCommand
  | WithdrawCommand
  | TransferCommand
  | RegisterTokenReceipt
  | CollectFeesReceipt
  | SetPoolFeesReceipt
  | SetPoolStatusReceipt
  | UpdateTokenReceipt
  | PlaceOrderReceipt
  | CloseOrderReceipt
  | MatchOrdersReceipt
  | TriggerOrderReceipt
  | Statement;

const NONE: readonly never[] = [];

type OfKind<Union, Kind> = Extract<Union, { readonly kind: Kind }>;
/** The type of the receipt of a command. */
export type ReceiptOf<C extends Command> = ReceiptFor<C['kind']>;
/** Filling an order is a swap and has a swap's receipt; closing several has the receipt of the first. */
type ReceiptFor<Kind> = Kind extends 'fillOrder'
  ? SwapReceipt
  : Kind extends 'closeOrders'
    ? CloseOrderReceipt
    : OfKind<Receipt, Kind>;

const KINDS: { readonly [Kind in Command['kind']]: CommandKind<OfKind<Command, Kind>, ReceiptFor<Kind>> } = {
  swap,
  provide,
  refund,
  createPool,
  deposit,
  withdraw,
  transfer,
  registerToken,
  collectFees,
  setPoolFees,
  setPoolStatus,
  updateToken,
  placeOrder,
  fillOrder,
  closeOrder,
  closeOrders,
  matchOrders,
  triggerOrder,
  liabilities,
  audited,
  forked,
};

/** The kind of a command or receipt. The cast is needed because TypeScript cannot relate the entry of KINDS to the type of the value. */
const kindOf = ({ kind }: Command | Receipt) => KINDS[kind] as CommandKind<Command, Receipt>;

export type Decision = Accepted<Receipt> & { readonly transfers: readonly Transfer[] };

/** Returns transfers and a receipt, or a refusal. Pure: the same command on the same state gives the same result. */
export function decide(command: Command, state: CommandState): Decision | Refused {
  const accepted = kindOf(command).decide(command, state);
  return accepted instanceof Refused ? accepted : { ...accepted, transfers: transfersOf(accepted.receipt) };
}

/** The commands that are decided right after an accepted one, in the same step. If one is refused, it changes nothing. */
export function followUpsOf(command: Command, receipt: Receipt): readonly Command[] {
  if (receipt.kind === 'placeOrder' && command.kind === 'placeOrder') {
    const fill = fillAtOnce(command, receipt.order);
    if (command.placedAs === 'immediate') return [...(fill ? [fill] : NONE), closeAtOnce(command, receipt.order)];
    return fill ? [fill] : NONE;
  }
  return receipt.kind === 'closeOrder' && command.kind === 'closeOrders' ? othersToClose(command, receipt.order) : NONE;
}

/** The transfers that follow from a receipt. */
export const transfersOf = (receipt: Receipt): readonly Transfer[] => kindOf(receipt).transfers(receipt);

/** The accounts that a transaction concerns, each once, without the actor who sent the command. */
export function partiesOf({ actor, receipt }: { readonly actor: Account; readonly receipt: Receipt }) {
  const parties = kindOf(receipt).parties(receipt);
  return parties.filter((account, index) => account !== actor && parties.indexOf(account) === index);
}

/** The accounts that a transaction concerns, except the one that gave the command, each with the sender if it received a transfer. */
export const partiesWithSender = (posted: { readonly actor: Account; readonly receipt: Receipt }) =>
  partiesOf(posted).map((account) => {
    const { receipt } = posted;
    return { account, sender: receipt.kind === 'transfer' && receipt.to === account ? receipt.account : ('' as const) };
  });

/** The external reference of a deposit or withdrawal; other kinds have none. */
export const referenceOf = (of: Command | Receipt): Reference | undefined =>
  of.kind === 'deposit' || of.kind === 'withdraw' ? of : undefined;

export const tokensNamed = (command: Command) => kindOf(command).tokens(command);
export const comparesSymbols = (command: Command): boolean => kindOf(command).comparesSymbols === true;
export const ordersIn = (command: Command): readonly number[] => kindOf(command).orders?.(command) ?? NONE;
export const pairsNamed = (command: Command) => kindOf(command).pairs(command);
export const balancesNamed = (command: Command, market: CommandMarket): readonly BalanceKey[] =>
  kindOf(command).balances(command, market);
