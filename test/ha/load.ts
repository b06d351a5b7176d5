// Trades over both nodes until stopped, repeats unanswered requests, and records when answers arrived.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { TON, USDT } from '../../src/contract/fields.ts';
import type { Answer } from '../crash/client.ts';
import { Orders } from '../crash/orders.ts';
import { readJournal } from '../postgres/journal.ts';
import { ask } from '../postgres/replication.ts';
import type { Random } from '../simulation/random.ts';

const CLIENTS = 6;
/** Longer than a node takes to answer; after that the request is sent again, to either node. */
const PATIENCE_MS = 8000;
/** Limit orders placed in a whole run: fewer than an account may have open. */
const MOST_LIMITS = 150;
/** Journal entries that neither a request nor the exchange's own order processing made. */
const STRANGE = `SELECT sequence::int, kind FROM journal LEFT JOIN replies USING (sequence) WHERE key IS NULL
  AND NOT (kind IN ('matchOrders', 'closeOrder', 'triggerOrder') OR kind = 'swap' AND receipt LIKE '%"fill"%')`;

type Sent = { readonly call: string; readonly body: object; readonly key: string };

export class Load {
  readonly #nodes: readonly { readonly url: string }[];
  readonly #random: Random;
  readonly #orders: Orders;
  readonly #answered: { readonly key: string; readonly atMs: number }[] = [];
  #unanswered = 0;
  #refused = 0;
  #limits = 0;
  #isStopped = false;
  readonly #running: Promise<unknown>;

  constructor(nodes: readonly { readonly url: string }[], random: Random) {
    this.#nodes = nodes;
    this.#random = random;
    this.#orders = new Orders(random, 'ha');
    this.#running = Promise.all(Array.from({ length: CLIENTS }, () => this.#trade()));
  }

  /** The longest time between two answers since `sinceMs`. */
  gapSince(sinceMs: number): number {
    const times = [sinceMs, ...this.#answered.map(({ atMs }) => atMs).filter((atMs) => atMs > sinceMs)];
    return Math.max(...times.slice(1).map((atMs, at) => atMs - (times[at] as number)));
  }

  get counts() {
    return { answered: this.#answered.length, sentAgain: this.#unanswered, refused503: this.#refused };
  }

  answeredSince = (sinceMs: number): number => this.#answered.filter(({ atMs }) => atMs > sinceMs).length;

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /** Expects each answered request in the journal once, and otherwise only the exchange's own order processing. */
  async expectInJournal(url: string): Promise<void> {
    const keys = (await readJournal(url)).map(({ key }) => key).filter((key) => key.startsWith('ha-'));
    expect(keys.toSorted()).toEqual(this.#answered.map(({ key }) => key).toSorted());
    expect(await ask(url, STRANGE)).toEqual([]);
  }

  async #trade(): Promise<void> {
    while (!this.#isStopped) {
      const order = this.#limits < MOST_LIMITS && this.#random.chance(10) ? this.#limitOrder() : this.#orders.next();
      for (;;) {
        const answer = await this.#send(order);
        if (answer?.status === 200) break;
        if (answer && answer.status !== 503) throw new Error(`${answer.status} ${answer.text}`);
        if (answer) this.#refused += 1;
        else this.#unanswered += 1;
        await sleep(50);
      }
      this.#answered.push({ key: order.key, atMs: performance.now() });
    }
  }

  async #send(order: Sent): Promise<Answer | undefined> {
    const { url } = this.#random.pick(this.#nodes);
    try {
      const response = await fetch(`${url}/${order.call}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': order.key },
        body: JSON.stringify(order.body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return { status: response.status, headers: {}, text: await response.text() };
    } catch {
      return undefined;
    }
  }

  /** Some limits are reached only after long or never, and some as soon as the price moves a little. */
  #limitOrder(): Sent {
    this.#limits += 1;
    const body = {
      Pair: { tokenA: TON, tokenB: USDT },
      amount: { tokenA: 1 },
      minReceived: this.#random.pick([2, 3, 4, 9]),
    };
    return { call: 'createOrder', body, key: `ha-order-${this.#limits}` };
  }
}
