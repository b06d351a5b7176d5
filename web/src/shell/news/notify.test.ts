// The switch says what is true: it is on only if a notification would be shown.
import { expect, test } from 'vitest';
import { notifyingIn } from './notify.ts';

test.each([
  [null, true, false, 'unsupported'],
  ['granted', true, true, 'unsupported'],
  ['denied', true, false, 'denied'],
  ['default', false, false, 'off'],
  // The permission was taken back in the browser.
  ['default', true, false, 'off'],
  // Allowed for another account of this browser.
  ['granted', false, false, 'off'],
  ['granted', true, false, 'on'],
] as const)('with the permission %s, chosen %s, refused %s, it is %s', (permission, isChosen, isRefused, shown) => {
  expect(notifyingIn(permission, isChosen, isRefused)).toBe(shown);
});
