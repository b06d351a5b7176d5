// How the command palette interprets what is typed.
import { expect, test } from 'vitest';
import { matches, poolSearch, transactionOf } from './match.ts';

test.each([
  ['Swap', 'swap', true],
  ['Swap', 'SW', true],
  ['Swap', 'wap', false],
  ['Operator: pools and fees', 'fees op', true],
  ['Operator: pools and fees', 'fees x', false],
  ['Add liquidity', '', true],
  ['Add liquidity', ' / ', true],
  ['Пулы', 'пул', true],
  ['Swap', 'Ｓｗａｐ', true],
])('%s is found by %j: %s', (label, typed, found) => {
  expect(matches(label, typed)).toBe(found);
});

test.each([
  ['ton', 'ton'],
  [' ton ', 'ton'],
  ['ton/usdt', 'ton/usdt'],
  ['TON / USDT', 'TON/USDT'],
  ['ton usdt', 'ton/usdt'],
  ['wrapped ton coin', 'wrapped ton coin'],
  ['ton/', 'ton/'],
  ['', ''],
])('%j typed is sent to the pool search as %j', (typed, sent) => {
  expect(poolSearch(typed)).toBe(sent);
});

const ID = '019a8a5c-2f3e-7000-8000-00004a1b2c3d';
test.each([
  ['42', { sequence: '42' }],
  ['no. 12,409', { sequence: '12409' }],
  ['#7', { sequence: '7' }],
  ['12.409', { sequence: '12409' }],
  ['12 409', { sequence: '12409' }],
  ['１２，４０９', { sequence: '12409' }],
  ['0', null],
  ['-1', null],
  ['1234567890123456', null],
  [ID.toUpperCase(), { transactionId: ID }],
  [`${ID}0`, null],
  ['ton', null],
  ['', null],
])('%j typed is looked up as the transaction %j', (typed, named) => {
  expect(transactionOf(typed)).toEqual(named);
});
