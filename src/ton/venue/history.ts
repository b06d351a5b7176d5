// Converts stored requests into entries of the venue's history.
import type { Ppm, TokenAddress } from '../../core/amount.ts';
import type { Command } from '../../core/commands/command.ts';
import type { ProvideCommand } from '../../core/commands/provide.ts';
import type { RefundCommand } from '../../core/commands/refund.ts';
import type { SwapCommand } from '../../core/commands/swap.ts';
import { ownFills } from '../../core/orders/own-fills.ts';
import type { Pair } from '../../core/pool.ts';
import { type ActivityFilter, kindFor } from '../../ports/activity.ts';
import type { ChainRequest, EndedRequest } from '../../ports/chain-requests.ts';
import type { HistoryEntry, Swap } from '../../ports/venue/accounts.ts';
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

/** The core's decision, stored when a request is accepted. */
export type StoredDecision =
  | { readonly receipt: ChainReceipt; readonly protocolFeePpm: Ppm }
  /** The request takes back tokens that a failed provision left in the LP account. */
  | { readonly takesBack: Pair };

/** The result as stored when the request has ended. */
export type Result = Settlement & { readonly receipt?: ChainReceipt; readonly gasUnits?: bigint };

type AnyRequest = ChainRequest | EndedRequest;

export const decisionOf = ({ decision }: AnyRequest): StoredDecision => unpack(decision);
export const resultOf = ({ result }: AnyRequest): Result => {
  const { seal, ...shown } = unpack<Result & { readonly seal?: string }>(result ?? '{}');
  return shown;
};

/** Undefined for a take-back, which no user asked for. */
export function entryOf(
  request: AnyRequest,
): (HistoryEntry & { readonly receipt: ChainReceipt; readonly settlement: Settlement }) | undefined {
  const decision = decisionOf(request);
  if ('takesBack' in decision) return undefined;
  const result = resultOf(request);
  const { receipt = decision.receipt } = result;
  const settlement = settlementOf(result);
  const { id: transactionId, account: actor, number: sequence, createdAtMs, status } = request;
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

/** Undefined unless the request is completed. */
export function completedOf(request: AnyRequest): Completed | undefined {
  const entry = entryOf(request);
  return entry?.status === 'completed' ? { ...entry, status: 'completed' } : undefined;
}

/** Undefined if the request is not a swap. */
export function swapOf(request: AnyRequest): Swap | undefined {
  const entry = entryOf(request);
  return entry?.receipt.kind === 'swap' ? { ...entry, receipt: entry.receipt } : undefined;
}

/** Prefix of the idempotency keys of take-backs; those that users choose never contain a line break. */
const TAKES_BACK = 'take back\n';
export const takeBackKey = (id: string): string => `${TAKES_BACK}${id}`;
/** The id of the failed request whose tokens this one takes back; undefined if it is no take-back. */
export const takesBackFor = ({ key }: AnyRequest): string | undefined =>
  key?.startsWith(TAKES_BACK) ? key.slice(TAKES_BACK.length) : undefined;

export const tokensIn = (receipt: ChainReceipt): readonly TokenAddress[] =>
  receipt.kind === 'transfer' ? [receipt.token] : [receipt.tokenA, receipt.tokenB];

export function matches(
  done: HistoryEntry,
  { account, kind, token, pool, fromMs, toMs, reference, fills }: ActivityFilter,
): boolean {
  const receipt = done.receipt as ChainReceipt;
  return (
    reference === undefined &&
    (kind === undefined || kindFor(done, account) === kind) &&
    // A swap that is pending or failed has traded nothing.
    (fills === undefined || (done.status === 'completed' && ownFills(receipt, fills).length > 0)) &&
    (token === undefined || tokensIn(receipt).includes(token)) &&
    (pool === undefined || ('pool' in receipt && receipt.pool === pool)) &&
    (fromMs === undefined || done.createdAtMs >= fromMs) &&
    (toMs === undefined || done.createdAtMs < toMs)
  );
}
