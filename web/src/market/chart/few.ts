// Limits concurrency: at most `most` tasks run at a time, the others wait in order.

export function few(most: number): <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work, signal) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    running += 1;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
