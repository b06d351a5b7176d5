// The route service on its own thread, so that no search blocks the HTTP thread; if the thread dies, it is restarted.
import { CalledThread, type ThreadEnd } from '../thread/called-thread.ts';
import type { Answering } from './service.ts';
import type { ThreadOptions } from './thread.ts';
import type { RouteNotice, RouteReply, RouteThreadQuestion } from './wire.ts';

type RouteThreadOptions = ThreadOptions & {
  /** Called with messages that the thread sends without being asked. */
  readonly onNotice?: (notice: RouteNotice) => void;
  readonly onEnd?: (end: ThreadEnd) => void;
};

/** Far above what tens of thousands of pools need. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4 };

class Lost extends Error {}

export class RouteThread implements Answering {
  readonly #thread: CalledThread<RouteNotice>;

  constructor({ onNotice = () => {}, onEnd, ...data }: RouteThreadOptions) {
    const lost = () => new Lost();
    this.#thread = new CalledThread({ caller: import.meta.url, data, limits: LIMITS, onNotice, lost, onEnd });
  }

  async answer(questions: readonly RouteThreadQuestion[]): Promise<RouteReply> {
    try {
      return (await this.#thread.call('routes', 'answer', questions)) as RouteReply;
    } catch (error) {
      // Questions change nothing, so the client can safely ask again.
      return error instanceof Lost ? { lost: true } : { fault: String(error) };
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
