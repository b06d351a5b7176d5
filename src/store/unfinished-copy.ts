// An unfinished copy is marked by a negative head, which counts down from -1 with each transaction until the copy is complete.
import { CopyRefused } from '../ports/store.ts';

/** The head of a copy that holds this many transactions and is not complete. */
export const unfinishedHead = (arrived: number): number => -1 - arrived;

/** How many transactions a place holds, finished or not. */
export const arrivedAt = (sequence: number): number => (sequence < 0 ? -1 - sequence : sequence);

export const unfinished = (sequence: number): string =>
  `it is an unfinished copy, with ${arrivedAt(sequence)} transactions so far: run the same millpond copy again to finish it`;

/** True if a copy continues, false if it begins. Throws if the place cannot hold it. */
export function isResumed(
  head: { readonly factory: string; readonly sequence: number },
  { factory, isEmpty }: { readonly factory: string; readonly isEmpty: boolean },
): boolean {
  if (head.sequence < 0) {
    if (head.factory === factory) return true;
    throw new CopyRefused('the target is an unfinished copy of another exchange');
  }
  if (head.factory === factory) {
    throw new CopyRefused(`the target already contains this exchange, complete up to transaction ${head.sequence}`);
  }
  if (!isEmpty) throw new CopyRefused('the target already contains another exchange; copy to an empty database');
  return false;
}
