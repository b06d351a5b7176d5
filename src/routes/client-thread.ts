// The service on a thread of its own, so that no search keeps the HTTP thread waiting; should the thread die, another takes over.
import { CalledThread, type ThreadEnd } from '../thread/called-thread.ts';
import type { Answering } from './service.ts';
import type { ThreadOptions } from './thread.ts';
import type { AnyQuestion, Notice, Reply } from './wire.ts';

type RouteThreadOptions = ThreadOptions & {
  /** Told what the thread says by itself. */
  readonly onNotice?: (notice: Notice) => void;
  readonly onEnd?: (end: ThreadEnd) => void;
};

/** Far above what tens of thousands of pools take. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4 };

class Lost extends Error {}

export class RouteThread implements Answering {
  readonly #thread: CalledThread<Notice>;

  constructor({ onNotice = () => {}, onEnd, ...data }: RouteThreadOptions) {
    const lost = () => new Lost();
    this.#thread = new CalledThread({ caller: import.meta.url, data, limits: LIMITS, onNotice, lost, onEnd });
  }

  async answer(questions: readonly AnyQuestion[]): Promise<Reply> {
    try {
      return (await this.#thread.call('routes', 'answer', questions)) as Reply;
    } catch (error) {
      // Questions change nothing, so that whoever asked may ask again.
      return error instanceof Lost ? { lost: true } : { fault: String(error) };
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
