// A link to a writer for many callers: batches that arrive during a commit are joined and committed together.
import type { Question, Reply, WriterLink } from './wire.ts';

type Waiting = Extract<Question, { batch: unknown }> & { resolve(reply: Reply): void };

export class JoinedLink implements WriterLink {
  readonly #link: WriterLink;
  readonly #maxBatch: number;
  #queue: Waiting[] = [];
  #running: Promise<void> | undefined;

  constructor(link: WriterLink, { maxBatch }: { readonly maxBatch: number }) {
    this.#link = link;
    this.#maxBatch = maxBatch;
  }

  ask(question: Question): Promise<Reply> {
    if (!('batch' in question)) return this.#link.ask(question);
    return new Promise((resolve) => {
      this.#queue.push({ ...question, resolve });
      this.#running ??= this.#run();
    });
  }

  async close(): Promise<void> {
    await this.#running;
    await this.#link.close();
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) await this.#commit(this.#take());
    this.#running = undefined;
  }

  /** Takes from the queue as many whole batches as fit into `maxBatch`, in the order of arrival, and at least one. */
  #take(): Waiting[] {
    let size = 0;
    const tooMany = this.#queue.findIndex(({ batch }, index) => {
      size += batch.length;
      return index > 0 && size > this.#maxBatch;
    });
    return this.#queue.splice(0, tooMany === -1 ? this.#queue.length : tooMany);
  }

  async #commit(parts: readonly Waiting[]): Promise<void> {
    const reply = await this.#link.ask({
      batch: parts.flatMap(({ batch }) => batch),
      composedAt: parts.flatMap(({ composedAt }) => composedAt),
    });
    // If one batch hits a bug, the others must not fail: nothing was changed, so each is tried alone.
    if ('bug' in reply && parts.length > 1) {
      for (const part of parts) await this.#commit([part]);
      return;
    }
    let from = 0;
    for (const { batch, resolve } of parts) {
      const to = from + batch.length;
      // Only the first reply has the traded totals, since listeners add them up.
      const own = from > 0 && 'traded' in reply ? { traded: undefined } : {};
      resolve('outcomes' in reply ? { ...reply, ...own, outcomes: reply.outcomes.slice(from, to) } : reply);
      from = to;
    }
  }
}
