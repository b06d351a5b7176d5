// The reserves of a transaction's pools, found within a limit: correct or null.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { observerOf } from '../../../test/exchange-file.ts';
import { writeHistory } from '../../../test/replay/history.ts';
import { POLICY } from '../../../test/store-contract/site.ts';
import { openSqliteStore } from '../../store/sqlite/store.ts';
import { readPoolSteps } from './pool-steps.ts';

test('with a limit of 3 the steps are those found with the usual limit, or null; null if the id is of another history', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millpond-steps-'));
  const path = join(folder, 'exchange.db');
  writeHistory(path, { seed: 3, days: 2, commands: 250 });
  const store = await openSqliteStore({ path, busyTimeoutMs: 5000, policy: POLICY });
  const observer = await observerOf(store);
  await observer.catchUp();
  const told = { all: 0, few: 0 };
  for (let sequence = 1; sequence <= observer.head; sequence += 1) {
    const [posted] = await observer.tail.pick([sequence]);
    const mark = { sequence, id: posted?.id as string };
    const all = await readPoolSteps(observer, mark);
    expect(all).not.toBeNull();
    if (all?.length === 0) continue;
    const few = await readPoolSteps(observer, mark, 3);
    if (few) expect(few).toEqual(all);
    told.all += 1;
    told.few += few ? 1 : 0;
    expect(await readPoolSteps(observer, { ...mark, id: 'of another history' })).toBeNull();
  }
  expect(told.few).toBeGreaterThan(told.all / 8);
  expect(told.few).toBeLessThan(told.all);
  await observer.close();
  await store.close();
  await rm(folder, { recursive: true });
});
