// A writer on a thread of its own, as its store sees it: the HTTP thread waits for neither the disk nor the driver.
import { Worker } from 'node:worker_threads';
import type { Instruction, Outcome } from '../core/settle.ts';
import { BatchFault, OutcomeUnknown, type Rewind, StoreUnavailable } from '../exchange/store.ts';
import type { ThreadReply } from './writer-loop.ts';
import { toOutcome } from './written.ts';

type Waiting = { resolve(reply: ThreadReply): void; reject(error: Error): void };

export class WriterThread {
  readonly #module: URL;
  readonly #options: object;
  readonly #onRewind: (rewind: Rewind) => void;
  #thread: Worker | undefined;
  #isClosed = false;
  /** In the order in which the thread will answer. */
  readonly #waiting: Waiting[] = [];

  /** `module` calls `answerBatches`, and finds the options in its `workerData`. */
  constructor(module: URL, options: object, onRewind: (rewind: Rewind) => void = () => {}) {
    this.#module = module;
    this.#options = options;
    this.#onRewind = onRewind;
  }

  /** Starts the thread when it is first needed; should it ever die, the next commit starts another. */
  async commit(batch: readonly Instruction[]): Promise<readonly Outcome[]> {
    if (this.#isClosed) throw new StoreUnavailable('failed', 'the store is closed');
    this.#thread ??= this.#start();
    const thread = this.#thread;
    const reply = await new Promise<ThreadReply>((resolve, reject) => {
      thread.postMessage(batch);
      this.#waiting.push({ resolve, reject });
    });
    if (reply.rewind) this.#onRewind(reply.rewind);
    if ('outcomes' in reply) return reply.outcomes.map(toOutcome);
    if ('unavailable' in reply) throw new StoreUnavailable(reply.unavailable, reply.detail);
    if ('unknown' in reply) throw new OutcomeUnknown(reply.unknown, { cause: errorAgain(reply.cause) });
    throw new BatchFault(errorAgain(reply.bug));
  }

  /** Resolves when all that was sent before is answered and the thread has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const thread = this.#thread;
    if (!thread) return;
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    thread.postMessage('close');
    await ended;
  }

  #start(): Worker {
    const thread = this.#startWorker();
    thread.on('message', (reply: ThreadReply) => this.#waiting.shift()?.resolve(reply));
    // Without it the answers that follow would be taken for the one that was lost.
    thread.on('messageerror', () => void thread.terminate());
    let why = 'it ended';
    thread.on('error', (error: Error) => {
      why = error.message;
    });
    // Every thread exits once, after its error if it had one, so that a late event never speaks for its successor.
    thread.on('exit', () => this.#lose(why));
    return thread;
  }

  #startWorker(): Worker {
    try {
      return new Worker(this.#module, { workerData: this.#options });
    } catch (error) {
      throw new StoreUnavailable('failed', `the writer thread cannot be started: ${(error as Error).message}`);
    }
  }

  #lose(why: string): void {
    this.#thread = undefined;
    for (const { reject } of this.#waiting.splice(0)) {
      reject(new OutcomeUnknown(`the writer thread died during a commit: ${why}`));
    }
  }
}

/** An error as it was before it changed threads. */
const errorAgain = (sent: unknown): unknown =>
  typeof sent === 'object' && sent !== null ? Object.assign(new Error(), sent) : sent;
