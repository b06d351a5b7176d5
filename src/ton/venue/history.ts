// Orders of the chain as entries of the venue's history.
import type { Ppm, TokenAddress } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import type { ProvideCommand } from '../../core/commands/provide.ts';
import type { RefundCommand } from '../../core/commands/refund.ts';
import type { SwapCommand } from '../../core/commands/swap.ts';
import type { Pair } from '../../core/pool.ts';
import { type ActivityFilter, kindFor } from '../../ports/activity.ts';
import type { ChainOrder, EndedOrder } from '../../ports/chain-orders.ts';
import type { Entry, Swap } from '../../ports/venue/accounts.ts';
import type { Settlement } from '../../ports/venue/chain.ts';
import type { Completed } from '../../ports/venue/trading.ts';
import { unpack } from './json.ts';
import type { ChainReceipt, SendCommand } from './receipts.ts';

/** Commands that go through a router. */
export type DexCommand = SwapCommand | ProvideCommand | RefundCommand;
export type ChainCommand = DexCommand | SendCommand;

export const isChainCommand = (command: Command): command is ChainCommand =>
  command.kind === 'swap' ||
  command.kind === 'provide' ||
  command.kind === 'refund' ||
  (command.kind === 'transfer' && 'token' in command);

/** The request as stored when an order is accepted. */
export type Requested =
  | { readonly receipt: ChainReceipt; readonly protocolFeePpm: Ppm }
  /** Takes back what a failed order left in the LP account. */
  | { readonly takesBack: Pair };

/** The result as stored when the order has ended. */
export type Result = Settlement & { readonly receipt?: ChainReceipt; readonly gasUnits?: bigint };

type Order = ChainOrder | EndedOrder;

export const requestOf = ({ request }: Order): Requested => unpack(request);
export const resultOf = ({ result }: Order): Result => {
  const { seal, ...shown } = unpack<Result & { readonly seal?: string }>(result ?? '{}');
  return shown;
};

/** Undefined for a take-back, which no user asked for. */
export function entryOf(
  order: Order,
): (Entry & { readonly receipt: ChainReceipt; readonly settlement: Settlement }) | undefined {
  const request = requestOf(order);
  if ('takesBack' in request) return undefined;
  const result = resultOf(order);
  const { receipt = request.receipt } = result;
  const settlement = settlementOf(result);
  const { id: transactionId, account: actor, number: sequence, createdAtMs, status } = order;
  return { transactionId, actor, sequence, createdAtMs, status, receipt, settlement };
}

/** The public part of a result. */
export const settlementOf = ({
  reason,
  reasonCode,
  transactionHash,
  networkFeeNano,
  tonSpentNano,
}: Result): Settlement => ({
  ...(reason !== undefined && { reason }),
  ...(reasonCode !== undefined && { reasonCode }),
  ...(transactionHash !== undefined && { transactionHash }),
  ...(networkFeeNano !== undefined && { networkFeeNano }),
  ...(tonSpentNano !== undefined && { tonSpentNano }),
});

/** Undefined unless the order is completed. */
export function completedOf(order: Order): Completed | undefined {
  const entry = entryOf(order);
  return entry?.status === 'completed' ? { ...entry, status: 'completed' } : undefined;
}

/** Undefined if the order is not a swap. */
export function swapOf(order: Order): Swap | undefined {
  const entry = entryOf(order);
  return entry?.receipt.kind === 'swap' ? { ...entry, receipt: entry.receipt } : undefined;
}

/** Key prefix of take-back orders; keys of requests never contain a line break. */
const TAKES_BACK = 'take back\n';
export const takeBackKey = (id: string): string => `${TAKES_BACK}${id}`;
/** The id of the order that this one takes back for. */
export const takesBackFor = ({ key }: Order): string | undefined =>
  key?.startsWith(TAKES_BACK) ? key.slice(TAKES_BACK.length) : undefined;

export const tokensIn = (receipt: ChainReceipt): readonly TokenAddress[] =>
  receipt.kind === 'transfer' ? [receipt.token] : [receipt.tokenA, receipt.tokenB];

export function matches(done: Entry, { account, kind, token, pool, fromMs, toMs, reference }: ActivityFilter): boolean {
  const receipt = done.receipt as ChainReceipt;
  return (
    reference === undefined &&
    (kind === undefined || kindFor(done, account) === kind) &&
    (token === undefined || tokensIn(receipt).includes(token)) &&
    (pool === undefined || ('pool' in receipt && receipt.pool === pool)) &&
    (fromMs === undefined || done.createdAtMs >= fromMs) &&
    (toMs === undefined || done.createdAtMs < toMs)
  );
}
