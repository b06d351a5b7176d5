import { expect, test } from 'vitest';
import { SharedLookup } from './shared-lookup.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('all callers of one turn share a look-up, which runs after the last of them has asked', async () => {
  let state = 'old';
  const looks: string[] = [];
  const shared = new SharedLookup(async (key: string) => {
    looks.push(key);
    return `${key} ${state}`;
  });
  const early = shared.ask('a');
  await Promise.resolve();
  state = 'new';
  const late = [shared.ask('a'), shared.ask('b')];
  expect(await Promise.all([early, ...late])).toEqual(['a new', 'a new', 'b new']);
  expect(looks).toEqual(['a', 'b']);
});

test('a caller of a later turn gets a new look-up, not the last result', async () => {
  let state = 1;
  const shared = new SharedLookup(async () => state);
  expect(await shared.ask('a')).toBe(1);
  state = 2;
  expect(await shared.ask('a')).toBe(2);
  const asked = shared.ask('a');
  await turn();
  state = 3;
  expect([await asked, await shared.ask('a')]).toEqual([2, 3]);
});

test('a failure rejects all callers of the turn and no later ones', async () => {
  let failing = true;
  const shared = new SharedLookup(async () => {
    if (failing) throw new Error('busy');
    return 'fine';
  });
  const results = await Promise.allSettled([shared.ask('a'), shared.ask('a')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  failing = false;
  expect(await shared.ask('a')).toBe('fine');
});
