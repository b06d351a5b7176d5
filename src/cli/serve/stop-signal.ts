// The signal that stops a server.
import { once } from 'node:events';

/** Resolves with SIGTERM or SIGINT. */
export async function stopSignal(): Promise<string> {
  const aborter = new AbortController();
  const heard = (event: string) => once(process, event, { signal: aborter.signal });
  const signals = ['SIGTERM', 'SIGINT'].map((name) => heard(name).then(() => name));
  try {
    return await Promise.race(signals);
  } finally {
    // From here on a second signal ends the process at once.
    aborter.abort();
    await Promise.allSettled(signals);
  }
}
