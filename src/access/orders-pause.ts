// Whether an operator has paused the placing of orders. Open orders continue, and can be cancelled.
import type { Account } from '../core/amount.ts';
import type { SideRecords } from '../ports/side-records.ts';
import { SideKind } from './side-kind.ts';
import { update } from './update.ts';

type Paused = { readonly by: Account; readonly atMs: number };

/** How long the answer is cached, since every new order asks; other nodes notice a pause with up to this delay. */
const KNOWN_FOR_MS = 500;
const ID = 'pause';

export class OrdersPause {
  readonly #records: SideRecords;
  readonly #kind: SideKind<Paused>;
  #known: Promise<boolean> | undefined;
  #knownMs = Number.NEGATIVE_INFINITY;

  constructor(records: SideRecords) {
    this.#records = records;
    this.#kind = new SideKind(records, 'orders');
  }

  isPaused(): Promise<boolean> {
    const nowMs = performance.now();
    if (!this.#known || nowMs - this.#knownMs >= KNOWN_FOR_MS) {
      const found = this.#kind.find(ID).then((record) => record !== undefined);
      [this.#known, this.#knownMs] = [found, nowMs];
      found.catch(() => this.#forget());
    }
    return this.#known;
  }

  async set(isPaused: boolean, by: Account, nowMs = Date.now()): Promise<void> {
    await update(this.#records, nowMs, async () => {
      const found = await this.#kind.find(ID);
      if ((found !== undefined) === isPaused) return { changes: [], result: undefined };
      const put = this.#kind.put({ id: ID, version: found?.version ?? 0, body: isPaused ? { by, atMs: nowMs } : null });
      return { changes: [put], result: undefined };
    });
    this.#forget();
  }

  #forget(): void {
    this.#known = undefined;
  }
}
