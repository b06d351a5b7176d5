// The page works if the browser refuses to store anything; and no other file accesses the browser's storage.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guarded, type Stored } from './stored.ts';

const working = () => {
  const kept = new Map<string, string>();
  const stored: Stored = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  };
  return { kept, stored };
};
const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

test.each([
  ['works', () => working().stored],
  ['throws when it is accessed', refuse],
  ['throws at every call', () => ({ getItem: refuse, setItem: refuse, removeItem: refuse })],
  ['is full', () => ({ ...working().stored, setItem: refuse })],
])('values can be written, read and removed with a storage that %s', (_, open) => {
  let made: Stored | undefined;
  const stored = guarded(() => {
    made ??= open();
    return made as Stored;
  });
  expect(stored.getItem('a')).toBeNull();
  stored.setItem('a', '1');
  expect(stored.getItem('a')).toBe('1');
  stored.setItem('a', '2');
  expect([stored.getItem('a'), stored.getItem('b')]).toEqual(['2', null]);
  stored.removeItem('a');
  expect(stored.getItem('a')).toBeNull();
});

test('a value that another tab changed is read as changed', () => {
  const { kept, stored } = working();
  const one = guarded(() => stored);
  one.setItem('a', '1');
  kept.set('a', '2');
  expect(one.getItem('a')).toBe('2');
});

test('no other file of the page accesses the browser’s storage', () => {
  const files = globSync(`${import.meta.dirname}/../**/*.{ts,tsx}`).filter(
    (file) => !/stored(\.test)?\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /\b(local|session)Storage\b/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
