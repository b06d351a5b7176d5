// A target of `millpond copy` has a negative head until the copy is complete: -1 at the start, and one less with each transaction.
import { CopyRefused } from '../ports/store.ts';

/** The head of an unfinished copy that has this many transactions so far. */
export const unfinishedHead = (arrived: number): number => -1 - arrived;

/** The number of transactions in a database with this head, which may be an unfinished copy. */
export const arrivedAt = (sequence: number): number => (sequence < 0 ? -1 - sequence : sequence);

export const unfinished = (sequence: number): string =>
  `it is an unfinished copy, with ${arrivedAt(sequence)} transactions so far: run the same millpond copy again to finish it`;

/** True if the target already contains a part of this copy, false if it is empty. Throws if it contains anything else. */
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
