// Runs audits on their own thread, one at a time in the whole exchange, and records their progress and result.
import type { AuditEnd, AuditPoint, AuditRecord, Audits } from '../ports/audits.ts';
import type { Page, PageRequest } from '../ports/page.ts';
import { numberFrom, page } from '../ports/paging.ts';
import type { Store } from '../ports/store.ts';
import type { StoreModule } from '../ports/tail.ts';
import type { Venue } from '../ports/venue.ts';
import { CalledThread } from '../thread/called-thread.ts';
import { statePoint } from './statement.ts';

/** How often progress is stored: often enough to watch it, and so that a running audit is not taken for an interrupted one. */
const NOTE_EVERY_MS = 2000;
/** How often it looks whether an audit is due; the first time this long after the start. */
const LOOK_EVERY_MS = 600_000;
/** The longest time that closing waits for a thread that is busy reading. */
const CLOSE_MS = 1000;

type End = Pick<AuditEnd, 'state' | 'fault'> & { readonly point?: AuditPoint | undefined; readonly seed?: string };

/** Given to the thread. */
export type AuditTask = StoreModule & {
  readonly fullEveryMs: number | undefined;
  readonly isFull: boolean;
  readonly keyText: string | undefined;
};

/** Lets audits start where the last one ended, which each states in the journal. */
export type AuditStatements = {
  readonly venue: Pick<Venue, 'execute'>;
  readonly fullEveryMs: number;
  /** Content of the key file of the public log; undefined if it is not here. */
  readonly keyText: () => string | undefined;
  readonly onFull: (why: string) => void;
  /** A passed audit could not be stated, so the next one does not start there. */
  readonly onUnstated: (why: string) => void;
};

/** Notices of the audit thread. */
export type AuditNotice =
  | { readonly checked: number; readonly head: number; readonly after: number }
  | { readonly passed: number; readonly point: AuditPoint | undefined; readonly seed: string }
  /** Why it reads everything, if it was to start where the last one ended. */
  | { readonly full: string }
  /** Something is wrong with the data. */
  | { readonly offence: string }
  /** The audit could not be completed. */
  | { readonly hindrance: string };

type Running = { readonly record: AuditRecord; readonly ended: Promise<void>; end(end: End): void };

export class Auditor implements Audits {
  readonly #store: Pick<Store, 'audits' | 'head' | 'journal'>;
  readonly #onEnd: (record: AuditRecord, seed: string | undefined) => void;
  readonly #statements: AuditStatements | undefined;
  #running: Running | undefined;
  #progress = { checked: 0, head: 0, after: 0 };
  #isClosed = false;
  #looking: NodeJS.Timeout | undefined;

  /** Without `statements`, every audit reads everything. */
  constructor(
    store: Pick<Store, 'audits' | 'head' | 'journal'>,
    onEnd: (record: AuditRecord, seed: string | undefined) => void = () => {},
    statements?: AuditStatements,
  ) {
    this.#store = store;
    this.#onEnd = onEnd;
    this.#statements = statements;
  }

  /** From now on, starts an audit whenever the last one, of any process, began this long ago. */
  repeat(everyMs: number): void {
    // If the store does not answer, the next look finds out whether an audit is due.
    this.#looking = setInterval(() => void this.#look(everyMs).catch(() => {}), LOOK_EVERY_MS).unref();
  }

  async #look(everyMs: number): Promise<void> {
    const [last] = await this.#store.audits.list({ before: Number.MAX_SAFE_INTEGER, limit: 1 });
    const isDue = !last || Math.abs(Date.now() - last.startedAtMs) >= everyMs;
    if (isDue && (await this.#store.head()) > 0) await this.start();
  }

  async start({ isFull = false } = {}): Promise<AuditRecord> {
    const { record, isNew } = await this.#store.audits.begin(await this.#store.head());
    if (!isNew) return this.#withProgress(record);
    this.#progress = { checked: 0, head: record.head, after: 0 };
    const { promise, resolve: end } = Promise.withResolvers<End>();
    this.#running = { record, end, ended: this.#follow(record, promise, this.#run(end, isFull)) };
    if (this.#isClosed) await this.close();
    return record;
  }

  async list({ cursor, limit }: PageRequest): Promise<Page<AuditRecord>> {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : numberFrom(cursor);
    const records = await this.#store.audits.list({ before, limit });
    return page(
      records.map((record) => this.#withProgress(record)),
      limit,
      ({ id }) => String(id),
    );
  }

  last(): Promise<AuditRecord | undefined> {
    return this.#store.audits.last();
  }

  lastFull(): Promise<AuditRecord | undefined> {
    return this.#store.audits.lastFull();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    const running = this.#running;
    if (!running) return;
    running.end({ state: 'stopped', fault: 'The audit was interrupted.' });
    await running.ended;
  }

  /** For an audit running here, the progress in memory is newer than the stored one. */
  #withProgress(record: AuditRecord): AuditRecord {
    return record.id === this.#running?.record.id ? { ...record, ...this.#progress } : record;
  }

  #run(end: (end: End) => void, isFull: boolean): CalledThread<AuditNotice> {
    const statements = this.#statements;
    return new CalledThread<AuditNotice>({
      caller: import.meta.url,
      data: {
        ...this.#store.journal,
        fullEveryMs: statements?.fullEveryMs,
        isFull,
        keyText: statements?.keyText(),
      } satisfies AuditTask,
      limits: { maxYoungGenerationSizeMb: 8 },
      patienceMs: CLOSE_MS,
      lost: () => new Error('an audit is not called'),
      onNotice: (notice) => {
        if ('checked' in notice) this.#progress = notice;
        else if ('passed' in notice) {
          this.#progress = { ...this.#progress, checked: notice.passed, head: notice.passed };
          end({ state: 'passed', fault: null, point: notice.point, seed: notice.seed });
        } else if ('full' in notice) statements?.onFull(notice.full);
        else if ('offence' in notice) end({ state: 'failed', fault: notice.offence });
        else end({ state: 'stopped', fault: notice.hindrance });
      },
      onEnd: ({ why }) => end({ state: 'stopped', fault: why }),
    });
  }

  async #state(point: AuditPoint): Promise<void> {
    if (!this.#statements) return;
    const { venue, onUnstated } = this.#statements;
    await statePoint(point, venue, this.#store.audits).catch((error: Error) => onUnstated(error.message));
  }

  async #follow(record: AuditRecord, ending: Promise<End>, thread: CalledThread<AuditNotice>): Promise<void> {
    const { audits } = this.#store;
    // If storing the progress fails, the next try stores it.
    const note = () =>
      void audits.note(record.id, { checked: this.#progress.checked, head: this.#progress.head }).catch(() => {});
    const noting = setInterval(note, NOTE_EVERY_MS).unref();
    const { point, seed, ...end } = await ending;
    await thread.close();
    if (point) await this.#state(point);
    clearInterval(noting);
    const ended = { ...end, ...this.#progress };
    await audits.end(record.id, ended).catch(() => {});
    this.#running = undefined;
    this.#onEnd({ ...record, ...ended, endedAtMs: Date.now() }, seed);
  }
}
