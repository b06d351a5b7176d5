// The projection on a database that does not answer: every question ends, and the next one may be answered.
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/ports/store.ts';
import { openProjection } from '../../src/store/postgres/projection/projection.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { POLICY } from '../store-contract/site.ts';
import { createDatabase } from './database.ts';
import { DatabaseProxy } from './proxy.ts';

test('a question or change without an answer times out, and a later one gets another connection', async () => {
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

/** Retries without a pause, which must not prevent the reconnection: on a slow machine even an answer may be too late. */
async function retried<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}
