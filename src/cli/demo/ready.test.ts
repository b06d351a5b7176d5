// A journal is the demo's if and only if its first transaction is the demo's first step.
import { expect, test } from 'vitest';
import type { Store } from '../../ports/store.ts';
import { ACTOR, TON, USDT } from './demo.ts';
import { isDemo } from './ready.ts';

const FIRST = { actor: ACTOR, receipt: { kind: 'registerToken', token: TON.address } };

test.each([
  ['the demo’s journal', FIRST, true],
  ['an empty journal', null, false],
  ['a journal that another account began with the same token', { ...FIRST, actor: 'local' }, false],
  [
    'a journal that the demo’s account began with another token',
    { ...FIRST, receipt: { ...FIRST.receipt, token: USDT.address } },
    false,
  ],
  [
    'a journal that the demo’s account began with another command',
    { ...FIRST, receipt: { ...FIRST.receipt, kind: 'updateToken' } },
    false,
  ],
])('isDemo is right about %s', async (_, first, expected) => {
  const asked: number[] = [];
  const posted = async (sequence: number) => {
    asked.push(sequence);
    return first;
  };
  expect(await isDemo({ posted } as unknown as Pick<Store, 'posted'>)).toBe(expected);
  expect(asked).toEqual([1]);
});
