// The service of a small market: a search there takes less time than sending the question away, so it is answered where it is asked.
import type { Answering, RouteService } from './service.ts';
import type { Answers, AnyQuestion, Reply } from './wire.ts';

type Near = Pick<RouteService, 'answer' | 'pools' | 'close'>;

type NearRouteServiceOptions = {
  readonly near: Near;
  /** Opens a service on a thread of its own, for a market that has grown or is hard to search. */
  openFar(): Answering;
  /** Pools that are searched here, at most. */
  readonly mostPools: number;
};

/** A question takes long that takes many times as long as a message; of such, so much is answered here in a minute. */
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

  async answer(questions: readonly AnyQuestion[]): Promise<Reply> {
    const near = this.#near;
    if (!near) return (this.#far as Answering).answer(questions);
    const reply = await near.answer(questions);
    const isHard = 'searchesMs' in reply && this.#isTooLong(reply);
    if ((isHard || near.pools > this.#options.mostPools) && !this.#far) {
      this.#far = this.#options.openFar();
      // What it knows of every pool is not needed any more.
      this.#near = undefined;
      await near.close();
    }
    // The other service counts the times that the journal went back anew, from 0 upwards.
    return 'history' in reply ? { ...reply, history: -1 - reply.history } : reply;
  }

  /** A few pools of dust, which anyone may make, are enough for searches that would keep all others waiting here. */
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
