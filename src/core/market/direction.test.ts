// Which of two tokens is the base of their pair.
import { expect, test } from 'vitest';
import { comesFirst } from './direction.ts';

test.each([
  ['the token registered first', 1, 2, true],
  ['not the one registered later', 2, 1, false],
  ['not the quote token, though registered first', null, 2, false],
  ['the other token of the quote token', 2, null, true],
  ['none of a token with itself', null, null, false],
])('the base is %s', (_, a, b, expected) => expect(comesFirst(a, b)).toBe(expected));
