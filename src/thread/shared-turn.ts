// One promise for everything that waits for the end of the current turn of the event loop.

let turn: Promise<void> | undefined;
let isEnding = false;

export function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      isEnding = true;
      // Runs after everything that continues now, and all that follows from it without waiting.
      queueMicrotask(() =>
        process.nextTick(() => {
          isEnding = false;
        }),
      );
      resolve();
    });
  });
  return turn;
}

/**
 * Resolves at the end of the turn or, if that has come, when everything that waited for it has continued. Unlike `endOfTurn`, it
 * does not let the event loop take new requests between two steps of the same one.
 */
export const restOfTurn = (): Promise<void> =>
  isEnding ? new Promise((resolve) => process.nextTick(resolve)) : endOfTurn();
