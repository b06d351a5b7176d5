// The projection on a database that does not answer: every query times out, and later ones succeed.
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/ports/store.ts';
import { openProjection } from '../../src/store/postgres/projection/projection.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { POLICY } from '../store-contract/site.ts';
import { createDatabase } from './database.ts';
import { DatabaseProxy } from './proxy.ts';

test('a query or change without an answer fails as unavailable, and succeeds on another connection when the database answers again', async () => {
  const { url, drop } = await createDatabase();
  const proxy = await DatabaseProxy.start(url);
  const store = await openPostgresStore({ url, poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000, policy: POLICY });
  await store.close();
  const projection = openProjection({ url: proxy.url, poolSize: 1, timeoutMs: 1000, findOutMs: 1000 });
  const lease = { name: 'market', holder: 'one', forMs: 0 } as const;
  try {
    const fence = await retried(() => projection.takeLease(lease));
    const questions: readonly (() => Promise<unknown>)[] = [
      () => projection.standing(),
      () => projection.everything(),
      () => projection.takeLease(lease),
      () => projection.clear(fence as number),
    ];
    for (const ask of questions) {
      proxy.silence();
      await expect(ask()).rejects.toThrow(StoreUnavailable);
      proxy.speak();
      await retried(ask);
    }
    expect(await retried(() => projection.standing())).toEqual({ cursor: 0, fence });
  } finally {
    await projection.close();
    await drop();
  }
});

/** Retries without a pause, which must not prevent the reconnection. On a slow machine even a database that answers may time out. */
async function retried<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}
