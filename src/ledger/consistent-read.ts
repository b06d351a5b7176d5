// Reads several records that must be consistent with each other: repeats the reads if a record changed in between.
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
