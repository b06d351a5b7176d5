// Wherever two histories diverge, the landmarks find a sequence that both share, at the fork or not far before it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UnreadableTransaction } from '../ports/store.ts';
import type { Tail } from '../ports/tail.ts';
import { Landmarks } from './landmarks.ts';

/** A journal by its ids: those of the old history up to the fork, and of the new one after it. */
const tailOf = (length: number, idAt: (sequence: number) => string, looked: number[] = []) =>
  ({
    async pick([sequence = 0]: readonly number[]) {
      looked.push(sequence);
      return sequence >= 1 && sequence <= length ? [{ sequence, id: idAt(sequence) }] : [];
    },
  }) as unknown as Tail;

const REMEMBERED = 2000;
const markAt = (sequence: number) => ({ sequence, id: `old ${sequence}` });

test('a fork among the last 2000 transactions followed is found exactly, and an earlier one within twice its distance from the head', async () => {
  const lengths = fc.oneof(fc.nat(100), fc.nat(60_000));
  const property = fc.asyncProperty(lengths, lengths, lengths, fc.nat(), async (opened, followed, grown, some) => {
    const [head, landmarks] = [opened + followed, new Landmarks()];
    await landmarks.lookBack(
      tailOf(opened, (sequence) => `old ${sequence}`),
      markAt(opened),
    );
    for (let sequence = opened + 1; sequence <= head; sequence += 1) landmarks.pass(markAt(sequence));
    const first = Math.max(opened, head - REMEMBERED) + 1;
    const fork = some % (head + 1);
    const looked: number[] = [];
    const other = tailOf(fork + grown, (sequence) => `${sequence <= fork ? 'old' : 'new'} ${sequence}`, looked);
    const found = await landmarks.fork(other);
    expect(looked.length).toBeLessThan(16);
    if (fork >= first) expect(found).toBe(fork);
    expect(found).toBeLessThanOrEqual(fork);
    expect(head - found).toBeLessThanOrEqual(2 * (head - fork) + 1);
    // After forgetAfter() no landmark of the old history is left that could be found as a later fork.
    landmarks.forgetAfter(found);
    expect(await landmarks.fork(other)).toBeLessThanOrEqual(found);
  });
  await fc.assert(property, { numRuns: 60 });
});

test('an unreadable transaction causes no error when landmarks are read or compared', async () => {
  const landmarks = new Landmarks();
  await landmarks.lookBack(
    tailOf(9, (sequence) => `old ${sequence}`),
    markAt(9),
  );
  const damaged = {
    async pick([sequence = 0]: readonly number[]) {
      if (sequence === 7) throw new UnreadableTransaction(sequence, 'why', 'no JSON');
      return [{ sequence, id: `old ${sequence}` }];
    },
  } as unknown as Tail;
  expect(await landmarks.fork(damaged)).toBeLessThanOrEqual(9);
  await expect(landmarks.lookBack(damaged, markAt(12))).resolves.toBeUndefined();
});
