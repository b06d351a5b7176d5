// A checksum of each ended request, by which the audit finds requests that were damaged or changed afterwards.
import { hash } from 'node:crypto';
import type { ChainRequest, ChainSend } from '../../ports/chain-requests.ts';
import type { Details } from './track.ts';

type End = Pick<ChainRequest, 'result'> & { readonly status: 'completed' | 'failed'; readonly result: string };
/** The wallet's transaction that sent the request; null if it was never sent. */
type Executed = Pick<ChainSend, 'lt' | 'hash'> | null;

/** The status and result to store when a request ends; the result contains the checksum. */
export function sealed(
  request: ChainRequest,
  { status, details }: { readonly status: End['status']; readonly details: Details },
  executed: Executed,
): End {
  const seal = sealOf(request, { status, result: JSON.stringify(details) }, executed);
  return { status, result: JSON.stringify({ ...details, seal }) };
}

/** True if the request is unchanged since it ended. */
export function isSealed(request: ChainRequest, executed: Executed): boolean {
  const { seal, ...details } = JSON.parse(request.result ?? '{}') as Details;
  const { status } = request;
  return status !== 'pending' && seal === sealOf(request, { status, result: JSON.stringify(details) }, executed);
}

/** A checksum over all fields of the request: it detects faults, not forgery. */
function sealOf(request: ChainRequest, { status, result }: End, executed: Executed): string {
  const { number, id, account, key, fingerprint, kind, decision, messages, watch, deadlineS, createdAtMs, send } =
    request;
  const accepted = [number, id, account, key, fingerprint, kind, decision, messages, watch, deadlineS, createdAtMs];
  const sent = [send, executed && `${executed.lt}`, executed?.hash];
  return hash('sha256', JSON.stringify([...accepted, ...sent, status, result]), 'hex').slice(0, 16);
}
