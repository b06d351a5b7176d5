// Runs audits on their own thread, one at a time in the whole exchange, and records their progress and result.
import type { AuditEnd, AuditRecord, Audits } from '../ports/audits.ts';
import type { Page, PageRequest } from '../ports/page.ts';
import { numberFrom, page } from '../ports/paging.ts';
import type { Store } from '../ports/store.ts';
import { CalledThread } from '../thread/called-thread.ts';

/** How often progress is stored: often enough to watch it, and so that a running audit is not taken for an interrupted one. */
const NOTE_EVERY_MS = 2000;
/** The longest time that closing waits for a thread that is busy reading. */
const CLOSE_MS = 1000;

type End = Pick<AuditEnd, 'state' | 'fault'>;

/** Notices of the audit thread. */
export type AuditNotice =
  | { readonly checked: number; readonly head: number }
  | { readonly passed: number }
  /** Something is wrong with the data. */
  | { readonly offence: string }
  /** The audit could not be completed. */
  | { readonly hindrance: string };

type Running = { readonly record: AuditRecord; readonly ended: Promise<void>; end(end: End): void };

export class Auditor implements Audits {
  readonly #store: Pick<Store, 'audits' | 'head' | 'journal'>;
  readonly #onEnd: (record: AuditRecord) => void;
  #running: Running | undefined;
  #progress = { checked: 0, head: 0 };
  #isClosed = false;

  constructor(store: Pick<Store, 'audits' | 'head' | 'journal'>, onEnd: (record: AuditRecord) => void = () => {}) {
    this.#store = store;
    this.#onEnd = onEnd;
  }

  async start(): Promise<AuditRecord> {
    const { record, isNew } = await this.#store.audits.begin(await this.#store.head());
    if (!isNew) return this.#withProgress(record);
    this.#progress = { checked: 0, head: record.head };
    const { promise, resolve: end } = Promise.withResolvers<End>();
    this.#running = { record, end, ended: this.#follow(record, promise, this.#run(end)) };
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

  async close(): Promise<void> {
    this.#isClosed = true;
    const running = this.#running;
    if (!running) return;
    running.end({ state: 'stopped', fault: 'The audit was interrupted.' });
    await running.ended;
  }

  /** For an audit running here, the progress in memory is newer than the stored one. */
  #withProgress(record: AuditRecord): AuditRecord {
    return record.id === this.#running?.record.id ? { ...record, ...this.#progress } : record;
  }

  #run(end: (end: End) => void): CalledThread<AuditNotice> {
    return new CalledThread<AuditNotice>({
      caller: import.meta.url,
      data: this.#store.journal,
      limits: { maxYoungGenerationSizeMb: 8 },
      patienceMs: CLOSE_MS,
      lost: () => new Error('an audit is not called'),
      onNotice: (notice) => {
        if ('checked' in notice) this.#progress = notice;
        else if ('passed' in notice) {
          this.#progress = { checked: notice.passed, head: notice.passed };
          end({ state: 'passed', fault: null });
        } else if ('offence' in notice) end({ state: 'failed', fault: notice.offence });
        else end({ state: 'stopped', fault: notice.hindrance });
      },
      onEnd: ({ why }) => end({ state: 'stopped', fault: why }),
    });
  }

  async #follow(record: AuditRecord, ending: Promise<End>, thread: CalledThread<AuditNotice>): Promise<void> {
    const { audits } = this.#store;
    // If storing the progress fails, the next try stores it.
    const note = () => void audits.note(record.id, this.#progress).catch(() => {});
    const noting = setInterval(note, NOTE_EVERY_MS).unref();
    const end = await ending;
    await thread.close();
    clearInterval(noting);
    const ended = { ...end, ...this.#progress };
    await audits.end(record.id, ended).catch(() => {});
    this.#running = undefined;
    this.#onEnd({ ...record, ...ended, endedAtMs: Date.now() });
  }
}
