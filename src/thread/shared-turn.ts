// One promise for everything that waits for the end of the current turn of the event loop.

let turn: Promise<void> | undefined;

export function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  });
  return turn;
}
