// Each restriction limits a key, alone and in combination.
import { expect, test } from 'vitest';
import type { KeyRestrictions } from '../ports/records.ts';
import { mayDo } from './restrictions.ts';

const ADDRESSES = ['10.0.0.0/8'];

test.each<[string, KeyRestrictions, { trade: boolean; read: boolean; all: boolean; unrestricted: boolean }]>([
  ['nothing', {}, { trade: true, read: true, all: true, unrestricted: true }],
  ['addresses', { addresses: ADDRESSES }, { trade: true, read: true, all: true, unrestricted: false }],
  // Withdrawing and minting do not count towards the daily limit, so a key that has one must not do them.
  ['a daily limit', { dayLimit: '10' }, { trade: true, read: true, all: false, unrestricted: false }],
  ['a daily limit of 0', { dayLimit: '0' }, { trade: true, read: true, all: false, unrestricted: false }],
  ['a scope', { scopes: ['trade'] }, { trade: true, read: false, all: false, unrestricted: false }],
  ['an empty list of scopes', { scopes: [] }, { trade: false, read: false, all: false, unrestricted: false }],
  [
    'a limit and addresses',
    { dayLimit: '10', addresses: ADDRESSES },
    { trade: true, read: true, all: false, unrestricted: false },
  ],
  [
    'a scope and addresses',
    { scopes: ['read'], addresses: ADDRESSES },
    { trade: false, read: true, all: false, unrestricted: false },
  ],
])('a key restricted by %s, %j, may do %j', (_, restrictions, expected) => {
  const needs = ['trade', 'read', 'all', 'unrestricted'] as const;
  expect(Object.fromEntries(needs.map((needed) => [needed, mayDo(restrictions, needed)]))).toEqual(expected);
});
