// Turns for those who would keep everybody else waiting: some of them in each turn of the event loop, in the order in which they ask.

/** Lets so many go on in one turn, and then whoever does something else. */
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

/** For those who read long lists: however many read at once, whoever does something else waits for one slice only. */
export const ownTurn = turns(1);
