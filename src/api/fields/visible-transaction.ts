// Finds a transaction for a caller who may see it.
import type { Caller } from '../../access/keys.ts';
import { partiesOf } from '../../core/commands/command.ts';
import type { HistoryEntry } from '../../ports/venue/accounts.ts';
import { refused, type Venue } from '../../ports/venue.ts';

/** A transaction of others is answered like a missing one, so that ids reveal nothing; operators see all. */
export async function visibleTransaction(venue: Venue, id: string | number, caller: Caller): Promise<HistoryEntry> {
  const done = await venue.transaction(id);
  const concerned = [done.actor, ...partiesOf(done)];
  if (!concerned.includes(caller.account) && caller.role !== 'operator')
    return refused({ code: 'not_found', what: 'transaction', id });
  return done;
}
