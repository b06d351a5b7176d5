// Group commit when a commit fails, and when the exchange closes: everything accepted is answered.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, openGroup } from '../../test/hand-driven-group.ts';
import { BatchFault, OutcomeUnknown, StoreUnavailable } from '../ports/store.ts';
import { Overloaded } from '../ports/venue.ts';

describe('a database that does not answer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const options = { maxBatch: 1, maxSilenceMs: 500, maxWaitMs: 30_000 };

  test('rejects those that wait behind a batch whose outcome is unknown', async () => {
    const { store, submit } = openGroup(options);
    const [a] = submit('a');
    await store.arrival();
    const [b] = submit('b');
    vi.advanceTimersByTime(450);
    const [c] = submit('c');
    const refused = [b, c].map((one) => expect(one).rejects.toThrow(StoreUnavailable));
    const early = vi.fn();
    c?.catch(early);
    vi.advanceTimersByTime(50);
    await refused[0];
    vi.advanceTimersByTime(400);
    await Promise.resolve();
    expect(early).not.toHaveBeenCalled();
    vi.advanceTimersByTime(50);
    await refused[1];
    await store.end();
    expect(await a).toEqual(answer('a'));
    expect(store.batches).toEqual(['a']);
  });

  test('is not tried for those it would answer too late, but for the others', async () => {
    const { store, submit } = openGroup(options);
    const error = new StoreUnavailable('failed', 'no answer in time');
    const [a] = submit('a');
    await store.arrival();
    const [late] = submit('b');
    vi.advanceTimersByTime(1);
    const [intime] = submit('c');
    vi.advanceTimersByTime(249);
    const refused = [a, late].map((one) => expect(one).rejects.toBe(error));
    await store.end(error);
    await Promise.all(refused);
    await store.end();
    expect(await intime).toEqual(answer('c'));
    expect(store.batches).toEqual(['a', 'c']);
  });

  test('leaves open whether a repetition changed anything while its first try is under way', async () => {
    const { store, submitKeyed } = openGroup(options);
    const first = submitKeyed('a', 'once');
    await store.arrival();
    const refused = [
      expect(submitKeyed('a', 'once')).rejects.toThrow(OutcomeUnknown),
      expect(submitKeyed('b', 'once')).rejects.toThrow(StoreUnavailable),
      expect(submitKeyed('a', 'another')).rejects.toThrow(StoreUnavailable),
    ];
    vi.advanceTimersByTime(500);
    await Promise.all(refused);
    await store.end();
    expect(await first).toEqual(answer('a'));
  });

  test('has changed nothing for a repetition either, once the first try has failed', async () => {
    const { store, submitKeyed } = openGroup(options);
    const error = new StoreUnavailable('failed', 'no answer in time');
    const refused = [expect(submitKeyed('a', 'once')).rejects.toBe(error)];
    await store.arrival();
    refused.push(expect(submitKeyed('a', 'once')).rejects.toBe(error));
    vi.advanceTimersByTime(250);
    await store.end(error);
    await Promise.all(refused);
  });

  test('is not confused with one that answers each instruction of a faulty batch alone', async () => {
    const { store, submit } = openGroup({ ...options, maxBatch: 2 });
    const [a, b] = submit('a', 'b');
    await store.end(new BatchFault('impossible'));
    await store.arrival();
    const [c] = submit('c');
    vi.advanceTimersByTime(300);
    await store.end();
    await store.arrival();
    vi.advanceTimersByTime(300);
    await store.end();
    const refused = vi.fn();
    c?.catch(refused);
    await Promise.all([a, b]);
    expect(refused).not.toHaveBeenCalled();
    await store.end();
    expect(await c).toEqual(answer('c'));
  });

  test('is watched no longer than the batch lasts', async () => {
    const { store, group, submit } = openGroup(options);
    const [a] = submit('a');
    await store.end();
    await Promise.all([a, group.close()]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a failure', () => {
  test.each([new StoreUnavailable('busy', 'locked'), new OutcomeUnknown('line cut'), new Error('who knows what')])(
    'of the store rejects the whole batch without a retry, and the next batch is tried: %s',
    async (error) => {
      const { store, submit } = openGroup({ maxBatch: 2 });
      const [a, b, c] = submit('a', 'b', 'c');
      const told = Promise.all([expect(a).rejects.toBe(error), expect(b).rejects.toBe(error)]);
      await store.end(error);
      await told;
      await store.end();
      expect(await c).toEqual(answer('c'));
      expect(store.batches).toEqual(['a b', 'c']);
    },
  );

  test('of waiting instructions rejects them immediately, and leaves the current batch alone', async () => {
    const { store, group, submit } = openGroup({ maxBatch: 1 });
    const [a, b] = submit('a', 'b');
    await store.arrival();
    const error = new StoreUnavailable('failed', 'the journal went back');
    group.refuseWaiting(error);
    await expect(b).rejects.toBe(error);
    await store.end();
    expect(await a).toEqual(answer('a'));
    expect(store.batches).toEqual(['a']);
  });

  test('that is a bug affects only the instruction that causes it', async () => {
    const { store, submit } = openGroup();
    const bug = new BatchFault('impossible');
    const [a, b, c] = submit('a', 'b', 'c');
    const met = expect(b).rejects.toBe(bug);
    for (const error of [bug, undefined, bug, undefined]) await store.end(error);
    await met;
    expect(await Promise.all([a, c])).toEqual([answer('a'), answer('c')]);
    expect(store.batches).toEqual(['a b c', 'a', 'b', 'c']);
  });

  test('is not reported as a batch; each retry that succeeds is, once', async () => {
    const onBatch = vi.fn();
    const { store, group, submit } = openGroup({ onBatch });
    const [a, b, c] = submit('a', 'b', 'c');
    const bug = new BatchFault('impossible');
    const met = expect(b).rejects.toBe(bug);
    for (const error of [bug, undefined, bug, undefined]) await store.end(error);
    await Promise.all([a, met, c, group.close()]);
    expect(onBatch.mock.calls.map(([{ size }]) => size)).toEqual([1, 1]);
  });

  test('that is a bug of a single instruction is not tried twice', async () => {
    const { store, group, submit } = openGroup();
    const bug = new BatchFault('impossible');
    const met = expect(submit('a')[0]).rejects.toBe(bug);
    await store.end(bug);
    await Promise.all([met, group.close()]);
    expect(store.batches).toEqual(['a']);
  });

  test('of the store while a bug is isolated is reported to the instruction it hits', async () => {
    const { store, submit } = openGroup();
    const busy = new StoreUnavailable('busy', 'locked');
    const [a, b] = submit('a', 'b');
    const told = expect(a).rejects.toBe(busy);
    for (const error of [new BatchFault('impossible'), busy, undefined]) await store.end(error);
    await told;
    expect(await b).toEqual(answer('b'));
  });
});

describe('closing', () => {
  test('answers everything accepted, and refuses what comes later', async () => {
    const { store, group, submit } = openGroup();
    const underWay = submit('a');
    await store.arrival();
    const waiting = submit('b');
    const events: string[] = [];
    const closed = group.close().then(() => events.push('closed'));
    await expect(submit('c')[0]).rejects.toEqual(new Overloaded('the exchange is shutting down'));
    await store.end();
    await store.arrival();
    expect(events).toEqual([]);
    await store.end();
    expect(await Promise.all([...underWay, ...waiting])).toEqual([answer('a'), answer('b')]);
    await closed;
    expect(store.batches).toEqual(['a', 'b']);
  });

  test('is immediate if nothing waits, and still refuses', async () => {
    const { store, group, submit } = openGroup();
    await group.close();
    await expect(submit('a')[0]).rejects.toThrow(Overloaded);
    expect(store.batches).toEqual([]);
  });
});
