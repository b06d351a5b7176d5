import { expect, onTestFinished, test, vi } from 'vitest';
import { DECLARATIONS } from '../../contract/calls.ts';
import type { Account } from '../../core/amount.ts';
import { costOf, Limits, networksOf, placeOf, RateLimit, RateLimited } from './rate-limit.ts';

/** Now by `performance.now()`, and noon by the wall clock. */
const [NOW, NOON] = [1_000_000, Date.UTC(2026, 10, 15, 12)];
const limitTo = (perSecond: number) => new RateLimit(perSecond, 'requests per second');

test.each([1, 3, 7, 100, 999])('a limit of %s a second grants that many at once, then one each 1/limit s', (limit) => {
  const rate = limitTo(limit);
  for (let count = 0; count < limit; count += 1) expect(rate.take('ann', 1, NOW)).toBeUndefined();
  expect(rate.take('ann', 1, NOW)).toBeInstanceOf(RateLimited);
  expect(rate.take('ann', 1, NOW + 1000 / limit - 0.01)).toBeInstanceOf(RateLimited);
  expect(rate.take('ann', 1, NOW + 1000 / limit + 0.01)).toBeUndefined();
  expect(rate.take('bob', 1, NOW)).toBeUndefined();
});

test('a caller that stays within the limit in every second is never refused', () => {
  const rate = limitTo(4);
  for (let second = 0; second < 50; second += 1) {
    for (const ms of [0, 1, 2, 999]) expect(rate.take('ann', 1, NOW + 1999 * second + ms)).toBeUndefined();
  }
});

test('a request that costs more than is left is granted as a debt, and the next refusal says how long to wait', () => {
  const rate = limitTo(10);
  expect(rate.take('ann', 35, NOW)).toBeUndefined();
  expect(rate.take('ann', 1, NOW)).toMatchObject({ code: 'rate_limited', limit: 10, retryAfterSeconds: 3 });
  expect(rate.take('ann', 1, NOW)?.message).toBe('More than 10 requests per second; slow down.');
  expect(rate.take('ann', 40, NOW)?.message).toBe(
    'More than 10 requests per second, and this call counts as 40; slow down.',
  );
  expect(rate.take('ann', 1, NOW + 2590)).toBeInstanceOf(RateLimited);
  expect(rate.take('ann', 1, NOW + 2610)).toBeUndefined();
});

test('a bulk is granted as a whole or not at all; what was already charged for it is subtracted', () => {
  const rate = limitTo(10);
  expect(rate.takeWhole('ann', 11, 1, NOW)).toMatchObject({
    message: 'A bulk of 11 items exceeds 10 requests per second; send at most 10 items at once.',
    retryAfterSeconds: null,
  });
  expect(rate.take('ann', 1, NOW)).toBeUndefined();
  expect(rate.takeWhole('ann', 8, 1, NOW)).toBeUndefined();
  expect(rate.takeWhole('ann', 1, 1, NOW)).toBeUndefined();
  expect(rate.takeWhole('ann', 4, 1, NOW)).toMatchObject({ limit: 10, retryAfterSeconds: 1 });
  expect(rate.takeWhole('ann', 4, 2, NOW)).toBeUndefined();
  expect(rate.take('ann', 1, NOW)).toBeInstanceOf(RateLimited);
});

test('a bulk of exactly the limit of one second passes, and its earlier charge is not counted twice', () => {
  const rate = limitTo(10);
  expect(rate.takeWhole('ann', 10, 0, NOW)).toBeUndefined();
  expect(rate.takeWhole('ann', 1, 0, NOW)).toBeInstanceOf(RateLimited);
  expect(rate.takeWhole('ann', 1, 1, NOW)).toBeUndefined();
  expect(rate.takeWhole('ann', 1, 2, NOW)).toBeUndefined();
});

test('owe() charges work already done even beyond the limit, and returns the time until the next request is granted', () => {
  const rate = limitTo(10);
  expect(rate.owe('ann', 9, NOW)).toBe(0);
  expect(rate.owe('ann', 0.5, NOW)).toBeCloseTo(50, 6);
  expect(rate.owe('ann', 30, NOW)).toBeCloseTo(3050, 6);
  expect(rate.take('ann', 1, NOW + 3049)).toMatchObject({ retryAfterSeconds: 1 });
  expect(rate.take('ann', 1, NOW + 3051)).toBeUndefined();
  expect(rate.take('bob', 1, NOW)).toBeUndefined();
  expect(limitTo(0).owe('ann', 1e9, NOW)).toBe(0);
});

test.each(['ann', ''])(
  'a search of up to 1 ms is included in its call, by account "%s": it costs nothing and refunds nothing',
  (account) => {
    const limits = new Limits({ rateLimitPerSecond: 2, addressLimitPerSecond: 0, changesPerDay: 0 });
    const caller = { account: account as Account, role: 'trader' as const };
    const request = { ip: '203.0.113.1', caller } as never;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(NOW);
    onTestFinished(() => clock.mockRestore());
    expect(limits.countCall(request, caller, 2)).toBeUndefined();
    for (const ms of [0, 0.5, 1]) {
      limits.oweSearch(account, ms);
      limits.oweSearchOf(request, ms);
    }
    clock.mockReturnValue(NOW + 499);
    expect(limits.countCall(request, caller, 1)).toBeInstanceOf(RateLimited);
    clock.mockReturnValue(NOW + 501);
    expect(limits.countCall(request, caller, 1)).toBeUndefined();
  },
);

test('after 50,000 callers the recent ones are still limited, and the first is forgotten', () => {
  const rate = limitTo(1);
  for (let count = 0; count < 50_000; count += 1) rate.take(`stranger ${count}`, 1, NOW);
  expect(rate.take('stranger 49999', 1, NOW)).toBeInstanceOf(RateLimited);
  expect(rate.take('stranger 46000', 1, NOW)).toBeInstanceOf(RateLimited);
  expect(rate.take('stranger 0', 1, NOW)).toBeUndefined();
});

test('an account named like an address is counted apart from that address', () => {
  const limits = new Limits({ rateLimitPerSecond: 1, addressLimitPerSecond: 1, changesPerDay: 0 });
  const request = { ip: '203.0.113.1' } as never;
  const caller = (account: string) => ({ account: account as Account, role: 'trader' as const });
  expect(limits.countAddress(request)).toBeUndefined();
  expect(limits.countCall(request, caller('203.0.113.1'), 1)).toBeUndefined();
  expect(limits.countCall(request, caller(''), 1)).toBeUndefined();
  for (const account of ['203.0.113.1', '']) {
    expect(limits.countCall(request, caller(account), 1)).toBeInstanceOf(RateLimited);
  }
});

test('the daily limit of changes begins anew at midnight UTC', () => {
  const limits = new Limits({ rateLimitPerSecond: 0, addressLimitPerSecond: 0, changesPerDay: 1 });
  const ann = { account: 'ann' as Account, role: 'trader' as const };
  limits.countChange(ann, NOON);
  expect(() => limits.countChange(ann, NOON)).toThrow(expect.objectContaining({ retryAfterSeconds: 12 * 3600 }));
  expect(() => limits.countChange(ann, NOON + 12 * 3_600_000 - 1)).toThrow(RateLimited);
  limits.countChange(ann, NOON + 12 * 3_600_000);
});

test.each([
  ['203.0.113.1', '203.0.113.1'],
  ['::ffff:203.0.113.1', '203.0.113.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['unknown', 'unknown'],
  ['10.1.2.3:4567', '10.1.2.3'],
  ['[2001:db8:1:2::6]:443', '2001:db8:1:2'],
])('the address %s is counted as %s', (ip, place) => {
  expect(placeOf(ip)).toBe(place);
});

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['203.0.113.7:8080', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['2001:db8:7:12ff::1', ['2001:db8:7:12ff', '2001:db8:7:1200/56', '2001:db8:7/48']],
  ['2001:db8:7:1200::1', ['2001:db8:7:1200', '2001:db8:7:1200/56', '2001:db8:7/48']],
  ['2001:db8:7:1300::1', ['2001:db8:7:1300', '2001:db8:7:1300/56', '2001:db8:7/48']],
  ['[2001:db8::1]:443', ['2001:db8:0:0', '2001:db8:0:000/56', '2001:db8:0/48']],
])('the address %s is counted in the networks %o', (ip, networks) => {
  expect(networksOf(ip)).toEqual(networks);
});

test.each([
  ['getQuote', {}, 1],
  ['createSwap', {}, 1],
  ['getPools', {}, 1],
  ['getPools', { limit: '50' }, 1],
  ['getPools', { limit: '51' }, 1.04],
  ['getPools', { limit: '200' }, 7],
  ['getSwaps', { limit: '200' }, 7],
  ['getPools', { limit: ['200', '200'] }, 1],
  ['getPools', { limit: '1e9' }, 1],
  ['getActivity', {}, 2],
  ['getActivity', { format: 'csv' }, 40],
  ['getCandles', {}, 5],
  ['getCandles', { format: 'csv' }, 100],
] as const)('%s with the query %o costs as much as %s requests', (name, query, cost) => {
  expect(costOf(DECLARATIONS[name] as never)({ query })).toBeCloseTo(cost, 9);
});
