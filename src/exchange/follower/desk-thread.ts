// The desk on a thread of its own, so that no search keeps the HTTP thread waiting; should the thread die, another takes over.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Answering } from './desk.ts';
import type { ThreadOptions } from './thread.ts';
import { CLOSE, type Notice, type Question, type Reply } from './wire.ts';

export type DeskThreadOptions = ThreadOptions & {
  /** Told what the thread says by itself. */
  readonly onNotice?: (notice: Notice) => void;
  /** Told that a thread ended of itself, and after how long another is started. */
  readonly onEnd?: (end: { readonly why: string; readonly pauseMs: number }) => void;
};

const MODULE = new URL(`./thread${extname(import.meta.url)}`, import.meta.url);
/** Far above what tens of thousands of pools take. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4 };
/** Threads that die at once must not keep the machine busy with starting them. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [50, 5000];
/** A thread that has not replied for so long is taken for hung: another takes over. */
const PATIENCE_MS = 30_000;
/** More than one thread will ever find. */
const HISTORIES = 2 ** 32;

export class DeskThread implements Answering {
  readonly #options: DeskThreadOptions;
  #thread: Worker | undefined;
  #threads = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #restart: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Who waits, in the order in which the thread will reply. */
  readonly #waiting: ((reply: Reply) => void)[] = [];

  constructor(options: DeskThreadOptions) {
    this.#options = options;
    this.#start();
  }

  answer(questions: readonly Question[]): Promise<Reply> {
    return new Promise((resolve) => {
      if (!this.#thread || this.#isClosed) return resolve(LOST);
      const thread = this.#thread;
      thread.postMessage(questions);
      const late = setTimeout(() => thread.terminate(), PATIENCE_MS).unref();
      this.#waiting.push((reply) => {
        clearTimeout(late);
        resolve(reply);
      });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    const thread = this.#thread;
    if (!thread) return;
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    thread.postMessage(CLOSE);
    await ended;
  }

  #start(): void {
    const { tail, limits } = this.#options;
    const thread = new Worker(MODULE, { workerData: { tail, limits }, resourceLimits: LIMITS });
    // A thread that starts does not know what the one before had found.
    const before = HISTORIES * this.#threads++;
    let why = 'it ended';
    thread.on('message', (said: Reply | Notice) => {
      if ('followed' in said || 'restarted' in said) return this.#options.onNotice?.(said);
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#waiting.shift()?.('history' in said ? { ...said, history: before + said.history } : said);
    });
    thread.on('error', (error: Error) => {
      why = error.message;
    });
    // Every thread exits once, after its error if it had one.
    thread.on('exit', () => this.#end(why));
    this.#thread = thread;
  }

  #end(why: string): void {
    this.#thread = undefined;
    for (const resolve of this.#waiting.splice(0)) resolve(LOST);
    if (this.#isClosed) return;
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
    this.#options.onEnd?.({ why, pauseMs });
    this.#restart = setTimeout(() => this.#start(), pauseMs);
  }
}

/** Questions change nothing, so that whoever asked may ask again. */
const LOST: Reply = { lost: true };
