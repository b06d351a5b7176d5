// Group commit when a commit fails or is not answered, and when the exchange closes: every accepted command is answered.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, openGroup } from '../../test/hand-driven-group.ts';
import { BatchFault, OutcomeUnknown, StoreUnavailable } from '../ports/store.ts';
import { Overloaded } from '../ports/venue.ts';

describe('while the database does not answer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const options = { maxBatch: 1, maxSilenceMs: 500, maxWaitMs: 30_000 };

  test('each waiting command is rejected as unavailable once it has waited maxSilenceMs, and the current batch goes on', async () => {
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

  test('after a failed batch, commands that another batch as slow would answer too late are rejected, and the others are tried', async () => {
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

  test('a waiting repetition of a command that is being committed is rejected as OutcomeUnknown', async () => {
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

  test('a waiting repetition is rejected as unavailable, not as unknown, if its first try has failed', async () => {
    const { store, submitKeyed } = openGroup(options);
    const error = new StoreUnavailable('failed', 'no answer in time');
    const refused = [expect(submitKeyed('a', 'once')).rejects.toBe(error)];
    await store.arrival();
    refused.push(expect(submitKeyed('a', 'once')).rejects.toBe(error));
    vi.advanceTimersByTime(250);
    await store.end(error);
    await Promise.all(refused);
  });

  test('the silence starts anew with each retried command of a faulty batch, so that waiting commands are not rejected', async () => {
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

  test('no timer is left after the batch', async () => {
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

  test('given to refuseWaiting rejects waiting commands immediately, and the current batch goes on', async () => {
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

  test('that is a bug rejects only the command that causes it: each command of the batch is retried alone', async () => {
    const { store, submit } = openGroup();
    const bug = new BatchFault('impossible');
    const [a, b, c] = submit('a', 'b', 'c');
    const met = expect(b).rejects.toBe(bug);
    for (const error of [bug, undefined, bug, undefined]) await store.end(error);
    await met;
    expect(await Promise.all([a, c])).toEqual([answer('a'), answer('c')]);
    expect(store.batches).toEqual(['a b c', 'a', 'b', 'c']);
  });

  test('is not reported to onBatch; each retry that succeeds is, once', async () => {
    const onBatch = vi.fn();
    const { store, group, submit } = openGroup({ onBatch });
    const [a, b, c] = submit('a', 'b', 'c');
    const bug = new BatchFault('impossible');
    const met = expect(b).rejects.toBe(bug);
    for (const error of [bug, undefined, bug, undefined]) await store.end(error);
    await Promise.all([a, met, c, group.close()]);
    expect(onBatch.mock.calls.map(([{ size }]) => size)).toEqual([1, 1]);
  });

  test('that is a bug rejects a batch of one command without a retry', async () => {
    const { store, group, submit } = openGroup();
    const bug = new BatchFault('impossible');
    const met = expect(submit('a')[0]).rejects.toBe(bug);
    await store.end(bug);
    await Promise.all([met, group.close()]);
    expect(store.batches).toEqual(['a']);
  });

  test('of the store during the retries after a bug rejects only the command being retried', async () => {
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
  test('commits and answers every accepted command, and refuses later ones', async () => {
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

  test('ends immediately if nothing waits, and later commands are refused', async () => {
    const { store, group, submit } = openGroup();
    await group.close();
    await expect(submit('a')[0]).rejects.toThrow(Overloaded);
    expect(store.batches).toEqual([]);
  });
});
