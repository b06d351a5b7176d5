// The route service of a small market: a search costs less than a message to another thread, so it runs in the calling thread.
import type { Answering, RouteService } from './service.ts';
import type { Answers, RouteReply, RouteThreadQuestion } from './wire.ts';

type Near = Pick<RouteService, 'answer' | 'pools' | 'close'>;

type NearRouteServiceOptions = {
  readonly near: Near;
  /** Opens a service on its own thread, once the market has grown or is hard to search. */
  openFar(): Answering;
  /** The most pools that are searched in this thread. */
  readonly mostPools: number;
};

/** Searches over 1 ms cost many times a message; this thread spends at most one second per minute on them. */
const [LONG_MS, MOST_LONG_MS, MINUTE_MS] = [1, 1000, 60_000];

export class NearRouteService implements Answering {
  readonly #options: Omit<NearRouteServiceOptions, 'near'>;
  #near: Near | undefined;
  #far: Answering | undefined;
  #minuteMs = 0;
  #longMs = 0;

  constructor({ near, ...options }: NearRouteServiceOptions) {
    this.#near = near;
    this.#options = options;
  }

  async answer(questions: readonly RouteThreadQuestion[]): Promise<RouteReply> {
    const near = this.#near;
    if (!near) return (this.#far as Answering).answer(questions);
    const reply = await near.answer(questions);
    const isHard = 'searchesMs' in reply && this.#isTooLong(reply);
    if ((isHard || near.pools > this.#options.mostPools) && !this.#far) {
      this.#far = this.#options.openFar();
      // Frees the memory of the service in this thread, which holds every pool.
      this.#near = undefined;
      await near.close();
    }
    // The service on the other thread counts journal rollbacks from 0 upwards; negative numbers differ from all of those.
    return 'history' in reply ? { ...reply, history: -1 - reply.history } : reply;
  }

  /** Anyone can create a few dust pools that make searches slow, which would delay everything else in this thread. */
  #isTooLong({ searchesMs }: Answers): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#minuteMs > MINUTE_MS) [this.#minuteMs, this.#longMs] = [nowMs, 0];
    for (const ms of searchesMs) if (ms > LONG_MS) this.#longMs += ms;
    return this.#longMs > MOST_LONG_MS;
  }

  close(): Promise<void> {
    return ((this.#far ?? this.#near) as Answering).close();
  }
}
