// Changes side records with optimistic locking: read, decide, commit, and start again if another change came first.
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyRecord } from '../ports/records.ts';
import type { SideRecordChange, SideRecords } from '../ports/side-records.ts';
import { Overloaded } from '../ports/venue.ts';
import { endOfTurn } from '../thread/shared-turn.ts';

export type DecidedChanges<Result> = {
  /** Nothing is written if there are neither changes nor keys nor revocations. */
  readonly changes: readonly SideRecordChange[];
  /** New keys that are stored together with the changes. */
  readonly keys?: readonly KeyRecord[];
  /** Ids of keys that are revoked together with the changes. */
  readonly revokes?: readonly string[];
  readonly result: Result;
};

/** About three seconds of retries, with the pauses below. */
export const MOST_TRIES = 100;
const LONGEST_PAUSE_MS = 50;

/**
 * `decide` reads what it needs and throws to refuse; `tried` is the number of earlier attempts that failed to commit.
 * Throws `Overloaded` if another change came first in every attempt.
 */
export async function update<Result>(
  records: SideRecords,
  nowMs: number,
  decide: (tried: number) => Promise<DecidedChanges<Result>>,
): Promise<Result> {
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const { changes, keys = [], revokes = [], result } = await decide(tried);
    if (changes.length === 0 && keys.length === 0 && revokes.length === 0) return result;
    if (await records.change(changes, { nowMs, keys, revokes })) return result;
    await pause(tried);
  }
  throw new Overloaded('the same record is being changed by too many at once');
}

/** Always yields to the event loop: SQLite may answer synchronously, and retries without a pause would block other requests. */
async function pause(tried: number): Promise<void> {
  if (tried === 0) return endOfTurn();
  // Random, so that two nodes do not conflict again and again.
  await sleep(Math.random() * Math.min(2 ** tried, LONGEST_PAUSE_MS));
}
