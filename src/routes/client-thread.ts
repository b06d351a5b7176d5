// The service on a thread of its own, so that no search keeps the HTTP thread waiting; should the thread die, another takes over.
import { extname } from 'node:path';
import { LastingThread, type ThreadEnd } from '../thread/lasting-thread.ts';
import type { Answering } from './service.ts';
import type { ThreadOptions } from './thread.ts';
import type { AnyQuestion, Asked, Notice, Reply, Said } from './wire.ts';

type RouteThreadOptions = ThreadOptions & {
  /** Told what the thread says by itself. */
  readonly onNotice?: (notice: Notice) => void;
  readonly onEnd?: (end: ThreadEnd) => void;
};

const MODULE = new URL(`./thread${extname(import.meta.url)}`, import.meta.url);
/** Far above what tens of thousands of pools take. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4 };
/** A thread that has not replied for so long is taken for hung: another takes over. */
const PATIENCE_MS = 30_000;
/** More than one thread will ever find. */
const HISTORIES = 2 ** 32;

export class RouteThread implements Answering {
  readonly #thread: LastingThread<Said | Notice>;
  /** Who waits, by the number under which they asked. */
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #asked = 0;

  constructor({ tail, limits, onNotice, onEnd }: RouteThreadOptions) {
    this.#thread = new LastingThread({
      module: MODULE,
      data: { tail, limits },
      limits: LIMITS,
      onMessage: (said, thread) => {
        if (!('length' in said)) {
          onNotice?.(said);
          return false;
        }
        const [number, reply] = said;
        // A thread that starts does not know what the one before had found.
        const before = HISTORIES * thread;
        this.#waiting.get(number)?.('history' in reply ? { ...reply, history: before + reply.history } : reply);
        return true;
      },
      onLost: () => {
        for (const resolve of [...this.#waiting.values()]) resolve(LOST);
      },
      onEnd,
    });
  }

  answer(questions: readonly AnyQuestion[]): Promise<Reply> {
    const asked: Asked = [this.#asked++, questions];
    return new Promise((resolve) => {
      const sent = this.#thread.post(asked);
      if (!sent) return resolve(LOST);
      const late = setTimeout(sent.end, PATIENCE_MS).unref();
      this.#waiting.set(asked[0], (reply) => {
        this.#waiting.delete(asked[0]);
        clearTimeout(late);
        resolve(reply);
      });
    });
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

/** Questions change nothing, so that whoever asked may ask again. */
const LOST: Reply = { lost: true };
