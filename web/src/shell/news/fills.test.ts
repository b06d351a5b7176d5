// News of fills: which are the account's, and that each is told once.
import { expect, test, vi } from 'vitest';
import { type Fill, mayBeOwn, sideOf, withFill } from './fills.ts';

const fill = (fields: object): Fill => ({ kind: 'swap', sequence: 7, order: 3, ...fields }) as unknown as Fill;

test.each<[string, object, boolean]>([
  ['an own fill', { account: 'ann' }, true],
  ["another's fill", { account: 'bob' }, false],
  ['an own swap without an order', { account: 'ann', order: undefined }, false],
  ['an own order that is placed', { account: 'ann', kind: 'placeOrder' }, false],
  ['a match as operators see it', { kind: 'matchOrders', taker: 5 }, true],
])('%s may be told: %j %s', (_, fields, mayBe) => {
  expect(mayBeOwn(fill(fields), 'ann')).toBe(mayBe);
});

test.each<[object, 'maker' | 'taker' | null]>([
  [{ account: 'ann' }, 'maker'],
  [{ kind: 'matchOrders', order: 1, taker: 2 }, 'maker'],
  [{ kind: 'matchOrders', order: 2, taker: 1 }, 'taker'],
  [{ kind: 'matchOrders', order: 2, taker: 4 }, null],
])('the side of %j', async (fields, side) => {
  const ownerOf = vi.fn(async (order: string) => (order === '1' ? 'ann' : 'bob'));
  expect(await sideOf(fill(fields), 'ann', ownerOf)).toBe(side);
});

test('each fill counts once, and a thousand are enough', () => {
  const once = withFill([], fill({}));
  expect(withFill(once, fill({}))).toBe(once);
  expect(withFill(once, fill({ sequence: 8 }))).toHaveLength(2);
  const many = Array.from({ length: 1000 }, (_, sequence) => fill({ sequence }));
  expect(withFill(many, fill({ sequence: 1000 }))).toBe(many);
});
