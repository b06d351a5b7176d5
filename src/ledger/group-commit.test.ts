// Group commit: which commands share a batch, how large it gets, how many may wait and how long.
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { answer, openGroup } from '../../test/hand-driven-group.ts';
import { Overloaded } from '../ports/venue.ts';

describe('batches', () => {
  test('contain all commands of one turn of the event loop; those that arrive during the commit become the next batch', async () => {
    const { store, group, submit } = openGroup();
    const first = submit('a', 'b');
    await store.arrival();
    const second = [...submit('c'), ...submit('d', 'e')];
    expect(group.depth).toBe(3);
    expect(store.batches).toEqual(['a b']);
    await store.end();
    expect(await Promise.all(first)).toEqual([answer('a'), answer('b')]);
    await store.end();
    expect(await Promise.all(second)).toEqual([answer('c'), answer('d'), answer('e')]);
    expect(store.batches).toEqual(['a b', 'c d e']);
    expect(group.depth).toBe(0);
  });

  test('are committed as well after the queue has been empty: commands sent one after the other get a batch each', async () => {
    const { store, submit } = openGroup();
    for (const name of ['a', 'b', 'c']) {
      const [answered] = submit(name);
      await store.end();
      expect(await answered).toEqual(answer(name));
    }
    expect(store.batches).toEqual(['a', 'b', 'c']);
  });

  test.each([
    [2, ['a b']],
    [3, ['a b c']],
    [4, ['a b c', 'd']],
    [7, ['a b c', 'd e f', 'g']],
  ])('have at most three commands if maxBatch is 3: %i commands make %j', async (count, batches) => {
    const { store, submit } = openGroup({ maxBatch: 3 });
    const all = submit(...'abcdefg'.slice(0, count));
    for (const _ of batches) await store.end();
    expect(await Promise.all(all)).toEqual([...'abcdefg'.slice(0, count)].map(answer));
    expect(store.batches).toEqual(batches);
  });

  describe('of a long queue are its first half, but at least 32', () => {
    const names = Array.from({ length: 150 }, (_, index) => `${index}`);
    const sizeOf = (batch = '') => batch.split(' ').length;
    /** Ends commits until this many commands are answered. */
    const answerAll = async (store: ReturnType<typeof openGroup>['store'], count: number) => {
      for (let ended = 0, answered = 0; answered < count; ended++) {
        await store.end();
        answered += sizeOf(store.batches[ended]);
      }
    };

    test.each([
      [32, 100, [32]],
      [33, 100, [32, 1]],
      [64, 100, [32, 32]],
      [65, 100, [33, 32]],
      [100, 100, [50, 32, 18]],
      [100, 50, [50, 32, 18]],
      [100, 49, [49, 32, 19]],
      [100, 10, Array.from({ length: 10 }, () => 10)],
    ])('%i waiting, in batches of at most %i, make %j, first come, first served', async (count, maxBatch, sizes) => {
      const { store, submit } = openGroup({ maxBatch });
      const waiting = names.slice(0, count);
      const all = submit(...waiting);
      await answerAll(store, count);
      expect(await Promise.all(all)).toEqual(waiting.map(answer));
      expect(store.batches.map((batch) => sizeOf(batch))).toEqual(sizes);
      expect(store.batches.join(' ')).toBe(waiting.join(' '));
    });

    test('and commands that arrive later wait behind the other half', async () => {
      const { store, submit } = openGroup();
      const first = submit(...names.slice(0, 100));
      await store.arrival();
      const later = submit(...names.slice(100));
      await answerAll(store, 150);
      expect(await Promise.all([...first, ...later])).toEqual(names.map(answer));
      expect(store.batches.map((batch) => sizeOf(batch))).toEqual([50, 50, 32, 18]);
      expect(store.batches.join(' ')).toBe(names.join(' '));
    });
  });

  test('are reported to onBatch with their size and the duration of the commit, without the time in the queue', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const onBatch = vi.fn();
    const { store, group, submit } = openGroup({ maxBatch: 2, onBatch });
    submit('a', 'b', 'c');
    for (const durationMs of [30, 7]) {
      await store.arrival();
      vi.advanceTimersByTime(durationMs);
      await store.end();
    }
    await group.close();
    expect(onBatch.mock.calls).toEqual([[{ size: 2, durationMs: 30 }], [{ size: 1, durationMs: 7 }]]);
  });
});

describe('the queue', () => {
  test('accepts maxQueue commands, not counting the current batch, and refuses one more immediately', async () => {
    const { store, submit } = openGroup({ maxQueue: 2 });
    const underWay = submit('a', 'b');
    await store.arrival();
    const waiting = submit('c', 'd');
    await expect(submit('e')[0]).rejects.toEqual(new Overloaded('2 commands are already waiting'));
    await store.end();
    await store.end();
    expect(await Promise.all([...underWay, ...waiting])).toHaveLength(4);
    const [later] = submit('f');
    await store.end();
    expect(await later).toEqual(answer('f'));
    expect(store.batches).toEqual(['a b', 'c d', 'f']);
  });

  describe('rejects commands that have waited longer than maxWaitMs', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['performance'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test('even by one millisecond, but tries those that have waited exactly that long', async () => {
      const { store, submit } = openGroup({ maxWaitMs: 500 });
      const [first] = submit('a');
      await store.arrival();
      const [tooLong] = submit('b');
      vi.advanceTimersByTime(1);
      const [justInTime] = submit('c');
      vi.advanceTimersByTime(500);
      const refused = expect(tooLong).rejects.toEqual(new Overloaded('waited longer than 500 ms'));
      await store.end();
      await refused;
      await store.end();
      expect(await Promise.all([first, justInTime])).toEqual([answer('a'), answer('c')]);
      expect(store.batches).toEqual(['a', 'c']);
    });

    test('and does not call the store if no other command is left', async () => {
      const { store, group, submit } = openGroup({ maxWaitMs: 500 });
      const [first] = submit('a');
      await store.arrival();
      const [tooLong] = submit('b');
      vi.advanceTimersByTime(501);
      const refused = expect(tooLong).rejects.toThrow(Overloaded);
      await store.end();
      await Promise.all([first, refused, group.close()]);
      expect(store.batches).toEqual(['a']);
    });
  });
});
