// A ranking that was kept sorted equals one sorted again, and a cursor keeps its place while items move.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Key, Ranking } from './ranking.ts';

type Item = { readonly id: number; key: Key };

const orderOf = (order: 'asc' | 'desc') => ({ order, keyOf: ({ key }: Item) => key, idOf: ({ id }: Item) => id });
const idsOf = (ranking: Ranking<Item>, cursor?: string) => Array.from(ranking.after(cursor), ({ item }) => item.id);

const anyKey = fc.option(fc.bigInt(-3n, 3n));

test('after any moves a ranking equals one sorted again, and a cursor continues right after its item', () => {
  const moves = fc.array(fc.array(fc.tuple(fc.nat(19), anyKey), { maxLength: 8 }), { maxLength: 5 });
  const order = fc.constantFrom('asc' as const, 'desc' as const);
  const property = fc.property(fc.array(anyKey, { maxLength: 20 }), moves, order, (keys, rounds, order) => {
    const items = keys.map((key, id): Item => ({ id, key }));
    const kept = new Ranking('kept', items, orderOf(order));
    for (const round of rounds) {
      for (const [at, key] of round) {
        const item = items[at];
        if (!item) continue;
        item.key = key;
        kept.move([item]);
      }
      const sorted = new Ranking('kept', items, orderOf(order));
      expect([...kept.after(undefined)]).toEqual([...sorted.after(undefined)]);
    }
    for (const { cursor, item } of kept.after(undefined)) {
      const all = idsOf(kept);
      expect(idsOf(kept, cursor)).toEqual(all.slice(all.indexOf(item.id) + 1));
    }
  });
  fc.assert(property, { numRuns: 300 });
});

test('the next page continues where the last one ended, even if its last item moved', () => {
  const items: Item[] = [50n, 40n, 30n, 20n, null].map((key, id) => ({ id, key }));
  const ranking = new Ranking<Item>('all', items, orderOf('desc'));
  const [, second] = ranking.after(undefined);
  const last = items[1] as Item;
  last.key = 5n;
  ranking.move([last]);
  expect(second?.cursor).toBe('all.40.1');
  expect(idsOf(ranking, second?.cursor)).toEqual([2, 3, 1, 4]);
  expect(idsOf(ranking, 'all.none.4')).toEqual([]);
  expect(() => idsOf(ranking, 'other.40.1')).toThrow('bad_cursor');
});
