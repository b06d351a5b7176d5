// The demo's history on PostgreSQL: written once, by the first of two nodes.
import { expect, onTestFinished, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { writeHistory } from '../../src/cli/demo/history.ts';
import { isDemo } from '../../src/cli/demo/ready.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { POLICY } from '../store-contract/site.ts';
import { createDatabase } from './database.ts';

test('if two nodes write the demo’s history at once, it is written once', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const open = async () => {
    const store = await openPostgresStore({ url, poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY });
    onTestFinished(() => store.close());
    return store;
  };
  const [one, other] = [await open(), await open()];
  const nowMs = Date.now();
  const [count] = await Promise.all([writeHistory(one, POLICY, nowMs), writeHistory(other, POLICY, nowMs)]);
  expect(count).toBeGreaterThan(5000);
  expect(await audit(one, () => {})).toMatchObject({ transactions: count });
  expect((await one.posted(1))?.createdAtMs).toBe(nowMs - 35 * 86_400_000);
  expect(await isDemo(other)).toBe(true);
});
