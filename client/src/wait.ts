// Waiting with back-off, cancellation and deadlines.

/** Exponential back-off with full jitter, so that clients which failed together do not retry together. */
export const backOffMs = (attempt: number, firstMs: number, mostMs: number): number =>
  Math.random() * Math.min(mostMs, firstMs * 2 ** (attempt - 1));

/** Rejects with the signal's reason as soon as it is aborted. */
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

/** A signal that is aborted with the given one, or if `arm` is not called again within `ms`. */
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
    /** Clears the timer and aborts the connection. */
    end() {
      disarm();
      signal?.removeEventListener('abort', stop);
      controller.abort();
    },
  };
}
