// An unfinished copy is told by its head, which goes from -1 downwards by what has arrived until the copy is complete.
import { CopyRefused } from '../ports/store.ts';

export const headAfter = (arrived: number): number => -1 - arrived;

/** How many transactions a place holds, whether it is finished or not. */
export const arrivedAt = (sequence: number): number => (sequence < 0 ? -1 - sequence : sequence);

export const unfinished = (sequence: number): string =>
  `it is an unfinished copy, with ${arrivedAt(sequence)} transactions so far: run the same millpond copy again to finish it`;

/** Whether a copy goes on where it was left; false when it begins. Throws when the place is no place for it. */
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
