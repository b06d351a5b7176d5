// States in the journal what the exchange owes, as often as the settings say: looks whether that is due, and has a thread add it up.
import { setTimeout as sleep } from 'node:timers/promises';
import { KEEPER } from '../../core/accounts.ts';
import type { LiabilitiesQueries, LiabilitiesStore, Unstated } from '../../ports/liabilities.ts';
import type { Store } from '../../ports/store.ts';
import type { Venue } from '../../ports/venue.ts';
import { CalledThread } from '../../thread/called-thread.ts';
import { LIST_FORMAT } from '../format/liabilities.ts';

/** Given to the thread. */
export type MakerOptions = Pick<Store, 'journal' | 'projection'> & { readonly everyMs: number };
/** Notices of the thread. */
export type MakerNotice = { readonly made: Unstated | undefined } | { readonly failed: string };

export type KeeperOptions = {
  readonly everyMs: number;
  readonly onStated: (stated: Unstated & { readonly tookMs: number }) => void;
  readonly onFailure: (message: string) => void;
};

/** How often it looks whether a document is due; the first time this long after the start. */
const LOOK_EVERY_MS = 600_000;
/** The longest time that closing waits for a thread that is busy. */
const CLOSE_MS = 5000;

/** Commits the hash of a document. Safe to repeat: the idempotency key makes it one transaction. */
export async function state(
  list: Unstated,
  venue: Pick<Venue, 'execute'>,
  store: Pick<LiabilitiesStore, 'stateLiabilities'>,
): Promise<string> {
  const { asOf, atMs, log, intervalMs, previous, hash } = list;
  const command = { kind: 'liabilities', format: LIST_FORMAT, asOf, atMs, log, intervalMs, previous, hash } as const;
  const { transactionId } = await venue.execute(KEEPER, command, `liabilities-${asOf}-${hash.slice(0, 16)}`);
  await store.stateLiabilities(asOf, transactionId);
  return transactionId;
}

export class LiabilitiesKeeper {
  readonly #store: Pick<Store, 'journal' | 'projection'>;
  readonly #venue: Pick<Venue, 'execute'>;
  readonly #liabilities: Pick<LiabilitiesQueries, 'liabilities'>;
  readonly #options: KeeperOptions;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    store: Pick<Store, 'journal' | 'projection'>,
    venue: Pick<Venue, 'execute'>,
    liabilities: Pick<LiabilitiesQueries, 'liabilities'>,
    options: KeeperOptions,
  ) {
    this.#store = store;
    this.#venue = venue;
    this.#liabilities = liabilities;
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** States what is owed if that is due. */
  async look(): Promise<void> {
    const last = await this.#liabilities.liabilities({ limit: 0 });
    if (this.#stop.signal.aborted) return;
    if (last && Math.abs(Date.now() - last.atMs) < this.#options.everyMs) return;
    const startMs = performance.now();
    const { promise, resolve } = Promise.withResolvers<MakerNotice>();
    const onAbort = () => resolve({ made: undefined });
    this.#stop.signal.addEventListener('abort', onAbort, { once: true });
    const thread = this.#thread(resolve);
    try {
      const notice = await promise;
      if ('failed' in notice) throw new Error(notice.failed);
      if (!notice.made) return;
      const stateLiabilities = async (...args: Parameters<LiabilitiesStore['stateLiabilities']>) => {
        await thread.call('store', 'stateLiabilities', ...args);
      };
      await state(notice.made, this.#venue, { stateLiabilities });
      this.#options.onStated({ ...notice.made, tookMs: performance.now() - startMs });
    } finally {
      this.#stop.signal.removeEventListener('abort', onAbort);
      await thread.close();
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    for (;;) {
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await this.look().catch((error: Error) => {
        if (!signal.aborted) this.#options.onFailure(error.message);
      });
    }
  }

  #thread(end: (notice: MakerNotice) => void): CalledThread<MakerNotice> {
    const { journal, projection } = this.#store;
    return new CalledThread<MakerNotice>({
      caller: import.meta.url,
      data: { journal, projection, everyMs: this.#options.everyMs } satisfies MakerOptions,
      limits: { maxYoungGenerationSizeMb: 8 },
      patienceMs: CLOSE_MS,
      lost: () => new Error('the thread that adds up what is owed has stopped'),
      onNotice: end,
      onEnd: ({ why }) => end({ failed: why }),
    });
  }
}
