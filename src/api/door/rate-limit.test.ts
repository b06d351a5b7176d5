import { expect, onTestFinished, test, vi } from 'vitest';
import { DECLARATIONS } from '../../contract/calls.ts';
import type { Account } from '../../core/amount.ts';
import { clientNetworks } from './client-networks.ts';
import { costOf, Limits, RateLimit, RateLimited } from './rate-limit.ts';

/** Now by `performance.now()`, and noon by the wall clock. */
const [NOW, NOON] = [1_000_000, Date.UTC(2026, 10, 15, 12)];
const NOBODY = { account: '' as Account, role: 'trader' as const };
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

test.each(['ann', ''])(
  'a long search counts as 100 requests of its caller, account "%s", and of nobody else',
  (account) => {
    const limits = new Limits({ rateLimitPerSecond: 10, addressLimitPerSecond: 0, changesPerDay: 0 });
    const callers = ['ann', ''].map((each) => ({ account: each as Account, role: 'trader' as const }));
    const requestOf = (caller: (typeof callers)[number]) => ({ ip: '203.0.113.1', caller }) as never;
    vi.spyOn(performance, 'now').mockReturnValue(NOW);
    for (const caller of callers) if (caller.account === account) limits.oweSearchOf(requestOf(caller), 60_000);
    for (const caller of callers) {
      const refusal = limits.countCall(requestOf(caller), caller, 1);
      if (caller.account === account) expect(refusal).toMatchObject({ retryAfterSeconds: 10 });
      else expect(refusal).toBeUndefined();
    }
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

/** The number of requests that pass at one moment with a limit of 2 a second for each address, one from each of `ips`. */
function passing(rate: RateLimit, times: number, ip: (at: number) => string): number {
  const refusals = Array.from({ length: times }, (_, at) => rate.take(clientNetworks(ip(at)), 1, NOW));
  return refusals.filter((refusal) => refusal === undefined).length;
}

const hex = (number: number) => number.toString(16);

test.each([
  ['one /64', (at: number) => `2001:db8:7:12ff::${hex(at)}`, 2],
  ['the /64s of one /56', (at: number) => `2001:db8:7:12${hex(16 + (at % 100))}::1`, 8],
  ['the /64s of one /48', (at: number) => `2001:db8:7:${hex(at % 100)}00::1`, 32],
  ['100 /48s', (at: number) => `2001:db8:${hex(at % 100)}::1`, 200],
  ['one IPv4 address', () => '203.0.113.1', 2],
  ['one IPv4 address written as IPv6', (at: number) => (at % 2 ? '::ffff:203.0.113.1' : '::ffff:cb00:7101'), 2],
  ['IPv4 addresses, each written as IPv6', (at: number) => `::ffff:203.0.113.${at % 100}`, 200],
] as const)('of 1,500 requests from %s at once, with a limit of 2, those of its share pass', (_name, ip, most) => {
  expect(passing(limitTo(2), 1500, ip)).toBe(most);
});

test('a refusal for a larger network names it and its limit, and charges nothing; the network is granted one more each 1/limit s', () => {
  const rate = limitTo(2);
  expect(passing(rate, 8, (at) => `2001:db8:7:120${at}::1`)).toBe(8);
  const late = clientNetworks('2001:db8:7:12ff::1');
  for (let time = 0; time < 100; time += 1)
    expect(rate.take(late, 1, NOW)).toMatchObject({
      message: 'More than 8 requests per second, counting all of the IPv6 network 2001:db8:7:1200::/56; slow down.',
      limit: 8,
      retryAfterSeconds: 1,
    });
  expect(rate.take(clientNetworks('2001:db8:7:1300::1'), 1, NOW)).toBeUndefined();
  expect(rate.take(late, 1, NOW + 1000 / 8 - 0.01)).toBeInstanceOf(RateLimited);
  expect(rate.take(late, 1, NOW + 1000 / 8 + 0.01)).toBeUndefined();
});

test('work already done is charged in every network, and the wait is the longest of theirs', () => {
  const rate = limitTo(2);
  expect(rate.owe(clientNetworks('2001:db8:7:1201::1'), 8, NOW)).toBeCloseTo(3500, 6);
  expect(rate.owe(clientNetworks('2001:db8:7:1202::1'), 1, NOW)).toBeCloseTo(250, 6);
  expect(rate.take(clientNetworks('2001:db8:7:1203::1'), 1, NOW + 249)).toBeInstanceOf(RateLimited);
  expect(rate.take(clientNetworks('2001:db8:7:1203::1'), 1, NOW + 251)).toBeUndefined();
});

test('a /48 that sends from 50,000 of its /64s stays limited, while as many other networks are forgotten', () => {
  const rate = limitTo(1);
  const from = (prefix: string) => (at: number) => `${prefix}:${hex(at)}::1`;
  expect(passing(rate, 50_000, from('2001:db8:7'))).toBe(16);
  expect(passing(rate, 50_000, (at) => `2001:${hex(at)}::1`)).toBe(50_000);
  expect(passing(rate, 1, from('2001:db8:7'))).toBe(1);
});

test.each([
  ['of any kind', (limits: Limits, request: never) => limits.countAddress(request)],
  ['without a key', (limits: Limits, request: never) => limits.countCall(request, NOBODY, 1)],
  ['for rows', (limits: Limits, request: never) => limits.refusalOfRows(request) ?? void limits.oweRows(request, 50)],
  [
    'for routes',
    (limits: Limits, request: never) => limits.countCall(request, NOBODY, 0) ?? limits.oweSearchOf(request, 2),
  ],
])('requests %s are limited by IPv6 network, and those of accounts by account', (_name, count) => {
  const limits = new Limits({ rateLimitPerSecond: 1, addressLimitPerSecond: 1, changesPerDay: 0 });
  const clock = vi.spyOn(performance, 'now').mockReturnValue(NOW);
  onTestFinished(() => clock.mockRestore());
  const ask = (at: number) => count(limits, { ip: `2001:db8:7:${hex(at)}00::1`, caller: NOBODY } as never);
  expect(Array.from({ length: 100 }, (_, at) => ask(at)).filter((refusal) => refusal === undefined)).toHaveLength(16);
  const ann = { account: 'ann' as Account, role: 'trader' as const };
  expect(limits.countCall({ ip: '2001:db8:7::1', caller: ann } as never, ann, 1)).toBeUndefined();
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
  ['getPools', { token: Array(75).fill('TON') }, 2],
  ['getPools', { pool: Array(100).fill('pool') }, 3],
  ['getActivity', {}, 2],
  ['getActivity', { format: 'csv' }, 40],
  ['getCandles', {}, 5],
  ['getCandles', { format: 'csv' }, 100],
] as const)('%s with the query %o costs as much as %s requests', (name, query, cost) => {
  expect(costOf(DECLARATIONS[name] as never)({ query })).toBeCloseTo(cost, 9);
});

test('what is left goes down by the cost of each request and comes back with time', () => {
  const rate = limitTo(10);
  const left = (atMs: number, caller: Parameters<RateLimit['take']>[0] = 'ann') =>
    rate.budgetOf(caller, atMs)?.list.map(([, value]) => Number(value));
  expect(left(NOW)).toEqual([10, 10, 0]);
  rate.take('ann', 1, NOW);
  expect(left(NOW)).toEqual([10, 9, 1]);
  expect(left(NOW + 99)).toEqual([10, 9, 1]);
  expect(left(NOW + 100)).toEqual([10, 10, 0]);
  rate.take('ann', 1.04, NOW + 100);
  expect(left(NOW + 100)).toEqual([10, 8, 1]);
  rate.take('ann', 35, NOW + 100);
  expect(left(NOW + 100)).toEqual([10, 0, 4]);
  expect(rate.take('ann', 1, NOW + 100)).toMatchObject({ retryAfterSeconds: 3, resetSeconds: 4 });
  expect(limitTo(0).budgetOf('ann', NOW)).toBeUndefined();
});

test('as many requests are granted as are said to be left', () => {
  for (const limit of [1, 3, 7, 100, 999, 5000]) {
    const rate = limitTo(limit);
    for (let left = limit; left >= 0; left -= 1) {
      expect(rate.budgetOf('ann', NOW)?.lines).toContain(`ratelimit-remaining: ${left}\r\n`);
      expect(rate.take('ann', 1, NOW) === undefined).toBe(left > 0);
    }
  }
});

test('in several networks, what is left is that of the network with the least', () => {
  const rate = limitTo(2);
  const left = (ip: string) => rate.budgetOf(clientNetworks(ip), NOW)?.list.map(([, value]) => Number(value));
  rate.take(clientNetworks('2001:db8:7:1200::1'), 1, NOW);
  expect(left('2001:db8:7:1200::1')).toEqual([2, 1, 1]);
  expect(left('2001:db8:7:1201::1')).toEqual([2, 2, 0]);
  for (let host = 1; host < 7; host += 1) rate.take(clientNetworks(`2001:db8:7:120${host}::1`), 1, NOW);
  expect(left('2001:db8:7:1208::1')).toEqual([8, 1, 1]);
  expect(left('2001:db8:7:1300::1')).toEqual([2, 2, 0]);
});
