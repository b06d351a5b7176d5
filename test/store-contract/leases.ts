// Leases: one holder at a time, with a fencing token that distinguishes it from all others.
import { describe, expect, test } from 'vitest';
import type { Lease } from '../../src/ports/lease.ts';
import { openProjection, type Projection } from '../../src/ports/projection.ts';
import type { Site } from './site.ts';

const LONG_MS = 3_600_000;
const market = (holder: string, forMs = LONG_MS): Lease => ({ name: 'market', holder, forMs });

export function leases(site: Site): void {
  /** Two processes on one database. */
  const openTwo = async (): Promise<[Projection, Projection]> => {
    const { projection: place } = await site.open();
    return [site.keep(await openProjection(place)), site.keep(await openProjection(place))];
  };

  describe('a lease', () => {
    test('is held by one process until it expires, is renewed with the same fence, and passes to another with a higher one', async () => {
      const [one, two] = await openTwo();
      const fence = await one.takeLease(market('one'));
      expect(fence).toEqual(expect.any(Number));
      expect(await two.takeLease(market('two'))).toBeUndefined();
      expect(await one.takeLease(market('one', 0))).toBe(fence);
      const next = await two.takeLease(market('two'));
      expect(next).toBeGreaterThan(fence as number);
      expect(await one.takeLease(market('one'))).toBeUndefined();
      expect(await two.takeLease(market('two'))).toBe(next);
    });

    test('that has expired can be renewed by its holder, with the same fence', async () => {
      const [one] = await openTwo();
      const fence = await one.takeLease(market('one', -LONG_MS));
      expect(await one.takeLease(market('one'))).toBe(fence);
    });

    test('can be released by its holder only, and is then free at once', async () => {
      const [one, two] = await openTwo();
      await one.takeLease(market('one'));
      await two.releaseLease(market('two'));
      expect(await two.takeLease(market('two'))).toBeUndefined();
      await one.releaseLease(market('one'));
      expect(await two.takeLease(market('two'))).toEqual(expect.any(Number));
    });

    test('taken while the clock was a day ahead can be taken by another once the clock is right', async () => {
      const [one, two] = await openTwo();
      const fence = await one.takeLease(market('one', 1000));
      await site.place.execute('UPDATE lease SET until_ms = until_ms + 86400000');
      expect(await two.takeLease(market('two', 1000))).toBeGreaterThan(fence as number);
    });

    test('of one task does not block that of another task', async () => {
      const [one, two] = await openTwo();
      await one.takeLease(market('one'));
      expect(await two.takeLease({ ...market('two'), name: 'webhooks' })).toEqual(expect.any(Number));
      expect(await one.takeLease({ ...market('one'), name: 'webhooks' })).toBeUndefined();
    });

    test('of orders shows its holder and the holder’s last note in the figures, until it is released', async () => {
      const store = await site.open();
      const [one, two] = [1, 2].map(async () => site.keep(await openProjection(store.projection)));
      const orders = (holder: string, note?: string, forMs = 10_000): Lease => ({
        name: 'orders',
        holder,
        forMs,
        ...(note && { note }),
      });
      expect((await store.figures()).keeper).toBeNull();
      await (await one)?.takeLease(orders('one', 'first'));
      expect((await store.figures()).keeper).toEqual({ holder: 'one', note: 'first' });
      await (await two)?.takeLease(orders('two', 'not the holder'));
      await (await one)?.takeLease(orders('one', 'second'));
      expect((await store.figures()).keeper).toEqual({ holder: 'one', note: 'second' });
      await (await one)?.releaseLease(orders('one'));
      expect((await store.figures()).keeper).toBeNull();
      await (await two)?.takeLease(orders('two'));
      expect((await store.figures()).keeper).toEqual({ holder: 'two', note: null });
    });

    test('requested by four processes at once is given to one', async () => {
      const { projection: place } = await site.open();
      const all = await Promise.all(Array.from({ length: 4 }, async () => site.keep(await openProjection(place))));
      const fences = await Promise.all(all.map((each, index) => each.takeLease(market(`process ${index}`))));
      expect(fences.filter((fence) => fence !== undefined)).toHaveLength(1);
    });
  });
}
