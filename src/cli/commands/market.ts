// millpond market rebuild
import { setTimeout as sleep } from 'node:timers/promises';
import { Observer } from '../../market/observer.ts';
import { Projector } from '../../market/projector.ts';
import { openProjection } from '../../ports/projection.ts';
import { type Store, StoreUnavailable } from '../../ports/store.ts';
import { openTail } from '../../ports/tail.ts';
import { BadUsage, type OpenStore } from '../command.ts';
import { type Progress, progressOn } from '../progress.ts';
import type { Settings } from '../settings.ts';

export async function runMarket(
  [action, ...more]: readonly string[],
  settings: Settings,
  openStore: OpenStore,
): Promise<number> {
  if (action !== 'rebuild' || more.length > 0) throw new BadUsage('usage: millpond market rebuild');
  const store = await openStore(settings, { mustExist: true });
  const progress = progressOn(process.stderr);
  try {
    const transactions = await rebuild(store, progress);
    progress.end();
    console.log(`market data rebuilt: ${transactions} transactions`);
    return 0;
  } finally {
    progress.end();
    await store.close();
  }
}

/**
 * Recomputes market data in this process, unless a running server takes the lease first; either continues where the other
 * stopped. Returns the number of transactions.
 */
async function rebuild(store: Store, progress: Progress): Promise<number> {
  const observer = new Observer(await openTail(store.tail), await openProjection(store.projection));
  const projector = new Projector(observer, { storeEveryMs: 1000, leaseMs: 10_000 });
  try {
    await observer.projection.discard();
    const { sequence } = await store.read([]);
    for (;;) {
      const pauseMs = await projector.turn().catch(unlessBusy);
      const { cursor } = await observer.projection.standing();
      progress.show('market', Math.min(cursor ?? 0, sequence), sequence);
      if (cursor !== null && cursor >= sequence) return sequence;
      await sleep(pauseMs);
    }
  } finally {
    await projector.close();
    await observer.close();
  }
}

/** Returns the pause before the next attempt if the store is busy, since trading has priority; throws any other error. */
function unlessBusy(error: unknown): number {
  if (error instanceof StoreUnavailable && error.reason === 'busy') return 1000;
  throw error;
}
