// What bears out how an order ended, so that one that was damaged or changed since is named.
import { hash } from 'node:crypto';
import type { ChainOrder, ChainSend } from '../../ports/chain-orders.ts';
import type { Details } from './track.ts';

type End = Pick<ChainOrder, 'result'> & { readonly status: 'completed' | 'failed'; readonly result: string };
/** The wallet's transaction that sent it; null where it was never sent. */
type Executed = Pick<ChainSend, 'lt' | 'hash'> | null;

/** What is stored when it ends. */
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

/** Whether it is as it was when it ended. */
export function isSealed(order: ChainOrder, executed: Executed): boolean {
  const { seal, ...details } = JSON.parse(order.result ?? '{}') as Details;
  const { status } = order;
  return status !== 'pending' && seal === sealOf(order, { status, result: JSON.stringify(details) }, executed);
}

/** A checksum, against faults and not against forgers, over all that is kept of it. */
function sealOf(order: ChainOrder, { status, result }: End, executed: Executed): string {
  const { number, id, account, key, fingerprint, kind, request, messages, watch, deadlineS, createdAtMs, send } = order;
  const accepted = [number, id, account, key, fingerprint, kind, request, messages, watch, deadlineS, createdAtMs];
  const sent = [send, executed && `${executed.lt}`, executed?.hash];
  return hash('sha256', JSON.stringify([...accepted, ...sent, status, result]), 'hex').slice(0, 16);
}
