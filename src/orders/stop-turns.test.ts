// Which waiting stops a look triggers, and in which order: with windows that a test sets.
import { expect, test, vi } from 'vitest';
import { APPLE, BREAD } from '../../test/paper-exchange.ts';
import { ann, bob, pairOf } from '../../test/paper-orders.ts';
import { type Account, amount } from '../core/amount.ts';
import type { PlacedOrder } from '../core/orders/order.ts';
import { OpenOrder } from './open-orders.ts';
import { Stops } from './stops.ts';

const NOW_MS = 1_000_000;
const FOUR = { numerator: 4n, denominator: 1n };

/** Stops whose windows have passed every trigger. */
function passed() {
  const stops = new Stops();
  const covers = vi.spyOn(stops.windows, 'covers').mockReturnValue(true);
  const furthest = vi.spyOn(stops.windows, 'furthest').mockReturnValue(FOUR);
  const evidence = { average: FOUR, fromMs: 0, toMs: NOW_MS, asOf: 1, via: [] };
  const average = vi.spyOn(stops.windows, 'average').mockReturnValue(evidence);
  const look = (nowMs: number, isEnough = () => false) => stops.look(nowMs, isEnough).map(({ order }) => order);
  return { stops, look, covers, furthest, average };
}

const stop = (number: number, account: Account, terms: Partial<PlacedOrder> = {}): OpenOrder =>
  new OpenOrder(
    number,
    {
      ...{ account, ...pairOf(APPLE, BREAD), amountA: amount(1000n), minReceived: amount(1000n), inParts: true },
      ...{ expiresAtMs: NOW_MS + 600_000, placedAtMs: 0 },
      ...{ trigger: { when: 'below', price: FOUR, overMs: number * 1000 }, ...terms },
    },
    { left: amount(1000n), asOf: 1, atMs: 0, isWaiting: true },
  );

test('a look that has enough is continued with the accounts that had no turn, even if the first are due again', () => {
  const { stops, look } = passed();
  for (const order of [stop(1, ann), stop(2, ann), stop(3, bob), stop(4, bob)]) stops.note(order);
  const turns: number[] = [];
  for (let at = 0; at < 4; at++) {
    let asked = 0;
    turns.push(...look(NOW_MS + at * 60_000, () => asked++ > 0));
  }
  expect(turns).toEqual([1, 3, 2, 4]);
});

test('a stop is left out before its delay is over, once it has expired, and if it no longer waits', () => {
  const { stops, look, furthest, average } = passed();
  const [refused, expired, gone] = [stop(1, ann), stop(2, ann, { expiresAtMs: NOW_MS }), stop(3, bob)];
  refused.attempts = { ...refused.attempts, notBeforeMs: NOW_MS + 1 };
  for (const order of [refused, expired, gone]) stops.note(order);
  gone.isWaiting = false;
  stops.note(gone);
  expect(look(NOW_MS)).toEqual([]);
  expect(furthest).toHaveBeenCalledTimes(2);
  expect(look(NOW_MS + 60_000)).toEqual([1]);
  // Its trigger is judged by the average for all of it.
  expect(average.mock.calls.map(([, , units]) => units)).toEqual([1000n]);
});

test('of more stops than a look triggers, the next look triggers the rest', () => {
  const { stops, look } = passed();
  const trigger = { when: 'below', price: FOUR, overMs: 60_000 } as const;
  const orders = Array.from({ length: 250 }, (_, at) => stop(at + 1, ann, { trigger }));
  for (const order of orders) stops.note(order);
  expect(look(NOW_MS)).toHaveLength(200);
  for (const order of orders.slice(0, 200)) {
    order.isWaiting = false;
    stops.note(order);
  }
  expect(look(NOW_MS)).toHaveLength(50);
});
