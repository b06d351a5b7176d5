// The shared turn: what comes in during one turn of the event loop waits for its end, and then goes on together.

let turn: Promise<void> | undefined;

/** One promise for all who wait in the present turn. */
export function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  });
  return turn;
}
