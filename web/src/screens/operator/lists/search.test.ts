// How the journal's search interprets text.
import { expect, test } from 'vitest';
import { meaningsOf } from './search.ts';

const ID = '019a8a5c-2f3e-7000-8000-00004a1b2c3d';

test.each([
  ['', []],
  ['   ', []],
  ['12390', ['sequence', 'account', 'reference']],
  ['12,390', ['sequence', 'account', 'reference']],
  ['no. 12,390', ['sequence', 'reference']],
  ['#42', ['sequence', 'account', 'reference']],
  ['0', ['account', 'reference']],
  ['12,39', ['account', 'reference']],
  [ID, ['transactionId', 'reference']],
  [ID.toUpperCase(), ['transactionId', 'reference']],
  ['alice', ['account', 'reference']],
  ['wire of monday', ['reference']],
  ['9'.repeat(40), ['account', 'reference']],
  ['x'.repeat(200), ['reference']],
  ['x'.repeat(300), []],
])('"%s" is searched as %j', (typed, by) => expect(meaningsOf(typed).map((meaning) => meaning.by)).toEqual(by));

test('a number loses its prefix and separators, and an id becomes lower-case', () => {
  expect(meaningsOf('１２３９０')[0]).toEqual({ by: 'sequence', sequence: 12390 });
  expect(meaningsOf(' no. 12,390 ')[0]).toEqual({ by: 'sequence', sequence: 12390 });
  expect(meaningsOf(ID.toUpperCase())[0]).toEqual({ by: 'transactionId', transactionId: ID });
});
