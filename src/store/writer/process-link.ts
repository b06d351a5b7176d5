// The link from a worker process to the writer of its parent, over their IPC channel.
import cluster from 'node:cluster';
import { type Question, type Reply, toReply, type WriterLink } from './wire.ts';

type Sent<Content> = { readonly writer: number; readonly content: Content };

/** True for messages of this module: the channel carries others too. */
const isOurs = <Content>(message: unknown): message is Sent<Content> =>
  typeof message === 'object' && message !== null && 'writer' in message;

/** In the parent process: passes the questions of all workers to the link, and its replies back. */
export function lend(link: WriterLink): void {
  cluster.on('message', async (worker, message: unknown) => {
    if (!isOurs<Question>(message)) return;
    const content = await link.ask(message.content);
    // If the worker is gone, nobody is left to answer; its callers find the outcome by their idempotency keys.
    worker.send({ writer: message.writer, content }, () => {});
  });
}

/** In a worker process: sends questions to the parent, which must have called `lend`. */
export class ProcessLink implements WriterLink {
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #asked = 0;

  constructor() {
    process.on('message', (message) => {
      if (isOurs<Reply>(message)) this.#resolve(message.writer, message.content);
    });
    process.on('disconnect', () => {
      for (const writer of this.#waiting.keys()) this.#resolve(writer, { unknown: 'the process that writes is gone' });
    });
  }

  ask(question: Question): Promise<Reply> {
    return new Promise((resolve) => {
      const writer = this.#asked++;
      this.#waiting.set(writer, resolve);
      const sent: Sent<Question> = { writer, content: question };
      try {
        process.send?.(sent, undefined, {}, (error) => error && this.#resolve(writer, unsent(error)));
      } catch (error) {
        this.#resolve(writer, toReply(error));
      }
    });
  }

  /** The parent owns the writer, which stays open for the other workers. */
  async close(): Promise<void> {}

  #resolve(writer: number, reply: Reply): void {
    this.#waiting.get(writer)?.(reply);
    this.#waiting.delete(writer);
  }
}

/** The reply to a question that could not be sent; only if the channel was already closed is it certain that nothing was sent. */
const unsent = (error: Error & { code?: string }): Reply => {
  const detail = `the process that writes cannot be reached: ${error.message}`;
  return error.code === 'ERR_IPC_CHANNEL_CLOSED' ? { unavailable: 'failed', detail } : { unknown: detail };
};
