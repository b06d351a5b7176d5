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
  readonly #options: Omit<NearRouteServiceOptions, 'near'>;
  #near: RouteService | undefined;
  #far: Answering | undefined;

  constructor({ near, ...options }: NearRouteServiceOptions) {
    this.#near = near;
    this.#options = options;
  }

  async answer(questions: readonly AnyQuestion[]): Promise<Reply> {
    const near = this.#near;
    if (!near) return (this.#far as Answering).answer(questions);
    const reply = await near.answer(questions);
    if (near.pools > this.#options.mostPools && !this.#far) {
      this.#far = this.#options.openFar();
      // What it knows of every pool is not needed any more.
      this.#near = undefined;
      await near.close();
    }
    // The other service counts the times that the journal went back anew, from 0 upwards.
    return 'history' in reply ? { ...reply, history: -1 - reply.history } : reply;
  }

  close(): Promise<void> {
    return ((this.#far ?? this.#near) as Answering).close();
  }
}
