// What tests of random histories share: repeatable draws, and rows that are stored at any time.
import { expect } from 'vitest';
import type { Observer } from '../../src/market/observer.ts';
import type { JournalMark } from '../../src/ports/records.ts';

/** Draws numbers from 0 to below the given one, the same ones for a seed. */
export const drawer = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
};

/** Stores everything counted, or only some of the orders, as a process does that ends half-way. */
export async function storeRows(observer: Observer, most = Number.POSITIVE_INFINITY): Promise<void> {
  await observer.catchUp();
  const { fold, projection } = observer;
  const fence = (await projection.takeLease({ name: 'market', holder: 'one', forMs: 0 })) as number;
  const claim = { fence, mark: observer.counted?.mark as JournalMark, from: fold.cursor };
  expect(await projection.save([...fold.unstored()], claim)).toBe(true);
  expect(await projection.saveOrders([...fold.orders.unstored()].slice(0, most), claim)).toBe(true);
  if (most !== Number.POSITIVE_INFINITY) return;
  expect(await projection.advance(claim)).toBe(true);
  fold.forget(observer.sequence);
}
