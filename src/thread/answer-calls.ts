// The other end of a called thread: offers services by name, and says what happens by itself.
import { parentPort } from 'node:worker_threads';
import { type Asked, CLOSE, type Said } from './called-thread.ts';
import { failureOf } from './failure.ts';

type Service = object;

/** A way to say what nobody asked for. */
export function speak<Notice>(): (notice: Notice) => void {
  return (notice) => parentPort?.postMessage({ notice } satisfies Said<Notice>);
}

/** Answers what comes over the port of this thread, until it is told to close. */
export function answerCalls(services: Readonly<Record<string, Service>>, close: () => Promise<unknown>): void {
  parentPort?.on('message', async (asked: Asked | typeof CLOSE) => {
    if (asked !== CLOSE) return parentPort?.postMessage(await answer(services, asked));
    await close();
    // Of a thread, this ends only the thread, which a connection whose other end is silent would keep.
    process.exit();
  });
}

async function answer(
  services: Readonly<Record<string, Service>>,
  [number, name, method, ...args]: Asked,
): Promise<Said<never>> {
  try {
    const service = services[name] as Record<string, (...args: unknown[]) => unknown>;
    return [number, await service[method]?.(...args)];
  } catch (error) {
    return [number, undefined, failureOf(error)];
  }
}
