// Turns for those who read long lists: one slice of one of them in each turn of the event loop, in the order in which they ask.

const waiting: (() => void)[] = [];

/** However many read at once, whoever does something else waits for one slice only. */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}
