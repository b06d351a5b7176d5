// Several reads that must agree: repeated if a record was changed between them.
import { StoreUnavailable } from '../ports/store.ts';

/** Nobody changes records so often in a row. */
const TRIES = 10;

/** `read` returns undefined if what it has read is not of one moment. */
export async function readConsistently<Found extends object>(read: () => Promise<Found | undefined>): Promise<Found> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const found = await read();
    if (found) return found;
  }
  throw new StoreUnavailable('busy', 'tokens and pools keep changing');
}
