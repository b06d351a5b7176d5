import { expect, test } from 'vitest';
import { requestOf } from './request.ts';

test.each([
  [{}, ''],
  [{ token: 'a', limit: undefined }, '?token=a'],
  [{ token: ['a,b', 'c&d'], limit: 5 }, '?token=a%2Cb&token=c%26d&limit=5'],
])('%o is asked for by %s', (input, query) => {
  expect(requestOf('http://x/', 'getBalances', input).url).toBe(`http://x/getBalances${query}`);
});
