// Waits for the write lock of a file without blocking the thread for long.
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../ports/store.ts';
import { type ConnectionOptions, explain } from './connection.ts';

/** The pause between two attempts; also the time for which SQLite itself, blocking the thread, waits for the lock in one attempt. */
export const TRY_MS = 20;

/** Retries until `busyTimeoutMs` has passed, with pauses in which this thread does other work while another holds the lock. */
export async function retryWhileLocked<T>({ path, busyTimeoutMs }: ConnectionOptions, work: () => T): Promise<T> {
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
