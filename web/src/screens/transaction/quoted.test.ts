import { expect, test } from 'vitest';
import { queryOf } from './named.ts';
import { differenceOf, quotedOf } from './quoted.ts';

test.each([
  ['{"amountA":"1250","amountB":"3985.524511"}', { amountA: '1250', amountB: '3985.524511' }],
  ['{"amountA":"1250"}', null],
  ['{"amountA":"<b>","amountB":"1"}', null],
  ['null', null],
  ['{', null],
  [null, null],
])('the stored quote %s is read as %j', (text, quoted) => {
  expect(quotedOf(text)).toEqual(quoted);
});

test('the difference between the quote and the fill is exact', () => {
  const quoted = { amountA: '1250', amountB: '3985.524511' };
  expect(differenceOf(quoted, quoted)).toEqual({ amountA: '0', amountB: '0' });
  expect(differenceOf(quoted, { amountA: '1250', amountB: '3985.52451' })).toEqual({
    amountA: '0',
    amountB: '-0.000001',
  });
});

test.each([
  ['42', { sequence: '42' }],
  ['12,409', { sequence: '12409' }],
  ['01a1e245-afcb-7000-8000-0000c97aef5d', { transactionId: '01a1e245-afcb-7000-8000-0000c97aef5d' }],
  ['01A1E245-AFCB-7000-8000-0000C97AEF5D', { transactionId: '01a1e245-afcb-7000-8000-0000c97aef5d' }],
  ['0', null],
  ['1e5', null],
  ['9'.repeat(16), null],
  ['%F0', null],
  ['', null],
])('the name %s in the address is looked up as %j', (name, asked) => {
  expect(queryOf(name)).toEqual(asked);
});
