// `update` changes side records that others may change at the same time.
import { afterEach, expect, test, vi } from 'vitest';
import { paperSideRecords } from '../../test/paper-side-records.ts';
import type { SideRecords } from '../ports/side-records.ts';
import { Overloaded } from '../ports/venue.ts';
import { MOST_TRIES, update } from './update.ts';

afterEach(() => vi.restoreAllMocks());

const NOW_MS = 1000;
const put = (version: number, body: string) => ({ kind: 'thing', id: 'a', version, body });

test('update decides again on the changed record if another writer was first', async () => {
  const records = paperSideRecords();
  const seen: string[] = [];
  const result = await update(records, NOW_MS, async (tried) => {
    const found = await records.find('thing', 'a');
    seen.push(`${tried} ${found?.body}`);
    if (tried === 0) await records.change([put(0, 'theirs')], { nowMs: NOW_MS });
    return { changes: [put(found?.version ?? 0, 'ours')], result: tried };
  });
  expect([result, seen]).toEqual([1, ['0 undefined', '1 theirs']]);
  expect(await records.find('thing', 'a')).toMatchObject({ version: 2, body: 'ours' });
});

test('update writes nothing if there are no changes, and stores new keys even without other changes', async () => {
  let writes = 0;
  const records: SideRecords = {
    ...paperSideRecords(),
    change: async () => {
      writes += 1;
      return true;
    },
  };
  expect(await update(records, NOW_MS, async () => ({ changes: [], result: 'as it was' }))).toBe('as it was');
  expect(writes).toBe(0);
  await update(records, NOW_MS, async () => ({ changes: [], keys: [{} as never], result: undefined }));
  expect(writes).toBe(1);
});

test('update throws Overloaded if another writer is first in every attempt, and lets the event loop run between attempts', async () => {
  // Makes the random pauses between attempts as short as possible.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const records: SideRecords = { ...paperSideRecords(), change: async () => false };
  let [tries, turns] = [0, 0];
  const turning = setInterval(() => {
    turns += 1;
  }, 1);
  const refused = update(records, NOW_MS, async () => {
    tries += 1;
    return { changes: [put(1, 'never')], result: undefined };
  });
  await expect(refused).rejects.toThrow(Overloaded);
  clearInterval(turning);
  expect(tries).toBe(MOST_TRIES);
  expect(turns).toBeGreaterThan(MOST_TRIES / 4);
});

test('update makes no further attempt when a decision throws', async () => {
  const records: SideRecords = { ...paperSideRecords(), change: async () => false };
  let tries = 0;
  const refused = update(records, NOW_MS, async (tried) => {
    tries += 1;
    if (tried === 1) throw new Error('it is taken by now');
    return { changes: [put(1, 'never')], result: undefined };
  });
  await expect(refused).rejects.toThrow('it is taken by now');
  expect(tries).toBe(2);
});
