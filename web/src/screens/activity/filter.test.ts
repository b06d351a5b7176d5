import { expect, test } from 'vitest';
import { accountOf, chosenOf, EVERYONE, type Filter, filePath, NO_FILTER, queryOf, whoOf } from './filter.ts';

const filter = (fields: Partial<Filter>): Filter => ({ ...NO_FILTER, ...fields });
const local = (...day: [number, number, number]) => new Date(...day).toISOString();

test.each([
  ['nothing', {}, true, {}],
  ['a kind', { kind: 'swap' }, false, { kind: 'swap' }],
  ['an unknown kind', { kind: 'theft' }, false, {}],
  ['a token and a pool', { token: 'T', pool: 'P' }, false, { token: 'T', pool: 'P' }],
  [
    'one whole day',
    { from: '2026-11-15', to: '2026-11-15' },
    false,
    { from: local(2026, 10, 15), to: local(2026, 10, 16) },
  ],
  ['the last day of a year', { to: '2026-12-31' }, false, { to: local(2027, 0, 1) }],
  ['invalid days', { from: 'yesterday', to: '2026-02-31' }, false, {}],
  ['a reference', { reference: 'wire 1' }, false, { reference: 'wire 1' }],
  ['everyone, by an operator', { who: EVERYONE }, true, { all: 'true' }],
  ['everyone, by a trader', { who: EVERYONE }, false, {}],
  ['an account, by an operator', { who: whoOf('shop-42') }, true, { account: 'shop-42' }],
  ['an account called everyone', { who: whoOf('everyone') }, true, { account: 'everyone' }],
  ['an account, by a trader', { who: whoOf('shop-42') }, false, {}],
])('filtering by %s (%j, operator: %s) requests %j', (_, fields, isOperator, asked) => {
  expect(queryOf(filter(fields), isOperator)).toEqual(asked);
});

test('the path of an exported file has the conditions of the filter', () => {
  const asked = queryOf(filter({ kind: 'deposit', reference: 'a&b=c d', who: whoOf('ann') }), true);
  expect(filePath(asked, 'csv')).toBe('/getActivity?account=ann&kind=deposit&reference=a%26b%3Dc+d&format=csv');
});

test('the chosen conditions are shown in words', () => {
  const all = filter({
    who: whoOf('ann'),
    token: 't',
    pool: 'p',
    from: '2026-11-01',
    to: '2026-11-02',
    reference: 'r',
  });
  const names = { token: () => 'TON', pool: () => 'TON/USDT' };
  expect(chosenOf(all, names).map(({ label }) => label)).toEqual([
    'Account ann',
    'TON',
    'Pool TON/USDT',
    'From 2026-11-01',
    'Until 2026-11-02',
    'Reference r',
  ]);
  // “Everyone” and the kind are not listed: they have controls of their own.
  expect(chosenOf(filter({ who: EVERYONE, kind: 'swap' }), names)).toEqual([]);
  expect([accountOf(EVERYONE), whoOf('')]).toEqual(['', '']);
});
