// Turns for long tasks: a few of them go on in each turn of the event loop, in the order in which they ask.

/** Returns a function to await before each slice of work; `perTurn` waiters go on in each turn of the event loop. */
export function turns(perTurn: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const next = () => {
    for (const resolve of waiting.splice(0, perTurn)) resolve();
    if (waiting.length > 0) setImmediate(next);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(next);
    });
}

/** For readers of long lists: however many read at once, other work waits for one slice only. */
export const ownTurn = turns(1);
