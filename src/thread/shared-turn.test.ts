// Waiting for the end of a turn of the event loop, and for the rest of it.
import { expect, test } from 'vitest';
import { endOfTurn, restOfTurn } from './shared-turn.ts';

test('the rest of a turn that has not ended yet is over at its end', async () => {
  const seen: string[] = [];
  setImmediate(() => seen.push('end'));
  await restOfTurn();
  expect(seen).toEqual(['end']);
});

test('the rest of a turn that is ending is over when all who waited for the end have continued, and before the next turn', async () => {
  const seen: string[] = [];
  const waited = async (name: string, steps: number) => {
    await endOfTurn();
    for (let step = 0; step < steps; step++) await undefined;
    seen.push(name);
    await restOfTurn();
    seen.push(`rest of ${name}`);
  };
  const all = Promise.all([waited('one', 0), waited('other', 20)]);
  await endOfTurn();
  setImmediate(() => seen.push('next turn'));
  await all;
  await endOfTurn();
  expect(seen).toEqual(['one', 'other', 'rest of one', 'rest of other', 'next turn']);
});
