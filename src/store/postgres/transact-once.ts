// Runs a transaction and tells the caller its true outcome: committed, not committed, or unknown.
import { setTimeout as sleep } from 'node:timers/promises';
import { OutcomeUnknown } from '../../ports/store.ts';
import { type Connection, isLost, type Transaction } from './connection.ts';
import { transact } from './transaction.ts';

export type AskServer = <T>(work: (sql: Connection) => PromiseLike<T>) => Promise<T>;

/** Pauses between look-ups of a commit whose answer was lost: the server may still be committing. */
const LOOK_PAUSES_MS = [0, 50, 200, 500];

/**
 * Rethrows the error of the work or the server if nothing was changed. If the answer to COMMIT is late or lost, asks `hasLanded`; if
 * that does not find the change, throws `OutcomeUnknown`.
 */
export async function transactOnce<T>(
  ask: AskServer,
  work: (sql: Transaction) => Promise<T>,
  hasLanded: (result: T) => Promise<boolean>,
): Promise<T> {
  let committing: { readonly result: T } | undefined;
  let isGivenUp = false;
  let ending: unknown;
  try {
    await ask((sql) =>
      transact(sql, async (one) => {
        const result = await work(one);
        // If `ask` has timed out, the caller has already been told that nothing was changed.
        if (isGivenUp) throw new Error('the transaction was given up');
        committing = { result };
      }).catch((error: unknown) => {
        ending = error;
        throw error;
      }),
    );
  } catch (error) {
    isGivenUp = true;
    const isRefused = ending !== undefined && !isLost(ending);
    if (!committing || isRefused) throw error;
    if (!(await isFound(() => hasLanded((committing as { result: T }).result))))
      throw new OutcomeUnknown('the connection was lost during a commit beside the journal', { cause: error });
  }
  return (committing as unknown as { result: T }).result;
}

async function isFound(look: () => Promise<boolean>): Promise<boolean> {
  try {
    for (const pauseMs of LOOK_PAUSES_MS) {
      await sleep(pauseMs);
      if (await look()) return true;
    }
  } catch {
    // The outcome stays unknown.
  }
  return false;
}
