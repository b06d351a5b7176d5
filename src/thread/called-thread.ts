// The way to call another thread: what is asked goes over under a number, and what came of it comes back under the same.
import { extname } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { errorOf, type Failure } from './failure.ts';

/** A method of one of the services that the thread offers, and its arguments; a tuple, which a port sends cheapest. */
export type Asked = readonly [number: number, service: string, method: string, ...args: unknown[]];
export type Said<Notice> =
  | readonly [number: number, value: unknown]
  | readonly [number: number, value: undefined, failure: Failure]
  /** What the thread says by itself. */
  | { readonly notice: Notice };

type CalledThreadOptions<Notice> = {
  /** The module of the caller, beside which `thread` is what runs. */
  readonly caller: string;
  readonly data: object;
  readonly limits: ResourceLimits;
  readonly onNotice: (notice: Notice) => void;
  /** How long an answer is waited for. */
  readonly patienceMs?: number;
  /** What those are told whose question is not answered any more. */
  readonly lost: () => Error;
  /** Told that a thread ended of itself, and after how long another is started. */
  readonly onEnd?: ((end: ThreadEnd) => void) | undefined;
};

export type ThreadEnd = { readonly why: string; readonly pauseMs: number };

/** What a thread is told that shall end by itself. */
export const CLOSE = 'close';

/** Threads that die at once must not keep the machine busy with starting them. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [50, 5000];
const PATIENCE_MS = 30_000;

type Waiting = { resolve(value: unknown): void; reject(error: Error): void; readonly late: NodeJS.Timeout };

/** There whenever it can be: should the thread end, another is started, after a pause that grows while none answers. */
export class CalledThread<Notice> {
  readonly #options: CalledThreadOptions<Notice>;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  /** Which of those that were started it is. */
  #number = 0;
  #asked = 0;
  #heardMs = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #restart: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: CalledThreadOptions<Notice>) {
    this.#options = options;
    this.#start();
  }

  call(service: string, method: string, ...args: unknown[]): Promise<unknown> {
    const thread = this.#thread;
    if (!thread || this.#isClosed) return Promise.reject(this.#options.lost());
    const number = this.#asked++;
    thread.postMessage([number, service, method, ...args] satisfies Asked);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.#lose(number, thread), this.#patienceMs).unref();
      this.#waiting.set(number, { resolve, reject, late });
    });
  }

  /** Lets it finish what it was asked before. */
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
    const { caller, data, limits } = this.#options;
    let thread: Worker;
    try {
      const module = new URL(`./thread${extname(caller)}`, caller);
      thread = new Worker(module, { workerData: { ...data, thread: this.#number++ }, resourceLimits: limits });
    } catch (error) {
      // Too many threads or open files, for instance: no worse than one that ends at once.
      this.#end(error instanceof Error ? error.message : String(error));
      return;
    }
    let why = 'it ended';
    thread.on('message', (said: Said<Notice>) => this.#hear(said));
    thread.on('error', (error: Error) => {
      why = error.message;
    });
    // Every thread exits once, after its error if it had one.
    thread.on('exit', () => this.#end(why));
    this.#thread = thread;
  }

  #hear(said: Said<Notice>): void {
    this.#heardMs = performance.now();
    if ('notice' in said) {
      this.#options.onNotice(said.notice);
      return;
    }
    this.#pauseMs = FIRST_PAUSE_MS;
    const [number, value, failure] = said;
    const waiting = this.#settle(number);
    if (failure) waiting?.reject(errorOf(failure));
    else waiting?.resolve(value);
  }

  get #patienceMs(): number {
    return this.#options.patienceMs ?? PATIENCE_MS;
  }

  /** Ends a thread that has said nothing at all meanwhile; one long question is no reason to end one that answers others. */
  #lose(number: number, thread: Worker): void {
    if (performance.now() - this.#heardMs >= this.#patienceMs) void thread.terminate();
    else this.#settle(number)?.reject(this.#options.lost());
  }

  #settle(number: number): Waiting | undefined {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    clearTimeout(waiting?.late);
    return waiting;
  }

  #end(why: string): void {
    this.#thread = undefined;
    for (const number of [...this.#waiting.keys()]) this.#settle(number)?.reject(this.#options.lost());
    if (this.#isClosed) return;
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
    this.#options.onEnd?.({ why, pauseMs });
    this.#restart = setTimeout(() => this.#start(), pauseMs);
  }
}
