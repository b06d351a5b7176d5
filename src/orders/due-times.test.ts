import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DueTimes } from './due-times.ts';

test('outdated entries are dropped when they exceed the orders plus 500, and no order is lost', () => {
  const orders = new Map([
    [1, 70],
    [2, 60],
  ]);
  const entries = () => [...orders].map(([of, atMs]) => ({ atMs, of }));
  const dueTimes = new DueTimes(() => ({ size: orders.size, entries }));
  for (const { atMs, of } of entries()) dueTimes.add(atMs, of);
  for (let outdated = 0; outdated < 502; outdated++) dueTimes.add(80, 3);
  expect(dueTimes.size).toBe(504);
  dueTimes.add(80, 3);
  expect(dueTimes.size).toBe(2);
  expect([dueTimes.pass(99), dueTimes.pass(99), dueTimes.pass(99)]).toEqual([...entries().reverse(), undefined]);
});

test('pass returns entries in the order of time, each once and never early', () => {
  const property = fc.property(fc.array(fc.array(fc.nat(50)), { maxLength: 12 }), (batches) => {
    const waiting = new Map<number, number>();
    const dueTimes = new DueTimes(() => ({ size: waiting.size, entries: () => [] }));
    let number = 0;
    for (const [nowMs, batch] of batches.entries()) {
      for (const atMs of batch) {
        dueTimes.add(atMs, number);
        waiting.set(number++, atMs);
      }
      const due = [...waiting].filter(([, atMs]) => atMs <= nowMs);
      const passed = due.map(() => dueTimes.pass(nowMs)?.of as number);
      expect(passed.map((each) => waiting.get(each))).toEqual(due.map(([, atMs]) => atMs).sort((a, b) => a - b));
      expect(new Set(passed).size).toBe(due.length);
      for (const each of passed) waiting.delete(each);
      expect(dueTimes.pass(nowMs)).toBeUndefined();
      expect(dueTimes.next ?? Number.POSITIVE_INFINITY).toBe(Math.min(...waiting.values()));
    }
  });
  fc.assert(property);
});
