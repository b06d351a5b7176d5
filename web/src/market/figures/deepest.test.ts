// A thin pool sets the price only if no other pool has one.
import { expect, test } from 'vitest';
import { deepestOf } from './deepest.ts';

const pool = (name: string, thin: boolean, price: string | null = '1') => ({ name, thin, price });

test.each([
  [[pool('a', false), pool('b', false)], 'a'],
  [[pool('a', true), pool('b', false)], 'b'],
  [[pool('a', true), pool('b', true)], 'a'],
  [[pool('a', false, null), pool('b', true)], 'b'],
  [[pool('a', false, null)], undefined],
  [[], undefined],
])('of the pools %j, %s sets the price', (pools, name) => expect(deepestOf(pools)?.name).toBe(name));
