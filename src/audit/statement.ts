// States in the journal, and so in the public log, where an audit that passed has ended.
import { KEEPER } from '../core/accounts.ts';
import type { AuditLog, AuditPoint } from '../ports/audits.ts';
import type { Venue } from '../ports/venue.ts';

/** Stores the point before its hash is committed. Safe to repeat: the idempotency key makes it one transaction. */
export async function statePoint(
  point: AuditPoint,
  venue: Pick<Venue, 'execute'>,
  audits: Pick<AuditLog, 'putPoint' | 'statePoint'>,
): Promise<string> {
  const { asOf, hash } = point;
  await audits.putPoint(point);
  const command = { kind: 'audited', asOf, hash } as const;
  const { transactionId } = await venue.execute(KEEPER, command, `audited-${asOf}-${hash.slice(0, 16)}`);
  await audits.statePoint(hash, transactionId);
  return transactionId;
}
