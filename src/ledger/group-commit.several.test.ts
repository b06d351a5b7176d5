// Group commit of several commands: queued in a row, all or none of them, and a chain never in two batches.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, openGroup } from '../../test/hand-driven-group.ts';
import { BatchFault, StoreUnavailable } from '../ports/store.ts';
import { Overloaded } from '../ports/venue.ts';

const answers = (names: string) => names.split(' ').map(answer);

describe('several commands submitted together', () => {
  test('are queued in a row, and their answers arrive together and in order, after the last commit', async () => {
    const { store, group, submit, submitAll } = openGroup({ maxBatch: 3 });
    const [first] = submit('a');
    const all = submitAll('b', 'c', 'd', 'e');
    const [last] = submit('f');
    expect(group.depth).toBe(6);
    for (const _ of [1, 2]) await store.end();
    expect(await Promise.all([first, all, last])).toEqual([answer('a'), answers('b c d e'), answer('f')]);
    expect(store.batches).toEqual(['a b c', 'd e f']);
  });

  test('resolve without calling the store if there are none', async () => {
    const { store, submitAll } = openGroup();
    expect(await submitAll()).toEqual([]);
    expect(store.batches).toEqual([]);
  });

  test('fail only if their own batch fails', async () => {
    const { store, submitAll } = openGroup({ maxBatch: 2 });
    const all = submitAll('a', 'b', 'c');
    const error = new StoreUnavailable('busy', 'locked');
    await store.end(error);
    await store.end();
    expect(await all).toEqual([{ error }, { error }, answer('c')]);
  });

  test('are accepted all or none; more than the queue’s limit are accepted only if nothing else waits', async () => {
    const { store, group, submit, submitAll } = openGroup({ maxQueue: 3 });
    const underWay = submitAll('a', 'b', 'c', 'd');
    const error = new Overloaded('3 commands are already waiting');
    expect(await submitAll('e')).toEqual([{ error }]);
    await store.arrival();
    const [waiting] = submit('f');
    expect(await submitAll('g', 'h', 'i')).toEqual(
      Array(3).fill({ error: new Overloaded('1 commands are already waiting') }),
    );
    const fits = submitAll('j', 'k');
    for (const _ of [1, 2]) await store.end();
    expect(await Promise.all([underWay, waiting, fits])).toEqual([answers('a b c d'), answer('f'), answers('j k')]);
    await group.close();
    expect(await submitAll('l')).toEqual([{ error: new Overloaded('the exchange is shutting down') }]);
  });
});

describe('a chain of linked commands', () => {
  test.each([
    // `+` links a command to the next. A chain that does not fit waits for the next batch; one larger than a batch gets a larger batch.
    [3, 'a b c+ d e', ['a b', 'c+ d e']],
    [3, 'a+ b c d', ['a+ b c', 'd']],
    [2, 'a+ b+ c d', ['a+ b+ c', 'd']],
    [2, 'a b+ c+ d e', ['a', 'b+ c+ d', 'e']],
    [1, 'a+ b c+ d', ['a+ b', 'c+ d']],
    [4, 'a+ b c+ d', ['a+ b c+ d']],
  ])('is never split, in batches of at most %i: %s', async (maxBatch, names, batches) => {
    const { store, submitAll } = openGroup({ maxBatch });
    const all = submitAll(...names.split(' '));
    for (const _ of batches) await store.end();
    expect(await all).toEqual(answers(names));
    expect(store.batches).toEqual(batches);
  });

  test('is not split although batches take only half of a long queue', async () => {
    const { store, submitAll } = openGroup({ maxBatch: 500 });
    const names = Array.from({ length: 100 }, (_, index) => `${index}${index < 99 ? '+' : ''}`);
    const all = submitAll(...names);
    await store.end();
    expect(await all).toHaveLength(100);
    expect(store.batches).toEqual([names.join(' ')]);
  });

  test('in a batch that fails with a bug is retried as a whole and only once', async () => {
    const { store, submitAll } = openGroup();
    const bug = new BatchFault('impossible');
    const all = submitAll('a', 'b+', 'c', 'd');
    for (const error of [bug, undefined, bug, undefined]) await store.end(error);
    expect(await all).toEqual([answer('a'), { error: bug }, { error: bug }, answer('d')]);
    expect(store.batches).toEqual(['a b+ c d', 'a', 'b+ c', 'd']);
  });

  describe('that has waited', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['performance'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test('longer than maxWaitMs is rejected without being tried', async () => {
      const { store, submit, submitAll } = openGroup({ maxWaitMs: 500 });
      submit('a');
      await store.arrival();
      const late = submitAll('b+', 'c');
      vi.advanceTimersByTime(501);
      const inTime = submitAll('d+', 'e');
      for (const _ of [1, 2]) await store.end();
      const error = new Overloaded('waited longer than 500 ms');
      expect(await late).toEqual([{ error }, { error }]);
      expect(await inTime).toEqual(answers('d+ e'));
      expect(store.batches).toEqual(['a', 'd+ e']);
    });
  });

  test('that waits is rejected as a whole by refuseWaiting', async () => {
    const { store, group, submit, submitAll } = openGroup();
    submit('a');
    await store.arrival();
    const waiting = submitAll('b+', 'c');
    const error = new StoreUnavailable('failed', 'the journal went back');
    group.refuseWaiting(error);
    expect(await waiting).toEqual([{ error }, { error }]);
    await store.end();
    expect(store.batches).toEqual(['a']);
  });
});
