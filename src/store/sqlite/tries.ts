// Waiting for the write lock of a file without keeping the thread from its other work.
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../ports/store.ts';
import { type ConnectionOptions, explain } from './connection.ts';

/** How long the connection itself may wait in one of them. */
export const TRY_MS = 20;

/** In many short tries, so that this thread does not wait for a lock that another holds. */
export async function inTries<T>({ path, busyTimeoutMs }: ConnectionOptions, work: () => T): Promise<T> {
  const deadlineMs = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      const why = explain(error, path);
      if (!isBusy(why) || performance.now() > deadlineMs) throw why;
      await sleep(TRY_MS);
    }
  }
}

const isBusy = (error: unknown): boolean => error instanceof StoreUnavailable && error.reason === 'busy';
