// A journal is the demo's if and only if its first transaction is the demo's first step.
import { expect, test } from 'vitest';
import type { Store } from '../../ports/store.ts';
import { ACTOR, TON, USDT } from './demo.ts';
import { isDemo } from './ready.ts';

const FIRST = { actor: ACTOR, receipt: { kind: 'registerToken', token: TON.address } };

test.each([
  ['the demo', FIRST, true],
  ['an empty one', null, false],
  ['one that somebody else began with the same token', { ...FIRST, actor: 'local' }, false],
  [
    'one that the demo’s name began with another token',
    { ...FIRST, receipt: { ...FIRST.receipt, token: USDT.address } },
    false,
  ],
  [
    'one that the demo’s name began with another act',
    { ...FIRST, receipt: { ...FIRST.receipt, kind: 'updateToken' } },
    false,
  ],
])('%s', async (_, first, expected) => {
  const asked: number[] = [];
  const posted = async (sequence: number) => {
    asked.push(sequence);
    return first;
  };
  expect(await isDemo({ posted } as unknown as Pick<Store, 'posted'>)).toBe(expected);
  expect(asked).toEqual([1]);
});
