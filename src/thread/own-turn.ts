// Lets long tasks take turns: in each turn of the event loop only a few of them do a slice of work, first come, first served.

/**
 * Returns a function to await before each slice of work; `perTurn` waiters go on in each turn of the event loop or, with a pause, every
 * `pauseMs` milliseconds.
 */
export function turns(perTurn: number, pauseMs = 0): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const next = () => {
    for (const resolve of waiting.splice(0, perTurn)) resolve();
    if (waiting.length === 0) return;
    if (pauseMs > 0) setTimeout(next, pauseMs);
    else setImmediate(next);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(next);
    });
}

/** Await it before each slice of a long list: however many lists are read at once, other work waits for one slice only. */
export const ownTurn = turns(1);
