// The log of refusals: a line a second for each caller, and one for all callers beyond the first hundred.
import type { Logger } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RefusalLog } from './refusal-log.ts';
import type { HttpRequest } from './request.ts';

let lines: { readonly count: number; readonly message: string; readonly [field: string]: unknown }[];
let log: RefusalLog;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  lines = [];
  const logger = { info: (line: { count: number }, message: string) => lines.push({ ...line, message }) };
  log = new RefusalLog(logger as unknown as Logger);
});
afterEach(() => void vi.useRealTimers());

const refuse = (account: string | undefined, ip: string, route = '/getQuote') =>
  log.note({ caller: account === undefined ? null : { account }, ip } as HttpRequest, { route }, 'slow down');

test('a caller’s first refusal is logged after a second, with the number of all in that second', () => {
  refuse('ann', '203.0.113.1', '/first');
  refuse('ann', '203.0.113.2', '/second');
  refuse(undefined, '203.0.113.1');
  vi.advanceTimersByTime(999);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(1);
  // An account may use many addresses, so its line names none.
  expect(lines).toEqual([
    { route: '/first', count: 2, message: 'slow down' },
    { route: '/getQuote', address: '203.0.113.1', count: 1, message: 'slow down' },
  ]);
  refuse('ann', '203.0.113.1');
  vi.advanceTimersByTime(1000);
  expect(lines.slice(2)).toEqual([{ route: '/getQuote', count: 1, message: 'slow down' }]);
});

test('a hundred callers have a line each, and all further ones share another', () => {
  for (let host = 0; host < 150; host += 1) refuse(undefined, `198.51.100.${host}`);
  for (const host of [0, 99, 100, 149]) refuse(undefined, `198.51.100.${host}`);
  vi.advanceTimersByTime(1000);
  expect(lines).toHaveLength(101);
  expect(lines[99]).toEqual({ route: '/getQuote', address: '198.51.100.99', count: 2, message: 'slow down' });
  expect(lines[100]).toEqual({ count: 52, message: 'slow down' });
});

test('what is not logged yet is logged by write(), once', () => {
  refuse('ann', '203.0.113.1');
  log.write();
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(5000);
  log.write();
  expect(lines).toHaveLength(1);
});
