import { expect, test } from 'vitest';
import { few } from './few.ts';

test('at most two tasks run at once; a cancelled task is rejected, and all others finish', async () => {
  const inTurn = few(2);
  let [running, most] = [0, 0];
  const gates: (() => void)[] = [];
  const work = async (name: string) => {
    most = Math.max(most, ++running);
    await new Promise<void>((go) => gates.push(go));
    running -= 1;
    return name;
  };
  const gone = new AbortController();
  const open = new AbortController().signal;
  const done = [
    inTurn(() => work('a'), open),
    inTurn(() => work('b'), open),
    inTurn(() => work('c'), gone.signal),
    inTurn(() => work('d'), open),
  ];
  const outcomes = Promise.allSettled(done);
  gone.abort();
  while (gates.length > 0 || running > 0) {
    gates.shift()?.();
    await new Promise((next) => setImmediate(next));
  }
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(most).toBe(2);
});
