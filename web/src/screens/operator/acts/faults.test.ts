// Which form field each refusal is shown at.
import { expect, test } from 'vitest';
import { fieldOf, underField } from './faults.ts';

const MOVEMENT = ['account', 'token', 'amount', 'reference'];
const POOL = ['Pair.tokenA', 'Pair.tokenB', 'curve', 'amplification', 'lpFee'];

test.each([
  ['invalid_amount', 'amount must be greater than 0.', MOVEMENT, 'amount'],
  ['invalid_request', 'account must not be empty.', MOVEMENT, 'account'],
  ['reference_reused', 'This reference was used for 1 USDT.', MOVEMENT, 'reference'],
  ['unknown_token', 'Token gold is not registered.', MOVEMENT, 'token'],
  ['insufficient_funds', 'alice has 1 USDT and needs 2 USDT.', MOVEMENT, 'amount'],
  ['invalid_request', 'Pair.tokenA is missing.', POOL, 'Pair.tokenA'],
  ['invalid_request', 'A stable pool needs an amplification: a whole number.', POOL, 'amplification'],
  ['fees_too_high', 'The fees are too high.', POOL, 'lpFee'],
  ['overloaded', 'Too many requests wait.', MOVEMENT, null],
  ['unknown_token', 'Token gold is not registered.', POOL, null],
  ['reference_reused', 'This reference was used.', POOL, null],
] as const)('the refusal %s, "%s", in a form of %j is shown at %s', (code, message, fields, field) => {
  expect(fieldOf({ code, message }, fields)).toBe(field);
});

test('a message that starts with the name of its field is shown without that name', () => {
  expect(underField('amount must be greater than 0.', 'amount')).toBe('Must be greater than 0.');
  expect(underField('Token gold is not registered.', 'token')).toBe('Token gold is not registered.');
});
