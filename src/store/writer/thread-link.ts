// The link to a writer on another thread of this process.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { warnOfEnd } from '../../thread/warn-of-end.ts';
import { CLOSE, STARTED } from './loop.ts';
import { packed, type SentReply, unpackReply } from './packed.ts';
import { toReply, type WriterQuestion, type WriterReply } from './wire.ts';

/** Another module in the folder of `module`, with the same extension: `.ts` from source, `.js` when compiled. */
export const siblingModule = (module: string, name: 'thread' | 'tail' | 'projection/projection' | 'journal'): URL =>
  new URL(`./${name}${extname(module)}`, module);

/** A small young generation, since nearly everything that a batch allocates is garbage when the next begins. */
const LIMITS = { maxYoungGenerationSizeMb: 6 };

export class ThreadLink {
  readonly #module: URL;
  readonly #options: object;
  #thread: Worker | undefined;
  #isClosed = false;
  /** Waiting callers, in the order in which the thread will reply. */
  readonly #waiting: ((reply: WriterReply) => void)[] = [];

  /** `module` must call `answerQuestions`; it gets the options as `workerData`. */
  constructor(module: URL, options: object) {
    this.#module = module;
    this.#options = options;
  }

  /**
   * Starts the thread if it is not running: at the first question, and after it has died. Never rejects: a failure is a reply too, and for a
   * question that cannot be sent it is a bug.
   */
  ask(question: WriterQuestion): Promise<WriterReply> {
    return new Promise((resolve) => {
      if (this.#isClosed) return resolve({ unavailable: 'failed', detail: 'the store is closed' });
      try {
        this.#thread ??= this.#start();
      } catch (error) {
        return resolve(notStarted((error as Error).message));
      }
      try {
        this.#thread.postMessage(packed(question));
        this.#waiting.push(resolve);
      } catch (error) {
        resolve(toReply(error));
      }
    });
  }

  /** Resolves when all questions are answered and the thread has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const thread = this.#thread;
    if (!thread) return;
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    thread.postMessage(CLOSE);
    await ended;
  }

  #start(): Worker {
    const thread = new Worker(this.#module, { workerData: this.#options, resourceLimits: LIMITS });
    let [hasStarted, why] = [false, 'it ended'];
    thread.on('message', (reply: SentReply | typeof STARTED) => {
      if (reply === STARTED) hasStarted = true;
      else this.#waiting.shift()?.(unpackReply(reply));
    });
    thread.on('messageerror', () => {
      // Without this reply, later ones would be matched to the wrong callers.
      thread.removeAllListeners('message');
      why = 'its answer could not be read';
      void thread.terminate();
    });
    thread.on('error', (error: Error) => {
      why = error.message;
    });
    // Callers are answered here and not on 'error': every thread exits exactly once, so that no late event affects the next thread.
    thread.on('exit', () => {
      this.#thread = undefined;
      if (!this.#isClosed) warnOfEnd(this.#module.href, why);
      const lost = hasStarted ? { unknown: `the writer thread died during a commit: ${why}` } : notStarted(why);
      for (const resolve of this.#waiting.splice(0)) resolve(lost);
    });
    return thread;
  }
}

const notStarted = (why: string): WriterReply => ({
  unavailable: 'failed',
  detail: `the writer thread cannot be started: ${why}`,
});
