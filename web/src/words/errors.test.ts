// Every failure code has a title, a body and a next step, without words that the page avoids.
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../../client/src/api.ts';
import { words } from './errors.ts';

test.each([...ERROR_CODES, 'network', 'unreadable'] as const)('%s has a title, a body and a next step', (code) => {
  const { title, body, next } = words(code, 'What the server said.');
  for (const text of [title, body, next]) {
    expect(text).toMatch(/^[A-Z]/);
    expect(text).not.toMatch(/!|slippage|\bgas\b/i);
  }
  expect(title).toMatch(/\.$/);
  expect(next).not.toMatch(/\.$/);
});

test('the server’s message is used if the page has no better text', () => {
  expect(words('insufficient_funds', 'You have 5 TON.').body).toBe('You have 5 TON.');
});
