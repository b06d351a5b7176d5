// A press belongs to one account and has one key and one effect; it is shown as refused only if nothing can have been committed.
import { describe, expect, test } from 'vitest';
import { type CallOptions, MillpondError, randomKey } from '#client';
import { isFresh, type Press, Presser } from './press.ts';

const ORDER = { lpTokens: '1.5' };
const NAME = 'millpond press alice refundLiquidity a b';

const failing = (failing: ConstructorParameters<typeof MillpondError>[1]) => new MillpondError('no', failing);
const LOST = failing({ code: 'network', mayHaveHappened: true });
const CUT = failing({ code: 'unreadable', mayHaveHappened: true });
const LOST_OFTEN = failing({ code: 'network', mayHaveHappened: true, attempts: 6 });
const BUSY = failing({ code: 'overloaded', status: 503, serverCode: 'overloaded' });
const BUSY_OFTEN = failing({ code: 'overloaded', status: 503, serverCode: 'overloaded', attempts: 6 });
const NOT_NOW = failing({ code: 'overloaded', status: 503, serverCode: 'overloaded', retryAfterMs: 60_000 });
const LIMITED = failing({ code: 'rate_limited', status: 429, serverCode: 'rate_limited' });
const REFUSED = failing({ code: 'below_minimum', status: 422, serverCode: 'below_minimum' });
const SIGNED_OUT = failing({ code: 'unauthorized', status: 401, serverCode: 'unauthorized' });
const OTHER = failing({ code: 'other_account', status: 409, serverCode: 'other_account' });
const NOT_SETTLED = failing({ code: 'settlement_failed', status: 422, serverCode: 'settlement_failed' });
const DONE = { done: true };

/** A tab whose server gives these answers in turn, each after `retries` retries. */
function tab(
  answers: readonly (Error | object)[],
  { retries = 0, takesKey = true, untold = null as Error | null } = {},
) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
  const sent: CallOptions[] = [];
  const states: string[] = [];
  const left = [...answers];
  const open = (place = 'refundLiquidity a b') => {
    const presser = new Presser<typeof ORDER, object>(
      {
        place,
        takesKey,
        async make(order, options) {
          expect(order).toEqual(ORDER);
          sent.push(options);
          for (let attempt = 2; attempt < 2 + retries; attempt++) options.onRetry?.(attempt, LOST);
          const answer = left.shift() ?? REFUSED;
          if (answer instanceof Error) throw answer;
          return async () => {
            if (untold) throw untold;
            return answer;
          };
        },
      },
      storage,
    );
    presser.subscribe(() => states.push(wordOf(presser.now())));
    return presser;
  };
  const keys = () => new Set(sent.map(({ idempotencyKey }) => idempotencyKey));
  return { open, sent, kept, states, keys };
}

const wordOf = (press: Press<unknown, unknown>): string =>
  press.kind === 'asking-again' ? `asking ${press.attempt}` : press.kind;

describe('the outcome of a press', () => {
  test.each([
    ['done at once', [DONE], {}, ['sending', 'done']],
    ['done after two lost answers', [DONE], { retries: 2 }, ['sending', 'asking 2', 'asking 3', 'done']],
    ['unknown without any answer', [LOST], { retries: 1 }, ['sending', 'asking 2', 'unknown']],
    ['refused by the ledger', [REFUSED], {}, ['sending', 'refused']],
    ['refused if signed out', [SIGNED_OUT], {}, ['sending', 'refused']],
    ['refused if the server is busy', [BUSY], {}, ['sending', 'refused']],
    ['refused if the server is busy at every attempt', [BUSY_OFTEN], {}, ['sending', 'refused']],
    ['unknown if it was made and its result cannot be read', [DONE], { untold: SIGNED_OUT }, ['sending', 'unknown']],
    ['refused if it was made and the chain did not settle it', [DONE], { untold: NOT_SETTLED }, ['sending', 'refused']],
    ['refused after lost and busy', [LOST_OFTEN, BUSY_OFTEN, REFUSED], {}, ['asking 7', 'asking 13', 'refused']],
    ['unknown if lost, then told to wait for a minute', [LOST_OFTEN, NOT_NOW], {}, ['asking 7', 'unknown']],
    ['unknown if lost, then signed out', [LOST_OFTEN, SIGNED_OUT], {}, ['asking 7', 'unknown']],
    ['refused if lost, then refused by the ledger', [LOST_OFTEN, REFUSED], {}, ['asking 7', 'refused']],
    ['done if lost, then done', [LOST_OFTEN, DONE], {}, ['asking 7', 'done']],
  ])('%s', async (_, answers, options, expected) => {
    const { open, states, sent, keys, kept } = tab(answers, options);
    await open().press(ORDER, 'alice');
    expect(states.slice(-expected.length)).toEqual(expected);
    expect([sent.length, keys().size]).toEqual([answers.length, 1]);
    expect(kept.has(NAME)).toBe(expected.at(-1) === 'unknown');
  });

  test.each([
    ['done', DONE, 'done'],
    ['refused if the ledger refuses it', REFUSED, 'refused'],
    ['unknown if the server is busy', BUSY, 'unknown'],
    ['unknown if signed out', SIGNED_OUT, 'unknown'],
    ['unknown if signed in to another account', OTHER, 'unknown'],
    ['unknown if rate-limited', LIMITED, 'unknown'],
    ['unknown if the answer is lost again', LOST, 'unknown'],
  ])('after a lost answer, a repeated press is %s', async (_, answer, expected) => {
    const { open, states, sent, keys, kept } = tab([LOST, answer, answer, DONE]);
    const presser = open();
    await presser.press(ORDER, 'alice');
    await presser.askAgain('alice');
    expect(states).toEqual(['sending', 'unknown', 'asking 2', expected]);
    expect([sent.length, kept.size]).toEqual([2, expected === 'unknown' ? 1 : 0]);
    if (expected !== 'unknown') return;
    // The outcome stays unknown after a reload, until the server answers.
    const reloaded = open();
    await reloaded.resume('alice');
    expect([reloaded.now().kind, kept.size]).toEqual(['unknown', 1]);
    await reloaded.askAgain('alice');
    expect([reloaded.now().kind, kept.size]).toEqual(['done', 0]);
    expect([sent.length, keys().size]).toEqual([4, 1]);
    expect(new Set(sent.map(({ account }) => account))).toEqual(new Set(['alice']));
  });

  test('an error that is not a MillpondError is rethrown, and the outcome is unknown', async () => {
    const { open } = tab([new TypeError('a bug')]);
    const presser = open();
    await expect(presser.press(ORDER, 'alice')).rejects.toThrow('a bug');
    expect(presser.now().kind).toBe('unknown');
  });

  test('after a reload, a press stays unknown while answers are lost or signed out, until the ledger refuses it', async () => {
    const { open, kept } = tab([CUT, SIGNED_OUT, CUT, SIGNED_OUT, REFUSED]);
    await open().press(ORDER, 'alice');
    const after = open();
    await after.resume('alice');
    for (const _ of [1, 2]) {
      expect(after.now().kind).toBe('unknown');
      await after.askAgain('alice');
    }
    expect(after.now().kind).toBe('unknown');
    await after.askAgain('alice');
    expect([after.now().kind, kept.size]).toEqual(['refused', 0]);
  });
});

describe('while a press is open', () => {
  test('a second press is ignored, and only the account that pressed can repeat it', async () => {
    const { open, sent } = tab([CUT, DONE]);
    const presser = open();
    await Promise.all([presser.press(ORDER, 'alice'), presser.press(ORDER, 'alice')]);
    await presser.press(ORDER, 'alice');
    await presser.resume('bob');
    for (const other of ['bob', null]) await presser.askAgain(other);
    presser.clear();
    expect([presser.now().kind, sent.length]).toEqual(['unknown', 1]);
    await presser.askAgain('alice');
    expect([presser.now().kind, sent.length]).toEqual(['done', 2]);
  });

  test('it can be given up, and a resume does not send it again', async () => {
    const { open, sent, kept } = tab([CUT]);
    const presser = open();
    await presser.press(ORDER, 'alice');
    presser.clear({ givesUp: true });
    await presser.resume('alice');
    expect([presser.now().kind, sent.length, kept.size]).toEqual(['idle', 1, 0]);
  });

  test('it is stored by account and by place, and stored rubbish is ignored', async () => {
    const { open, kept, sent } = tab([CUT, CUT]);
    await open().press(ORDER, 'alice', 7);
    expect(JSON.parse(kept.get(NAME) as string)).toMatchObject({ account: 'alice', order: ORDER, head: 7 });
    for (const [account, place] of [['bob'], ['alice', 'createSwap'], ['alice', 'refundLiquidity a c']] as const) {
      const other = open(place);
      await other.resume(account);
      expect(other.now().kind).toBe('idle');
    }
    await open().resume('alice');
    expect(sent.length).toBe(2);
    for (const rubbish of ['{', '1', 'null', '{"order":{}}']) {
      kept.set(NAME, rubbish);
      const presser = open();
      await presser.resume('alice');
      expect(presser.now().kind).toBe('idle');
    }
  });

  test.each([
    ['a reload at once repeats it', 0, ['done', 2]],
    ['a reload after more than five minutes does not repeat it', 301_000, ['unknown', 1]],
  ])('%s automatically', async (_, passedMs, expected) => {
    const { open, sent, kept, keys } = tab([LOST, DONE]);
    await open().press(ORDER, 'alice');
    const pressed = JSON.parse(kept.get(NAME) as string);
    kept.set(NAME, JSON.stringify({ ...pressed, at: pressed.at - passedMs }));
    const reloaded = open();
    await reloaded.resume('alice');
    expect([reloaded.now().kind, sent.length]).toEqual(expected);
    await reloaded.askAgain('alice');
    expect([reloaded.now().kind, sent.length, keys().size]).toEqual(['done', 2, 1]);
  });
});

test('a press of a call that takes no key is sent once and not stored, and may be pressed again', async () => {
  const { open, sent, kept } = tab([LOST_OFTEN, DONE], { takesKey: false });
  const presser = open();
  await presser.press(ORDER, 'alice');
  await presser.askAgain('alice');
  expect([presser.now().kind, sent.length, kept.size]).toEqual(['unknown', 1, 0]);
  expect(sent[0]).not.toHaveProperty('idempotencyKey');
  await presser.press(ORDER, 'alice');
  expect([presser.now().kind, sent.length]).toEqual(['done', 2]);
});

test.each([
  ['at once', 1_000_000, true],
  ['after five minutes', 1_300_000, true],
  ['after longer', 1_300_001, false],
  ['by a clock that was set back by a second', 999_000, true],
  ['by a clock that was set back by more than five minutes', 600_000, false],
])('%s, at %s ms, a press of 1000000 ms may be repeated automatically: %s', (_, nowMs, expected) => {
  expect(isFresh({ at: 1_000_000 }, nowMs)).toBe(expected);
});

test('a press that an older page stored without a time is not repeated automatically', () => {
  expect(isFresh({}, 1_000_000)).toBe(false);
});

test('a random key has 32 hex digits, and two keys differ', () => {
  expect(randomKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomKey()).not.toBe(randomKey());
});
