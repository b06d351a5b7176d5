// The signal that stops a server.
import cluster from 'node:cluster';
import { once } from 'node:events';
import { STOP } from './workers.ts';

/** Resolves with SIGTERM, SIGINT or, in a worker, the first process's request to stop. */
export async function stopSignal(): Promise<string> {
  const aborter = new AbortController();
  const heard = (event: string) => once(process, event, { signal: aborter.signal });
  const signals = ['SIGTERM', 'SIGINT'].map((name) => heard(name).then(() => name));
  try {
    return await Promise.race(cluster.isWorker ? [...signals, stopMessage()] : signals);
  } finally {
    // From here on a second signal ends the process at once.
    aborter.abort();
    await Promise.allSettled(signals);
  }
}

/** Resolves when the primary process sends STOP. */
const stopMessage = () =>
  new Promise<string>((resolve) => {
    process.on('message', (message) => message === STOP && resolve(STOP));
  });
