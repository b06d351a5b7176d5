// A thread that is there whenever it can be: should it end, another is started, after a pause that grows while none lasts.
import { type ResourceLimits, Worker } from 'node:worker_threads';

type LastingThreadOptions<Said> = {
  readonly module: URL;
  readonly data: object;
  readonly limits: ResourceLimits;
  /** What it says, and which of those that were started it is; true where that shows that it can do its work. */
  onMessage(said: Said, thread: number): boolean;
  /** It ended: whatever was asked of it is not answered any more. */
  onLost(): void;
  /** Told that a thread ended of itself, and after how long another is started. */
  readonly onEnd?: ((end: ThreadEnd) => void) | undefined;
};

export type ThreadEnd = { readonly why: string; readonly pauseMs: number };

/** What a thread is told that shall end by itself. */
export const CLOSE = 'close';

/** Threads that die at once must not keep the machine busy with starting them. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [50, 5000];

export class LastingThread<Said> {
  readonly #options: LastingThreadOptions<Said>;
  #thread: Worker | undefined;
  #threads = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #restart: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: LastingThreadOptions<Said>) {
    this.#options = options;
    this.#start();
  }

  /** False where nobody is there to hear it; else a way to end a thread that does not answer it. */
  post(message: unknown): false | { end(): void } {
    const thread = this.#thread;
    if (!thread || this.#isClosed) return false;
    thread.postMessage(message);
    return { end: () => void thread.terminate() };
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
    const { module, data, limits, onMessage } = this.#options;
    let thread: Worker;
    try {
      thread = new Worker(module, { workerData: data, resourceLimits: limits });
    } catch (error) {
      // Too many threads or open files, for instance: no worse than one that ends at once.
      this.#end(error instanceof Error ? error.message : String(error));
      return;
    }
    const number = this.#threads++;
    let why = 'it ended';
    thread.on('message', (said: Said) => {
      if (onMessage(said, number)) this.#pauseMs = FIRST_PAUSE_MS;
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
    this.#options.onLost();
    if (this.#isClosed) return;
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
    this.#options.onEnd?.({ why, pauseMs });
    this.#restart = setTimeout(() => this.#start(), pauseMs);
  }
}
