// Lengths are counted in characters, as JSON Schema defines, not in UTF-16 units.
import { expect, test } from 'vitest';
import { compile } from './validation.ts';

const isValid = compile({ type: 'string', minLength: 2, maxLength: 4 });

test.each([
  ...['', 'a', '🌽', '\ud83c'].map((text) => [text, false] as const),
  ...['ab', '🌽🌽', 'a🌽', '\ud83ca', 'abcd', '🌽🌽🌽🌽', 'abc🌽'].map((text) => [text, true] as const),
  ...['abcde', '🌽🌽🌽🌽🌽', 'abcd🌽', '🌽🌽🌽ab', 'a'.repeat(9)].map((text) => [text, false] as const),
])('%j is of two to four characters: %j', (text, expected) => {
  expect(isValid(text)).toBe(expected);
});
