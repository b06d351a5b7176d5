// Runs audits on their own thread, one at a time in the whole exchange, and records their progress and result.
import type { AuditEnd, AuditPoint, AuditRecord, Audits } from '../ports/audits.ts';
import type { Page, PageRequest } from '../ports/page.ts';
import { numberFrom, page } from '../ports/paging.ts';
import type { Store } from '../ports/store.ts';
import type { StoreModule } from '../ports/tail.ts';
import type { Venue } from '../ports/venue.ts';
import { CalledThread } from '../thread/called-thread.ts';
import type { JobStanding } from '../thread/regular-job.ts';
import { statePoint } from './statement.ts';

/** How often progress is stored: often enough to watch it, and so that a running audit is not taken for an interrupted one. */
const NOTE_EVERY_MS = 2000;
/** The longest time that closing waits for a thread that is busy reading. */
const CLOSE_MS = 1000;
const INTERRUPTED = { state: 'stopped', fault: 'The audit was interrupted.' } as const;
/** Records that are read to count the tries since the last result. */
const RECORDS = 20;

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

/** `ended` throws if the result could not be stored. */
type Running = { readonly record: AuditRecord; readonly ended: Promise<AuditRecord>; end(end: End): void };

export class Auditor implements Audits {
  readonly #store: Pick<Store, 'audits' | 'head' | 'journal'>;
  readonly #onEnd: (record: AuditRecord, seed: string | undefined) => void;
  readonly #statements: AuditStatements | undefined;
  #running: Running | undefined;
  #progress = { checked: 0, head: 0, after: 0 };
  #isClosed = false;

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

  /** As the regular audit needs it: an audit that was cut off, in any process, is a try that came to nothing. Undefined if there is nothing to audit. */
  async standing(): Promise<JobStanding | undefined> {
    const { audits } = this.#store;
    if ((await this.#store.head()) === 0) return undefined;
    const records = await audits.list({ before: Number.MAX_SAFE_INTEGER, limit: RECORDS });
    const at = records.findIndex(isFinished);
    const done = at < 0 ? await audits.last() : records[at];
    const tries = at < 0 ? records : records.slice(0, at);
    return {
      doneMs: done?.startedAtMs,
      failures: tries.filter(({ state }) => state === 'stopped').length,
      triedMs: tries[0]?.startedAtMs,
    };
  }

  /** Audits the exchange to the end, unless another process is doing so. Throws if the audit came to no result. */
  async run(signal: AbortSignal): Promise<void> {
    const { id } = await this.start();
    const running = this.#running;
    if (running?.record.id !== id) return;
    const onAbort = () => running.end(INTERRUPTED);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    const { state, fault } = await running.ended;
    signal.removeEventListener('abort', onAbort);
    if (state === 'stopped') throw new Error(fault ?? 'it was interrupted');
  }

  async start({ isFull = false } = {}): Promise<AuditRecord> {
    const { record, isNew } = await this.#store.audits.begin(await this.#store.head());
    if (!isNew) return this.#withProgress(record);
    this.#progress = { checked: 0, head: record.head, after: 0 };
    const { promise, resolve: end } = Promise.withResolvers<End>();
    this.#running = { record, end, ended: this.#follow(record, promise, this.#run(end, isFull)) };
    // Only a caller that waits for the end is told that the result could not be stored.
    this.#running.ended.catch(() => {});
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
    const running = this.#running;
    if (!running) return;
    running.end(INTERRUPTED);
    await running.ended.catch(() => {});
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

  async #follow(record: AuditRecord, ending: Promise<End>, thread: CalledThread<AuditNotice>): Promise<AuditRecord> {
    const { audits } = this.#store;
    // If storing the progress fails, the next try stores it.
    const note = () =>
      void audits.note(record.id, { checked: this.#progress.checked, head: this.#progress.head }).catch(() => {});
    const noting = setInterval(note, NOTE_EVERY_MS).unref();
    const { point, seed, ...end } = await ending;
    await thread.close();
    if (point) await this.#state(point);
    clearInterval(noting);
    const ended = { ...record, ...end, ...this.#progress, endedAtMs: Date.now() };
    try {
      await audits.end(record.id, ended);
      return ended;
    } finally {
      this.#running = undefined;
      this.#onEnd(ended, seed);
    }
  }
}

const isFinished = ({ state }: AuditRecord): boolean => state === 'passed' || state === 'failed';
