// An API key is one line of a file; errors about it do not contain it.
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useTempFolder } from '../../../test/temp-folder.ts';
import { readApiKey } from './api-key.ts';

const inFolder = useTempFolder();

test.each([
  { text: 'abc123\n', key: 'abc123' },
  { text: '  abc123  ', key: 'abc123' },
])('a file that contains $text gives the key $key', ({ text, key }) => {
  const file = inFolder('key');
  writeFileSync(file, text);
  expect(readApiKey(file)).toBe(key);
});

test.each(['', '\n', 'two\nlines', 'two words', 'umlaut-ä', 'x'.repeat(513)])('%o is refused as a key', (text) => {
  const file = inFolder('key');
  writeFileSync(file, text);
  expect(() => readApiKey(file)).toThrow(`The file ${file} does not have an API key as its only line`);
});

test('a missing key file is reported with its path and ENOENT', () => {
  const file = inFolder('key');
  expect(() => readApiKey(file)).toThrow(`The file of the API key, ${file}, cannot be read: ENOENT`);
});
