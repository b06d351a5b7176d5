// Records which venue a database belongs to, since the requests of one venue make no sense on another.
import { SideKind } from '../../access/side-kind.ts';
import type { Store } from '../../ports/store.ts';
import { BadSetting } from '../settings.ts';

/** `venue` is the address of a router on TON; a database of the ledger has no mark. */
type Mark = { readonly venue: string };

/** Throws if the database belongs to another venue. A database without a mark belongs to the ledger if it contains transactions. */
export async function checkVenue(
  { sideRecords, head }: { readonly sideRecords: Store['sideRecords']; head(): Promise<number> },
  venue: string,
): Promise<void> {
  const kind = new SideKind<Mark>(sideRecords, 'venue');
  const mark = await kind.find('settles on');
  if (mark?.body.venue === venue) return;
  if (mark) throw other(mark.body.venue);
  if (venue !== 'ledger' && (await head()) > 0) throw other('ledger');
}

/** Records the venue of a database, unless one is already recorded. */
export async function markVenue({ sideRecords }: Pick<Store, 'sideRecords'>, venue: string): Promise<void> {
  const kind = new SideKind<Mark>(sideRecords, 'venue');
  await sideRecords.change([kind.put({ id: 'settles on', version: 0, body: { venue } })], { nowMs: Date.now() });
}

const other = (venue: string): BadSetting =>
  new BadSetting(
    `DATABASE_URL: this database is of an exchange that settles on ${venue === 'ledger' ? 'the ledger' : `the router ${venue}`}; ` +
      'give this one a database of its own',
  );
