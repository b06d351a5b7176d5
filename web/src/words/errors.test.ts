// Every failure code has a title, a body and a next step, without words that the page avoids.
import { expect, test } from 'vitest';
import { ERROR_CODES, REASONS } from '../../../client/src/api.ts';
import type { FailureCode, ReasonCode } from '../../../client/src/client.ts';
import { words } from './errors.ts';

const FAILURES = [...ERROR_CODES, 'network', 'unreadable'].flatMap((code) =>
  (REASONS[code as keyof typeof REASONS] ?? [null]).map((reason) => [code, reason]),
) as readonly [FailureCode, ReasonCode | null][];

test.each(FAILURES)('%s, %s, has a title, a body and a next step', (code, reasonCode) => {
  const { title, body, next } = words({ code, reasonCode, message: 'What the server said.' });
  for (const text of [title, body, next]) {
    expect(text).toMatch(/^[A-Z]/);
    expect(text).not.toMatch(/!|slippage|\bgas\b/i);
  }
  expect(title).toMatch(/\.$/);
  expect(next).not.toMatch(/\.$/);
});

test('the server’s message is used if the page has no better text', () => {
  expect(words({ code: 'insufficient_funds', message: 'You have 5 TON.' }).body).toBe('You have 5 TON.');
});
