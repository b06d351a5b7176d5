import { expect, test } from 'vitest';
import { checkForm, skeletonOf } from './names.ts';

test.each([
  ['alice', 'A1ICE', true],
  ['alice', 'а1icе', true],
  ['alice', 'αlιcε', true],
  ['alice', 'álïce', true],
  ['alice', 'ａｌｉｃｅ', true],
  ['warm', 'vvarm', true],
  ['alice', 'alice2', false],
])('the names %s and %s look alike: %s', (one, other, isAlike) => {
  expect(skeletonOf(one) === skeletonOf(other)).toBe(isAlike);
});

test.each([
  ['zed', ['Zed'], true],
  ['z-ed', ['Zed'], true],
  ['zedekia', ['Zed'], false],
  ['baecker', ['Bäcker'], false],
  ['backer', ['Bäcker'], true],
  ['my-harbour', ['Harbour'], true],
  ['operator', [], true],
  ['0perator.1', [], true],
  ['1ocal', [], true],
  ['locality', [], false],
])('the name %s is refused on an exchange with the names %j: %s', (name, own, isRefused) => {
  const check = () => checkForm(name, own);
  if (isRefused) expect(check).toThrow('looks like a name of the exchange');
  else expect(check).not.toThrow();
});

test.each(['ab', 'a'.repeat(33), '.abc', 'a b', 'a\u200bbc', 'аlice', 'abc\u202e', 'Abc', 'a/b', "a'b", 'a\n'])(
  'the name %j is refused for its length or its characters',
  (name) => {
    expect(() => checkForm(name, [])).toThrow('A name has 3 to 32 characters');
  },
);
