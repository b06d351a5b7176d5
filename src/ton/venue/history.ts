// Orders of the chain as the history that a venue tells.
import type { Ppm } from '../../core/amount.ts';
import type { ProvideCommand } from '../../core/commands/provide.ts';
import type { RefundCommand } from '../../core/commands/refund.ts';
import type { SwapCommand } from '../../core/commands/swap.ts';
import type { Pair } from '../../core/pool.ts';
import { type ActivityFilter, kindFor } from '../../ports/activity.ts';
import type { ChainOrder } from '../../ports/chain-orders.ts';
import type { Completed, Settlement, Swap } from '../../ports/venue.ts';
import { unpack } from './json.ts';
import type { ChainReceipt } from './receipts.ts';

export type ChainCommand = SwapCommand | ProvideCommand | RefundCommand;

/** What is kept of an order when it is accepted. */
export type Requested =
  | { readonly receipt: ChainReceipt; readonly protocolFeePpm: Ppm }
  /** Takes back what an order that failed has left in the LP account. */
  | { readonly takesBack: Pair };

/** What is kept of it when it has ended. */
export type Result = Settlement & { readonly receipt?: ChainReceipt; readonly gasUnits?: bigint };

const requestOf = ({ request }: ChainOrder): Requested => unpack(request);
export const resultOf = ({ result }: ChainOrder): Result => {
  const { seal, ...told } = unpack<Result & { readonly seal?: string }>(result ?? '{}');
  return told;
};

/** Undefined for what is not done, and for what nobody has asked for. */
export function completedOf(order: ChainOrder): Completed | undefined {
  const request = requestOf(order);
  if (order.status !== 'completed' || 'takesBack' in request) return undefined;
  return { ...told(order), status: 'completed', receipt: resultOf(order).receipt ?? request.receipt };
}

/** Undefined for what is no swap. */
export function swapOf(order: ChainOrder): Swap | undefined {
  const request = requestOf(order);
  const { receipt, gasUnits, ...settlement } = resultOf(order);
  const known = receipt ?? ('receipt' in request ? request.receipt : undefined);
  if (known?.kind !== 'swap') return undefined;
  return { ...told(order), status: order.status, receipt: known, settlement };
}

const told = ({ id, account, number, createdAtMs }: ChainOrder) => ({
  transactionId: id,
  actor: account,
  sequence: number,
  createdAtMs,
});

export function matches(
  done: Completed,
  { account, kind, token, pool, fromMs, toMs, reference }: ActivityFilter,
): boolean {
  const receipt = done.receipt as ChainReceipt;
  return (
    reference === undefined &&
    (kind === undefined || kindFor(done, account) === kind) &&
    (token === undefined || receipt.tokenA === token || receipt.tokenB === token) &&
    (pool === undefined || ('pool' in receipt && receipt.pool === pool)) &&
    (fromMs === undefined || done.createdAtMs >= fromMs) &&
    (toMs === undefined || done.createdAtMs < toMs)
  );
}
