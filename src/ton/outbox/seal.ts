// A checksum of each ended order, so that one damaged or changed afterwards is found.
import { hash } from 'node:crypto';
import type { ChainOrder, ChainSend } from '../../ports/chain-orders.ts';
import type { Details } from './track.ts';

type End = Pick<ChainOrder, 'result'> & { readonly status: 'completed' | 'failed'; readonly result: string };
/** The wallet's transaction that sent it; null if it was never sent. */
type Executed = Pick<ChainSend, 'lt' | 'hash'> | null;

/** The status and result to store when an order ends. */
export function sealed(
  order: ChainOrder,
  { status, details }: { readonly status: End['status']; readonly details: Details },
  executed: Executed,
): End {
  const seal = sealOf(order, { status, result: JSON.stringify(details) }, executed);
  return { status, result: JSON.stringify({ ...details, seal }) };
}

/** Orders that ended under schema 14 have none. */
export const hasSeal = ({ result }: Pick<ChainOrder, 'result'>): boolean => 'seal' in JSON.parse(result ?? '{}');

/** True if the order is unchanged since it ended. */
export function isSealed(order: ChainOrder, executed: Executed): boolean {
  const { seal, ...details } = JSON.parse(order.result ?? '{}') as Details;
  const { status } = order;
  return status !== 'pending' && seal === sealOf(order, { status, result: JSON.stringify(details) }, executed);
}

/** A checksum over all of its fields: against faults, not against forgery. */
function sealOf(order: ChainOrder, { status, result }: End, executed: Executed): string {
  const { number, id, account, key, fingerprint, kind, request, messages, watch, deadlineS, createdAtMs, send } = order;
  const accepted = [number, id, account, key, fingerprint, kind, request, messages, watch, deadlineS, createdAtMs];
  const sent = [send, executed && `${executed.lt}`, executed?.hash];
  return hash('sha256', JSON.stringify([...accepted, ...sent, status, result]), 'hex').slice(0, 16);
}
