// Lists stored in the browser survive invalid content, have a maximum length, and keep the order of use.
import { expect, test } from 'vitest';
import { readList, remembered, toggled, used } from './remembered.ts';
import type { Stored } from './stored.ts';

test.each([
  [null, []],
  ['', []],
  ['not json', []],
  ['{"a":1}', []],
  ['null', []],
  ['["a","b"]', ['a', 'b']],
  ['["a","a","b"]', ['a', 'b']],
  ['["a",1,null,"",["b"],"c"]', ['a', 'c']],
  [JSON.stringify(['x'.repeat(256), 'y'.repeat(257)]), ['x'.repeat(256)]],
  ['["a","b","c","d"]', ['a', 'b', 'c']],
])('%s is read as %j', (text, list) => {
  expect(readList(text, 3)).toEqual(list);
});

test('the last used entry comes first, and a full list drops the oldest', () => {
  expect(used([], 'a', 3)).toEqual(['a']);
  expect(used(['a', 'b', 'c'], 'b', 3)).toEqual(['b', 'a', 'c']);
  expect(used(['a', 'b', 'c'], 'd', 3)).toEqual(['d', 'a', 'b']);
});

test('starring an entry twice removes it, and a full list takes no more', () => {
  expect(toggled(['a'], 'b', 2)).toEqual(['a', 'b']);
  expect(toggled(['a', 'b'], 'a', 2)).toEqual(['b']);
  expect(toggled(['a', 'b'], 'c', 2)).toEqual(['a', 'b']);
});

test('each account has its own list, and so has a reader without an account', () => {
  const kept = new Map<string, string>();
  const storage: Stored = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  };
  const stars = remembered('millpond stars', 2, storage);
  stars.change('ann', (list, most) => toggled(list, 'x', most));
  stars.change('bob', (list, most) => toggled(list, 'y', most));
  stars.change('ann', (list, most) => toggled(list, 'z', most));
  stars.change(null, (list, most) => toggled(list, 'w', most));
  expect([...kept.entries()]).toEqual([
    ['millpond stars ann', '["x","z"]'],
    ['millpond stars bob', '["y"]'],
    ['millpond stars ', '["w"]'],
  ]);
});
