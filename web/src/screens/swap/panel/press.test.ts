// A press is of one account and has one effect: what may have been done is never taken for refused, whoever answers in between.
import { describe, expect, test } from 'vitest';
import { type CallOptions, MillpondError } from '#client';
import type { Order } from './order.ts';
import { type Filled, Presser } from './press.ts';

const ORDER = {
  input: { Pair: { tokenA: 'a', tokenB: 'b' }, amount: { tokenA: '1' } },
  pay: { amount: '1' },
  receive: { amount: '2' },
} as unknown as Order;

const failing = (failing: ConstructorParameters<typeof MillpondError>[1]) => new MillpondError('no', failing);
const LOST = failing({ code: 'unreadable', mayHaveHappened: true });
const SIGNED_OUT = failing({ code: 'unauthorized', status: 401, serverCode: 'unauthorized' });
const OTHER = failing({ code: 'other_account', status: 409, serverCode: 'other_account' });
const BELOW = failing({ code: 'below_minimum', status: 422, serverCode: 'below_minimum' });

/** A tab whose exchange answers so, one after the other. */
function tab(...answers: readonly (MillpondError | null)[]) {
  const kept = new Map<string, string>();
  const sent: CallOptions[] = [];
  const left = [...answers];
  const server = {
    async createSwap(_: unknown, options: CallOptions) {
      sent.push(options);
      const error = left.shift();
      if (error) throw error;
      return { transactionId: 't1' } as never;
    },
    getSwap: async () => ({}) as Filled,
  };
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
  return { open: () => new Presser(server, storage), sent, kept };
}

describe('a press of which the answer was lost', () => {
  test.each([
    ['signed out', SIGNED_OUT],
    ['someone else', OTHER],
  ])('is not known yet where whoever asks again is %s', async (_, answer) => {
    const { open, sent, kept } = tab(LOST, answer, answer, null);
    const presser = open();
    await presser.press(ORDER, 'alice');
    await presser.askAgain('alice');
    expect([presser.now().kind, kept.has('millpond press')]).toEqual(['unknown', true]);
    const reloaded = open();
    await reloaded.resume('alice');
    expect([reloaded.now().kind, kept.has('millpond press')]).toEqual(['unknown', true]);
    await reloaded.askAgain('alice');
    expect([reloaded.now().kind, kept.has('millpond press')]).toEqual(['done', false]);
    // What its receipt shows beside the fill.
    expect(kept.get('millpond quoted t1')).toBe('{"amountA":"1","amountB":"2"}');
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(new Set(sent.map(({ account }) => account))).toEqual(new Set(['alice']));
  });

  test('is asked about by nobody but who pressed', async () => {
    const { open, sent } = tab(LOST, null);
    const presser = open();
    await presser.press(ORDER, 'alice');
    await presser.askAgain('local');
    await presser.askAgain(null);
    expect([presser.now().kind, sent.length]).toEqual(['unknown', 1]);
    await presser.askAgain('alice');
    expect(presser.now().kind).toBe('done');
  });

  test('is not asked for again and again where it may not be asked for today', async () => {
    const limited = failing({ code: 'rate_limited', status: 429, serverCode: 'rate_limited' });
    const { open, sent } = tab(LOST, limited, limited, limited, limited);
    const presser = open();
    await presser.press(ORDER, 'alice');
    await presser.askAgain('alice');
    expect([presser.now().kind, sent.length]).toEqual(['unknown', 2]);
  });

  test.each([
    ['a moment', 0, ['done', 2]],
    ['five minutes', 301_000, ['unknown', 1]],
  ])('is sent again unasked after %s: %s', async (_, passedMs, expected) => {
    const { open, sent, kept } = tab(LOST, null);
    await open().press(ORDER, 'alice', { head: 7 });
    const pressed = JSON.parse(kept.get('millpond press') as string);
    expect(pressed.head).toBe(7);
    kept.set('millpond press', JSON.stringify({ ...pressed, at: pressed.at - passedMs }));
    const reloaded = open();
    await reloaded.resume('alice');
    expect([reloaded.now().kind, sent.length]).toEqual(expected);
    await reloaded.askAgain('alice');
    expect([reloaded.now().kind, sent.length]).toEqual(['done', 2]);
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  test('is refused once the ledger says so', async () => {
    const { open, kept } = tab(LOST, BELOW);
    const presser = open();
    await presser.press(ORDER, 'alice');
    await presser.askAgain('alice');
    expect([presser.now().kind, kept.size]).toEqual(['refused', 0]);
  });
});
