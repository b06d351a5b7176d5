// The called end of a `CalledThread`: serves calls to its services by name, and sends notices.
import { parentPort } from 'node:worker_threads';
import { CLOSE, type ThreadCall, type ThreadMessage } from './called-thread.ts';
import { failureOf } from './failure.ts';

/** Its methods are called by name; a function is called first, and returns the service when it is ready. */
type Service = object | (() => Promise<object>);

/** Returns a function that sends notices, which answer no call. */
export function speak<Notice>(): (notice: Notice) => void {
  return (notice) => parentPort?.postMessage({ notice } satisfies ThreadMessage<Notice>);
}

/** Answers the calls that arrive on this thread's port until it is told to close. */
export function answerCalls(services: Readonly<Record<string, Service>>, close: () => Promise<unknown>): void {
  parentPort?.on('message', async (call: ThreadCall | typeof CLOSE) => {
    if (call !== CLOSE) return parentPort?.postMessage(await answer(services, call));
    await close();
    // In a worker this ends only the thread; a connection whose other end is silent would keep it alive.
    process.exit();
  });
}

async function answer(
  services: Readonly<Record<string, Service>>,
  [number, name, method, ...args]: ThreadCall,
): Promise<ThreadMessage<never>> {
  try {
    const named = services[name];
    const service = typeof named === 'function' ? await named() : named;
    return [number, await (service as Record<string, (...args: unknown[]) => unknown>)[method]?.(...args)];
  } catch (error) {
    return [number, undefined, failureOf(error)];
  }
}
