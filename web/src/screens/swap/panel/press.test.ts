// What the tab keeps of a swap: its press until it is done, and for its receipt what it was quoted at.
import { expect, test } from 'vitest';
import { MillpondError } from '#client';
import type { Order } from './order.ts';
import { type Filled, swapPresser } from './press.ts';

const ORDER = {
  input: { Pair: { tokenA: 'a', tokenB: 'b' }, amount: { tokenA: '1' } },
  pay: { amount: '1' },
  receive: { amount: '2' },
} as unknown as Order;

test('a swap is done when its fill is told, and what it was quoted at is kept', async () => {
  const kept = new Map<string, string>();
  const failures = [new MillpondError('no', { code: 'unreadable', mayHaveHappened: true }), null];
  const server = {
    async createSwap(input: unknown) {
      expect(input).toEqual(ORDER.input);
      const failure = failures.shift();
      if (failure) throw failure;
      return { transactionId: 't1' } as never;
    },
    getSwap: async () => ({ amountB: '2' }) as Filled,
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
