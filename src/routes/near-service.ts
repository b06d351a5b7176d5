// The service of a small market: a search there takes less time than sending the question away, so it is answered where it is asked.
import type { Answering, RouteService } from './service.ts';
import type { AnyQuestion, Reply } from './wire.ts';

type NearRouteServiceOptions = {
  readonly near: RouteService;
  /** Opens a service on a thread of its own, for a market that has grown. */
  openFar(): Answering;
  /** Pools that are searched here, at most. */
  readonly mostPools: number;
};

export class NearRouteService implements Answering {
  readonly #options: NearRouteServiceOptions;
  #far: Answering | undefined;

  constructor(options: NearRouteServiceOptions) {
    this.#options = options;
  }

  async answer(questions: readonly AnyQuestion[]): Promise<Reply> {
    if (this.#far) return this.#far.answer(questions);
    const { near, mostPools } = this.#options;
    const reply = await near.answer(questions);
    if (near.pools > mostPools && !this.#far) {
      this.#far = this.#options.openFar();
      await near.close();
    }
    // The other service counts the times that the journal went back anew, from 0 upwards.
    return 'history' in reply ? { ...reply, history: -1 - reply.history } : reply;
  }

  close(): Promise<void> {
    return (this.#far ?? this.#options.near).close();
  }
}
