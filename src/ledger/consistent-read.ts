// Repeats several reads that must agree if a record changed between them.
import { StoreUnavailable } from '../ports/store.ts';

/** Records do not change this often in a row. */
const TRIES = 10;

/** `read` returns undefined if what it read is not consistent. */
export async function readConsistently<Found extends object>(read: () => Promise<Found | undefined>): Promise<Found> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const found = await read();
    if (found) return found;
  }
  throw new StoreUnavailable('busy', 'tokens and pools keep changing');
}
