// States come back as they were added, however large, also after earlier ones were dropped.
import { expect, test } from 'vitest';
import { MAX_AMOUNT } from '../core/amount.ts';
import { type PoolState, States } from './states.ts';

const LARGE: readonly PoolState[] = Array.from({ length: 40 }, (_, at) => ({
  sequence: Number.MAX_SAFE_INTEGER - 40 + at,
  atMs: 8.64e15 - 40 + at,
  reserve0: MAX_AMOUNT - BigInt(at),
  reserve1: 2n ** BigInt(50 + at),
}));

test.each([0, 7, 39, 40])('states are the same after %d were dropped and others added', (dropped) => {
  const states = new States(LARGE);
  expect(states.from(0)).toEqual(LARGE);
  states.dropBefore(dropped);
  for (const state of LARGE) states.add(state);
  expect(states.from(dropped)).toEqual([...LARGE, ...LARGE].slice(dropped));
  expect([states.count, states.at(60), states.timeOf(60)]).toEqual([80 - dropped, LARGE[20], LARGE[20]?.atMs]);
});
