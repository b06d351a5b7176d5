// A press has one key from its first sending to the last, and ends only where it is known what became of it.
import { describe, expect, test } from 'vitest';
import { type Answer, MillpondError } from '#client';
import { forget, isFresh, keep, kept, newKey, type Press, type Pressed, send } from './press.ts';

const PRESSED: Pressed<'refundLiquidity'> = {
  call: 'refundLiquidity',
  about: 'a b',
  input: { jetton0: 'a', jetton1: 'b', lpTokens: '1.5' },
  key: 'k1',
  at: 1_000_000,
  head: 7,
};

async function states(outcome: object | Error, { wasLost = false, retries = 0 } = {}) {
  const told: Press<unknown>[] = [];
  const keys: string[] = [];
  await send({
    pressed: PRESSED,
    account: 'alice',
    wasLost,
    now: () => 0,
    tell: (state) => told.push(state),
    async ask(_, { idempotencyKey, onRetry, onAnswer }) {
      keys.push(idempotencyKey);
      for (let attempt = 2; attempt < 2 + retries; attempt++) onRetry(attempt);
      onAnswer({ transactionId: 't1' } as Answer);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  });
  expect(keys).toEqual(['k1']);
  return told.map(({ kind, ...rest }) =>
    kind === 'asking' ? `asking ${(rest as { attempt: number }).attempt}` : kind,
  );
}

const failing = (failing: ConstructorParameters<typeof MillpondError>[1]) => new MillpondError('no', failing);
const LOST = failing({ code: 'network', mayHaveHappened: true });
const BUSY = failing({ code: 'overloaded', status: 503, serverCode: 'overloaded' });
const REFUSED = failing({ code: 'below_minimum', status: 422, serverCode: 'below_minimum' });
const SIGNED_OUT = failing({ code: 'unauthorized', status: 401, serverCode: 'unauthorized' });

describe('what becomes of a press', () => {
  test.each([
    ['done', {}, {}, ['asking 1', 'done']],
    ['done after two lost answers', {}, { retries: 2 }, ['asking 1', 'asking 2', 'asking 3', 'done']],
    ['no answer at all', LOST, { retries: 1 }, ['asking 1', 'asking 2', 'unknown']],
    ['refused', REFUSED, {}, ['asking 1', 'refused']],
    ['too busy: nothing was begun', BUSY, {}, ['asking 1', 'refused']],
    ['asked again, and done', {}, { wasLost: true }, ['asking 2', 'done']],
    ['asked again, and refused by the ledger', REFUSED, { wasLost: true }, ['asking 2', 'refused']],
    ['asked again, and too busy to say', BUSY, { wasLost: true }, ['asking 2', 'unknown']],
    ['asked again, and signed out meanwhile', SIGNED_OUT, { wasLost: true }, ['asking 2', 'unknown']],
  ])('%s', async (_, outcome, options, expected) => {
    expect(await states(outcome, options)).toEqual(expected);
  });

  test('what is no failure of a call is not taken for one', async () => {
    await expect(states(new TypeError('a bug'))).rejects.toThrow('a bug');
  });
});

test('what is under way is kept for the account that pressed, until it is forgotten', () => {
  const drawer = new Map<string, string>();
  const storage = {
    getItem: (name: string) => drawer.get(name) ?? null,
    setItem: (name: string, value: string) => void drawer.set(name, value),
    removeItem: (name: string) => void drawer.delete(name),
  };
  keep(storage, 'ann', PRESSED);
  const place = { account: 'ann', call: 'refundLiquidity', about: 'a b' } as const;
  expect(kept(storage, place)).toEqual(PRESSED);
  const others = [{ account: 'bob' }, { call: 'createSwap' }, { about: 'a c' }] as const;
  expect(others.map((other) => kept(storage, { ...place, ...other }))).toEqual([null, null, null]);
  forget(storage, place);
  expect(kept(storage, place)).toBeNull();
  for (const rubbish of ['{', '1', '{"call":"createSwap"}']) {
    drawer.set('millpond press ann refundLiquidity a b', rubbish);
    expect(kept(storage, place)).toBeNull();
  }
});

test.each([
  ['at once', 1_000_000, true],
  ['after five minutes', 1_300_000, true],
  ['after longer', 1_300_001, false],
  ['by a clock that was set back a little', 999_000, true],
  ['by a clock that was set back for long', 600_000, false],
])('%s it may be sent again unasked: %s, %s', (_, nowMs, expected) => {
  expect(isFresh(PRESSED, nowMs)).toBe(expected);
});

test('what a page of before kept without its time is old', () => {
  expect(isFresh({}, 1_000_000)).toBe(false);
});

test('keys differ', () => {
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(newKey()).not.toBe(newKey());
});
