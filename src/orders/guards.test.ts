// Which orders have to wait, and of which amounts the windows are asked: with windows that a test sets.
import { describe, expect, test } from 'vitest';
import { APPLE, BREAD } from '../../test/paper-exchange.ts';
import { ann, pairOf } from '../../test/paper-orders.ts';
import { type Amount, amount } from '../core/amount.ts';
import type { PlacedOrder } from '../core/orders/order.ts';
import type { Book } from '../journal/book.ts';
import type { RouteFinder } from '../routes/finder.ts';
import { Guards } from './guards.ts';
import { OpenOrder, OpenOrders } from './open-orders.ts';
import { Rehearsal } from './rehearsal.ts';

const NOW_MS = 1_000_000;
const PAST = { placedAtMs: NOW_MS - 600_000, filledAtMs: NOW_MS - 300_000 };
const EVIDENCE = { fromMs: NOW_MS - 60_000, toMs: NOW_MS, asOf: 1, via: [] };
const at = (numerator: bigint) => ({ ...EVIDENCE, average: { numerator, denominator: 1n } });
const TRIGGER = { when: 'below', price: { numerator: 4n, denominator: 1n }, overMs: 60_000 } as const;

/** An order for 1000 apples, of which 600 are left. */
function orderOf(terms: Partial<PlacedOrder>, filledAtMs = PAST.filledAtMs): OpenOrder {
  const order = new OpenOrder(
    7,
    {
      ...{ account: ann, ...pairOf(APPLE, BREAD), amountA: amount(1000n), minReceived: amount(0n), inParts: true },
      ...{ expiresAtMs: NOW_MS + 600_000, placedAtMs: PAST.placedAtMs, ...terms },
    },
    { left: amount(600n), asOf: 1, atMs: filledAtMs, isWaiting: false },
  );
  return order;
}

/** Guards that note the amounts of which the windows are asked. */
function guardsWith({ average, depth }: { readonly average?: bigint; readonly depth?: (units: Amount) => bigint }) {
  const averages: bigint[] = [];
  const depths: bigint[] = [];
  const windows = {
    average: (_: unknown, __: unknown, units: Amount) => {
      averages.push(units);
      return average === undefined ? undefined : at(average);
    },
    guard: (_: unknown, units: Amount) => {
      depths.push(units);
      const found = depth?.(units);
      return found === undefined || found === 0n ? undefined : { ...at(4n), depth: found };
    },
  };
  const book = { pool: () => undefined } as unknown as Book;
  const guards = new Guards(
    windows as never,
    () => book,
    () => new OpenOrders(),
  );
  const rehearsal = new Rehearsal({} as RouteFinder, { note: () => {} });
  const inputFor = (order: OpenOrder, by: 'pools' | 'order' = 'pools', nowMs = NOW_MS) =>
    guards.fillInputFor(order, rehearsal, nowMs, by);
  return { guards, inputFor, averages, depths };
}

describe('a triggered stop', () => {
  const stop = (filledAtMs?: number) => orderOf({ trigger: TRIGGER }, filledAtMs);

  test('is judged by the average for what is left of it, and its guard by the same', () => {
    const { inputFor, averages, depths } = guardsWith({ average: 4n, depth: () => 10n ** 20n });
    expect(inputFor(stop())).toMatchObject({ left: 600n, trigger: at(4n) });
    expect([averages, depths]).toEqual([[600n], [600n]]);
  });

  test.each(['pools', 'order'] as const)('waits a second for %s if its trigger no longer holds', (by) => {
    const { guards, inputFor } = guardsWith({ average: 5n, depth: () => 10n ** 20n });
    expect(inputFor(stop(), by)).toBeUndefined();
    expect(guards.nextMs).toBe(NOW_MS + 1000);
  });

  test('may be filled by another order at any time, but by pools only 10 s after its last slice', () => {
    const { guards, inputFor } = guardsWith({ average: 4n, depth: () => 10n ** 20n });
    const order = stop(NOW_MS - 9999);
    expect(inputFor(order)).toBeUndefined();
    expect(guards.nextMs).toBe(NOW_MS + 1);
    expect(inputFor(order, 'order')).toBeDefined();
    expect(inputFor(order, 'pools', NOW_MS + 1)).toBeDefined();
  });
});

describe('the guard of a recurring order', () => {
  const recurring = () => orderOf({ schedule: { times: 5, everyMs: 60_000 } });

  test('is of the part that is due', () => {
    const { inputFor, depths } = guardsWith({ depth: () => 10n ** 20n });
    expect(inputFor(recurring())).toBeDefined();
    expect(depths).toEqual([200n]);
  });

  test.each(['pools', 'order'] as const)('makes it wait a second for %s while there is no reference', (by) => {
    const { guards, inputFor } = guardsWith({});
    expect(inputFor(recurring(), by)).toBeUndefined();
    expect(guards.nextMs).toBe(NOW_MS + 1000);
  });

  test('lets nothing fill it with an amount for which there is no reference', () => {
    const { inputFor } = guardsWith({ depth: (units) => (units === 200n ? 10n ** 20n : 0n) });
    const guard = inputFor(recurring())?.guard;
    expect(guard?.leastFor(200n)).toBeLessThan(800n);
    expect([guard?.leastFor(199n), guard?.leastMatched(199n)]).toEqual([2n ** 128n, 2n ** 128n]);
  });
});
