// Who waits while orders are planned, which asks a chain that may take its time.
import { Address } from '@ton/core';
import { afterEach, expect, test, vi } from 'vitest';
import { type Account, amount, type TokenAddress } from '../../core/amount.ts';
import { Overloaded } from '../../ports/venue.ts';
import { Execution } from './execution.ts';

const [tokenA, tokenB] = ['a', 'b'] as [TokenAddress, TokenAddress];
const swapOf = (account: string) =>
  ({ kind: 'swap', account: account as Account, tokenA, tokenB, amountA: amount(1n) }) as const;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Every plan stops at its first question until it is let go, and then fails. */
function stoppingExecution() {
  const planned: PromiseWithResolvers<never>[] = [];
  const execution = new Execution({
    wallets: { of: async () => ({ address: new Address(0, Buffer.alloc(32)) }) },
    orders: { pending: async () => ({ last: 0, orders: [] }) },
    registry: {
      pair() {
        planned.push(Promise.withResolvers());
        return planned.at(-1)?.promise;
      },
    },
  } as unknown as ConstructorParameters<typeof Execution>[0]);
  const order = (account: string) => execution.accept(swapOf(account)).catch((error: Error) => error);
  return { planned, order };
}

afterEach(() => {
  vi.useRealTimers();
});

test('of many who order at once a few are planned at a time', async () => {
  const { planned, order } = stoppingExecution();
  const answers = Array.from({ length: 10 }, (_, at) => order(`ann ${at}`));
  await settled();
  expect(planned.length).toBe(4);
  planned[0]?.reject(new Error('no'));
  expect(await answers[0]).toEqual(new Error('no'));
  await settled();
  expect(planned.length).toBe(5);
});

test('an order that has waited too long is refused rather than accepted behind its back', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { planned, order } = stoppingExecution();
  const [first, second] = [order('ann'), order('ann')];
  await settled();
  vi.advanceTimersByTime(30_001);
  planned[0]?.reject(new Error('no'));
  expect(await first).toEqual(new Error('no'));
  await settled();
  expect(planned.length).toBe(1);
  expect(await second).toBeInstanceOf(Overloaded);
  void order('ann');
  await settled();
  expect(planned.length).toBe(2);
});
