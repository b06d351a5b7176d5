// A failover that rewinds the journal: a standby that lacks the last transactions, and has others, takes over.
import { copyFile, rm } from 'node:fs/promises';
import { afterEach, beforeEach } from 'vitest';
import type { Command } from '../src/core/commands/command.ts';
import { Observer } from '../src/market/observer.ts';
import { openProjection, type Projection } from '../src/ports/projection.ts';
import type { Store } from '../src/ports/store.ts';
import { openTail } from '../src/ports/tail.ts';
import { openStore, useExchangeFile } from './exchange-file.ts';
import { swap } from './paper-orders.ts';
import { post } from './store-contract/site.ts';

export type Failover = {
  /** Reads from the primary, and from the standby after the failover. */
  readonly observer: Observer;
  readonly primary: Store;
  readonly standby: Store;
  /** Called when the observer asks the standby for everything, before the standby answers. */
  meanwhile: () => Promise<void>;
  /** The observer sees what only the primary has; then the standby, with its own transactions, takes over. */
  failOver(): Promise<void>;
  takeOver(who?: 'primary' | 'standby'): void;
};

/** Gives each test a failover of its own; `prepare` changes the market data that each of the two stores. */
export function useFailover(
  commands: readonly Command[],
  prepare: (projection: Projection) => Promise<void> = async () => {},
): Failover {
  const path = useExchangeFile(commands);
  let now: 'primary' | 'standby';
  /** Forwards to the active one of the two. */
  const switched = <Each extends object>(each: Record<typeof now, Each>): Each =>
    new Proxy(each.primary, {
      get:
        (_, name) =>
        (...asked: unknown[]) =>
          (Reflect.get(each[now], name) as (...asked: unknown[]) => unknown).apply(each[now], asked),
    });
  const current = {
    meanwhile: async () => {},
    takeOver(who: 'primary' | 'standby' = 'standby') {
      now = who;
    },
    async failOver() {
      await current.observer.catchUp();
      await post(current.primary, swap(111n), swap(112n), swap(113n));
      await current.observer.catchUp();
      await post(current.standby, swap(221n), swap(222n), swap(223n), swap(224n));
      current.takeOver();
    },
  } as Failover & { observer: Observer; primary: Store; standby: Store };
  beforeEach(async () => {
    for (const remains of ['', '-wal', '-shm']) await rm(`${path()}-standby${remains}`, { force: true });
    await copyFile(path(), `${path()}-standby`);
    const [primary, standby] = [await openStore(path()), await openStore(`${path()}-standby`)];
    now = 'primary';
    const tails = { primary: await openTail(primary.tail), standby: await openTail(standby.tail) };
    const { everything } = tails.standby;
    tails.standby.everything = async () => {
      await current.meanwhile();
      return everything.call(tails.standby);
    };
    const kept = {
      primary: await openProjection(primary.projection),
      standby: await openProjection(standby.projection),
    };
    for (const projection of Object.values(kept)) await prepare(projection);
    const observer = new Observer(switched(tails), switched(kept));
    Object.assign(current, { primary, standby, observer, meanwhile: async () => {} });
  });
  afterEach(async () => {
    for (now of ['primary', 'standby'] as const) await current.observer.close();
    await current.primary.close();
    await current.standby.close();
  });
  return current;
}
