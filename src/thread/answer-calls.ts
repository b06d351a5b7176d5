// Runs in the worker of a `CalledThread`: answers the calls of the thread's owner, and sends notices to the owner.
import { parentPort } from 'node:worker_threads';
import { CLOSE, type ThreadCall, type ThreadMessage } from './called-thread.ts';
import { failureOf } from './failure.ts';

/** An object whose methods are called by name, or a function that resolves to this object when it is ready. */
type Service = object | (() => Promise<object>);

/** Returns a function that sends notices (messages that answer no call) to the owner of this thread. */
export function speak<Notice>(): (notice: Notice) => void {
  return (notice) => parentPort?.postMessage({ notice } satisfies ThreadMessage<Notice>);
}

/** Answers the calls that arrive on this thread's port until it is told to close. */
export function answerCalls(services: Readonly<Record<string, Service>>, close: () => Promise<unknown>): void {
  parentPort?.on('message', async (call: ThreadCall | typeof CLOSE) => {
    if (call !== CLOSE) return parentPort?.postMessage(await answer(services, call));
    await close();
    // In a worker, `exit` ends only the thread; without it, an open connection to a silent peer would keep the thread alive.
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
