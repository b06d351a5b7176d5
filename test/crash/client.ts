// A client that distinguishes an answer from a lost connection, and functions that send many orders at once.
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Order } from './orders.ts';

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

type AnyOrder = Omit<Order, 'call'> & { readonly call: string };

/** An order that was sent; without an answer its outcome is unknown. */
export type Sent<O extends AnyOrder = Order> = { readonly order: O; answer: Answer | undefined };

export class Client {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(url: string) {
    this.#url = url;
    onTestFinished(() => this.#agent.destroy());
  }

  send({ call, body, key }: AnyOrder): Promise<Answer> {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
    return this.#ask(`/${call}`, 'POST', headers, JSON.stringify(body));
  }

  get(path: string): Promise<Answer> {
    return this.#ask(path, 'GET', {}, '');
  }

  getSwap(answer: Answer): Promise<Answer> {
    return this.get(`/getSwap?transactionId=${transactionIdOf(answer)}`);
  }

  /** Rejects if the connection is lost before the answer is complete. */
  #ask(path: string, method: string, headers: Record<string, string>, body: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asked = request(`${this.#url}${path}`, { method, headers, agent: this.#agent }, (response) => {
        const { statusCode: status = 0, headers } = response;
        text(response).then((text) => resolve({ status, headers, text }), reject);
      });
      asked.on('error', reject).end(body);
    });
  }
}

export const transactionIdOf = ({ text }: Answer): string => JSON.parse(text).data.transactionId;

/** Sends orders over several connections at once, each until there is no next one or the server is gone. */
export async function sendMany<O extends AnyOrder = Order>(
  client: Client,
  { clients, next, onAnswer }: { clients: number; next(): O | undefined; onAnswer?(sent: Sent<O>): unknown },
): Promise<Sent<O>[]> {
  const all: Sent<O>[] = [];
  const trade = async () => {
    for (let order = next(); order; order = next()) {
      const sent: Sent<O> = { order, answer: undefined };
      all.push(sent);
      try {
        sent.answer = await client.send(order);
      } catch {
        return;
      }
      await onAnswer?.(sent);
    }
  };
  await Promise.all(Array.from({ length: clients }, trade));
  return all;
}

/** Runs work for many items, a few at a time. */
export async function forEach<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<unknown>) {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
