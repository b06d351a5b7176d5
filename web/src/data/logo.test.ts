// Only images of this server are shown, even if a token's record names others.
import { expect, test } from 'vitest';
import { ownLogo, smallLogo } from './logo.ts';

const HASH = '3f'.repeat(32);

test.each([
  [`/images/${HASH}.webp`, true],
  [`/images/${HASH}.png`, true],
  [undefined, false],
  ['', false],
  ['https://example.com/usdt.png', false],
  [`https://example.com/images/${HASH}.webp`, false],
  [`//example.com/images/${HASH}.webp`, false],
  ['data:image/png;base64,iVBORw0KGgo=', false],
  [`/images/../getKeys`, false],
  [`/images/${HASH}.svg`, false],
  [`/images/${HASH}.webp?x`, false],
])('%s is shown: %s', (logo, isShown) => {
  expect(ownLogo(logo)).toBe(isShown ? logo : null);
});

test('the path of a small logo has "-s" before its extension', () => {
  expect(smallLogo(`/images/${HASH}.webp`)).toBe(`/images/${HASH}-s.webp`);
});
