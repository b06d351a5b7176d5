// A swap's records in the tab's storage: the press until it is done, and its quote for the receipt.
import { expect, onTestFinished, test, vi } from 'vitest';
import { MillpondError } from '#client';
import { isOpen } from '../../../data/press/press.ts';
import type { PreparedSwap } from './prepared-swap.ts';
import { type SettledSwap, swapPresser } from './press.ts';

const ORDER = {
  input: { Pair: { tokenA: 'a', tokenB: 'b' }, amount: { tokenA: '1' } },
  pay: { amount: '1' },
  receive: { amount: '2' },
} as unknown as PreparedSwap;

test('a press is stored until the fill of its swap is known; then it is done, and the quote is stored', async () => {
  const kept = new Map<string, string>();
  const failures = [new MillpondError('no', { code: 'unreadable', mayHaveHappened: true }), null];
  const server = {
    async createSwap(input: unknown) {
      expect(input).toEqual(ORDER.input);
      const failure = failures.shift();
      if (failure) throw failure;
      return { transactionId: 't1' } as never;
    },
    getSwap: async () => ({ amountB: '2' }) as SettledSwap,
    endOf: async () => {},
  };
  const presser = swapPresser(server, {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  });
  await presser.press(ORDER, 'alice', 7);
  expect([presser.now().kind, ...kept.keys()]).toEqual(['unknown', 'millpond press alice createSwap']);
  await presser.askAgain('alice');
  expect(presser.now()).toMatchObject({ kind: 'done', done: { amountB: '2' } });
  expect([...kept]).toEqual([['millpond quoted t1', '{"amountA":"1","amountB":"2"}']]);
});

test('while a chain settles a swap, its press is pending, stays open, and is polled until the swap ends', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answers = ['pending', 'pending', 'failed'];
  const server = {
    createSwap: async () => ({ transactionId: 't1', status: 'pending' }) as never,
    getSwap: async () => ({ status: answers.shift(), reason: 'the price moved' }) as SettledSwap,
    endOf: (id: string) => new Promise<void>((resolve) => setTimeout(() => resolve(expect(id).toBe('t1')), 5)),
  };
  const kept = new Map<string, string>();
  const presser = swapPresser(server, {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  });
  const states: string[] = [];
  presser.subscribe(() => states.push(presser.now().kind));
  const pressed = presser.press(ORDER, 'alice', 7);
  await vi.advanceTimersByTimeAsync(0);
  expect(presser.now()).toMatchObject({ kind: 'pending', transactionId: 't1' });
  expect(isOpen(presser.now())).toBe(true);
  // The press is still stored, so that a reload continues with the same key.
  expect(kept.has('millpond press alice createSwap')).toBe(true);
  await vi.runAllTimersAsync();
  await pressed;
  expect(presser.now()).toMatchObject({ kind: 'done', done: { status: 'failed', reason: 'the price moved' } });
  expect(states).toEqual(['sending', 'pending', 'pending', 'done']);
  expect([answers.length, kept.has('millpond press alice createSwap')]).toEqual([0, false]);
});
