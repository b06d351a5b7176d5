// Calls to another thread: each call is sent with a number, and its result comes back with the same number.
import { extname } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { errorOf, type Failure } from './failure.ts';
import { warnOfEnd } from './warn-of-end.ts';

/** A call: a service, one of its methods, and the arguments. A tuple, which is the cheapest to post. */
export type ThreadCall = readonly [number: number, service: string, method: string, ...args: unknown[]];
export type ThreadMessage<Notice> =
  | readonly [number: number, value: unknown]
  | readonly [number: number, value: undefined, failure: Failure]
  /** A message that answers no call. */
  | { readonly notice: Notice };

type CalledThreadOptions<Notice> = {
  /** Module URL of the caller; the worker runs the module `thread` beside it. */
  readonly caller: string;
  readonly data: object;
  readonly limits: ResourceLimits;
  readonly onNotice: (notice: Notice) => void;
  /** Timeout of a call. */
  readonly patienceMs?: number;
  /** Creates the error of a call that timed out or whose thread has ended. */
  readonly lost: () => Error;
  /** Called when the thread has ended unasked, with the delay until it is restarted; without this callback, a warning is printed. */
  readonly onEnd?: ((end: ThreadEnd) => void) | undefined;
};

export type ThreadEnd = { readonly why: string; readonly pauseMs: number };

/** The message that asks a thread to end. */
export const CLOSE = 'close';

/** Pauses before a restart: threads that end at once must not keep the machine busy. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [50, 5000];
const PATIENCE_MS = 30_000;

type Waiting = { resolve(value: unknown): void; reject(error: Error): void; readonly late: NodeJS.Timeout };

/** Restarts the thread whenever it ends, after a pause that doubles until a call is answered. */
export class CalledThread<Notice> {
  readonly #options: CalledThreadOptions<Notice>;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  /** Number of threads started so far; each thread gets its number as `workerData.thread`. */
  #number = 0;
  #asked = 0;
  /** Messages received from all threads so far. */
  #received = 0;
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
    const receivedBefore = this.#received;
    thread.postMessage([number, service, method, ...args] satisfies ThreadCall);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.#lose(number, thread, receivedBefore), this.#patienceMs).unref();
      this.#waiting.set(number, { resolve, reject, late });
    });
  }

  /** Asks the thread to close its services and end; terminates it if that takes longer than the timeout of a call. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    const thread = this.#thread;
    if (!thread) return;
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    thread.postMessage(CLOSE);
    const late = setTimeout(() => void thread.terminate(), this.#patienceMs);
    await ended;
    clearTimeout(late);
  }

  #start(): void {
    const { caller, data, limits } = this.#options;
    let thread: Worker;
    try {
      const module = new URL(`./thread${extname(caller)}`, caller);
      thread = new Worker(module, { workerData: { ...data, thread: this.#number++ }, resourceLimits: limits });
    } catch (error) {
      // The thread cannot be created, for instance with too many threads or open files: treated like a thread that ends at once.
      this.#end(error instanceof Error ? error.message : String(error));
      return;
    }
    let why = 'it ended';
    thread.on('message', (message: ThreadMessage<Notice>) => this.#receive(message));
    thread.on('error', (error: Error) => {
      why = error.message;
    });
    // Every thread exits once, after its error if it had one.
    thread.on('exit', () => this.#end(why));
    this.#thread = thread;
  }

  #receive(message: ThreadMessage<Notice>): void {
    this.#received += 1;
    if ('notice' in message) {
      this.#options.onNotice(message.notice);
      return;
    }
    this.#pauseMs = FIRST_PAUSE_MS;
    const [number, value, failure] = message;
    const waiting = this.#settle(number);
    if (failure) waiting?.reject(errorOf(failure));
    else waiting?.resolve(value);
  }

  get #patienceMs(): number {
    return this.#options.patienceMs ?? PATIENCE_MS;
  }

  /** Called when a call times out. Terminates the thread only if it has sent nothing since: one slow call must not end a working thread. */
  #lose(number: number, thread: Worker, receivedBefore: number): void {
    if (this.#received === receivedBefore) void thread.terminate();
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
    if (this.#options.onEnd) this.#options.onEnd({ why, pauseMs });
    else warnOfEnd(this.#options.caller, why);
    this.#restart = setTimeout(() => this.#start(), pauseMs);
  }
}
