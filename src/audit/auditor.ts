// Runs audits on their own thread, one at a time in the whole exchange, and records their progress and result.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { AuditEnd, AuditRecord, Audits } from '../ports/audits.ts';
import type { Page, PageRequest } from '../ports/page.ts';
import { numberFrom, page } from '../ports/paging.ts';
import type { Store } from '../ports/store.ts';

const MODULE = new URL(`./thread${extname(import.meta.url)}`, import.meta.url);
/** Often enough to watch the progress, and so that a running audit is not taken for an interrupted one. */
const NOTE_EVERY_MS = 2000;

/** Messages of the audit thread. */
export type AuditMessage =
  | { readonly checked: number; readonly head: number }
  | { readonly passed: number }
  /** Something is wrong with the data. */
  | { readonly offence: string }
  /** The audit could not be completed. */
  | { readonly hindrance: string };

type Running = { readonly record: AuditRecord; readonly thread: Worker; readonly ended: Promise<void> };

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
    const thread = new Worker(MODULE, {
      workerData: this.#store.journal,
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    this.#running = { record, thread, ended: this.#follow(record, thread) };
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
    await running.thread.terminate();
    await running.ended;
  }

  /** For an audit running here, the progress in memory is newer than the stored one. */
  #withProgress(record: AuditRecord): AuditRecord {
    return record.id === this.#running?.record.id ? { ...record, ...this.#progress } : record;
  }

  async #follow(record: AuditRecord, thread: Worker): Promise<void> {
    const { audits } = this.#store;
    // If this fails, the next one records the progress.
    const note = () => void audits.note(record.id, this.#progress).catch(() => {});
    const noting = setInterval(note, NOTE_EVERY_MS).unref();
    let end: Pick<AuditEnd, 'state' | 'fault'> = { state: 'stopped', fault: 'The audit was interrupted.' };
    thread.on('message', (message: AuditMessage) => {
      if ('checked' in message) this.#progress = message;
      else if ('passed' in message) {
        this.#progress = { checked: message.passed, head: message.passed };
        end = { state: 'passed', fault: null };
      } else if ('offence' in message) end = { state: 'failed', fault: message.offence };
      else end = { state: 'stopped', fault: message.hindrance };
    });
    // An error is followed by the exit.
    thread.on('error', ({ message }) => {
      end = { state: 'stopped', fault: message };
    });
    await new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    clearInterval(noting);
    const ended = { ...end, ...this.#progress };
    await audits.end(record.id, ended).catch(() => {});
    this.#running = undefined;
    this.#onEnd({ ...record, ...ended, endedAtMs: Date.now() });
  }
}
