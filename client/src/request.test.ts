import { expect, test } from 'vitest';
import { requestOf } from './request.ts';

test.each([
  [{}, ''],
  [{ token: 'a', limit: undefined }, '?token=a'],
  [{ token: ['a,b', 'c&d'], limit: 5 }, '?token=a%2Cb&token=c%26d&limit=5'],
])('the input %o becomes the query string "%s"', (input, query) => {
  expect(requestOf('http://x/', 'getBalances', input).url).toBe(`http://x/getBalances${query}`);
});
