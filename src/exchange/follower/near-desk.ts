// The desk of a small market: a search there takes less time than sending the question away, so it is answered where it is asked.
import type { Answering, Desk } from './desk.ts';
import type { AnyQuestion, Reply } from './wire.ts';

export type NearDeskOptions = {
  readonly near: Desk;
  /** Opens a desk on a thread of its own, for a market that has grown. */
  openFar(): Answering;
  /** Pools that are searched here, at most. */
  readonly mostPools: number;
};

export class NearDesk implements Answering {
  readonly #options: NearDeskOptions;
  #far: Answering | undefined;

  constructor(options: NearDeskOptions) {
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
    // The other desk counts the times that the journal went back anew, from 0 upwards.
    return 'history' in reply ? { ...reply, history: -1 - reply.history } : reply;
  }

  close(): Promise<void> {
    return (this.#far ?? this.#options.near).close();
  }
}
