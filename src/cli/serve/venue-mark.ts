// Marks which venue a database belongs to: orders of one make no sense on another.
import { SideKind } from '../../access/side-kind.ts';
import type { Store } from '../../ports/store.ts';
import { BadSetting } from '../settings.ts';

/** `ledger`, or the address of a router. */
type Mark = { readonly venue: string };

/** Refuses a database of another venue; one without a mark is the ledger's if it has any history. */
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

/** Marks the database, once the venue is known to work. */
export async function markVenue({ sideRecords }: Pick<Store, 'sideRecords'>, venue: string): Promise<void> {
  const kind = new SideKind<Mark>(sideRecords, 'venue');
  await sideRecords.change([kind.put({ id: 'settles on', version: 0, body: { venue } })], { nowMs: Date.now() });
}

const other = (venue: string): BadSetting =>
  new BadSetting(
    `DATABASE_URL: this database is of an exchange that settles on ${venue === 'ledger' ? 'the ledger' : `the router ${venue}`}; ` +
      'give this one a database of its own',
  );
