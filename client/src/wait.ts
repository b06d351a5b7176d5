// Waiting: for how long, and no longer than whoever waits wants to.

/** Exponential back-off with full jitter: those who failed together do not come back together. */
export const backOffMs = (attempt: number, firstMs: number, mostMs: number): number =>
  Math.random() * Math.min(mostMs, firstMs * 2 ** (attempt - 1));

/** Rejects with the signal's reason as soon as there is one. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** A signal that is aborted with another, or when what is awaited is late; each `arm` gives it the whole time again. */
export function deadline(signal: AbortSignal | undefined, ms: number) {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => controller.abort(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  const disarm = () => clearTimeout(timer);
  return {
    signal: controller.signal,
    arm() {
      disarm();
      timer = setTimeout(() => controller.abort(new Error(`Nothing came for ${ms / 1000} seconds.`)), ms);
    },
    disarm,
    /** Lets go of everything, the connection too. */
    end() {
      disarm();
      signal?.removeEventListener('abort', stop);
      controller.abort();
    },
  };
}
