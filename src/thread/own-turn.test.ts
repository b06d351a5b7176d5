import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ownTurn } from './own-turn.ts';

test('each turn of the event loop runs one slice, and all concurrent readers take turns', async () => {
  const slices: string[] = [];
  let [inThisTurn, most] = [0, 0];
  const read = async (name: string) => {
    for (let slice = 0; slice < 5; slice += 1) {
      await ownTurn();
      slices.push(name);
      inThisTurn += 1;
      most = Math.max(most, inThisTurn);
    }
  };
  const names = Array.from({ length: 20 }, (_, index) => `reader ${index}`);
  let isOver = false;
  const all = Promise.all(names.map(read)).then(() => {
    isOver = true;
  });
  while (!isOver) {
    inThisTurn = 0;
    await nextTurn();
  }
  await all;
  expect(most).toBeLessThanOrEqual(2);
  expect(slices).toEqual(Array.from({ length: 5 }, () => names).flat());
});
