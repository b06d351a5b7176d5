// The market on a thread of its own, so that no chart keeps a swap waiting; should the thread die, another takes over.
import { extname } from 'node:path';
import type { Pair } from '../core/pool.ts';
import {
  type CandlesAsked,
  type EventsAsked,
  type Market,
  MarketUnavailable,
  type PriceAsked,
  type TradesAsked,
} from '../ports/market.ts';
import type { OverviewAsked } from '../ports/market-figures.ts';
import type { PortfolioAsked, PositionAsked, PositionsAsked, PositionsInAsked } from '../ports/portfolio.ts';
import type { Mark } from '../ports/records.ts';
import type { Webhooks } from '../ports/webhooks.ts';
import { LastingThread, type ThreadEnd } from '../thread/lasting-thread.ts';
import type { ObserverOptions } from './thread.ts';
import { type Asked, errorOf, type Method, type Notice, type Said } from './wire.ts';

type MarketThreadOptions = ObserverOptions & {
  readonly onNotice?: (notice: Notice) => void;
  readonly onEnd?: (end: ThreadEnd) => void;
};

const MODULE = new URL(`./thread${extname(import.meta.url)}`, import.meta.url);
/** Far above what tens of thousands of pools take. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 };
/** A question is waited for so long; a thread that says nothing at all meanwhile is taken for hung, and another takes over. */
const PATIENCE_MS = 30_000;

type Waiting = { resolve(value: unknown): void; reject(error: Error): void; readonly late: NodeJS.Timeout };

export class MarketThread implements Market {
  readonly #thread: LastingThread<Said>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners: ((sequence: number) => void)[] = [];
  readonly #onNotice: (notice: Notice) => void;
  #asked = 0;
  #heardMs = 0;
  readonly webhooks: Webhooks = {
    list: (...args) => this.#askHooks('list', ...args),
    create: (...args) => this.#askHooks('create', ...args),
    setState: (...args) => this.#askHooks('setState', ...args),
    remove: (...args) => this.#askHooks('remove', ...args),
    rotate: (...args) => this.#askHooks('rotate', ...args),
    test: (...args) => this.#askHooks('test', ...args),
  };

  constructor({ onNotice = () => {}, onEnd, ...data }: MarketThreadOptions) {
    this.#onNotice = onNotice;
    this.#thread = new LastingThread({
      module: MODULE,
      data,
      limits: LIMITS,
      onMessage: (said) => this.#hear(said),
      onLost: () => {
        for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(lost());
      },
      onEnd,
    });
  }

  candles(asked: CandlesAsked) {
    return this.#ask('candles', asked);
  }

  beganAt(asked: Pair) {
    return this.#ask('beganAt', asked);
  }

  trades(asked: TradesAsked) {
    return this.#ask('trades', asked);
  }

  price(asked: PriceAsked) {
    return this.#ask('price', asked);
  }

  position(asked: PositionAsked) {
    return this.#ask('position', asked);
  }

  positions(asked: PositionsAsked) {
    return this.#ask('positions', asked);
  }

  positionsIn(asked: PositionsInAsked) {
    return this.#ask('positionsIn', asked);
  }

  portfolio(asked: PortfolioAsked) {
    return this.#ask('portfolio', asked);
  }

  overview(asked: OverviewAsked) {
    return this.#ask('overview', asked);
  }

  poolStats(asked: Pair) {
    return this.#ask('poolStats', asked);
  }

  pairPrice(asked: Pair) {
    return this.#ask('pairPrice', asked);
  }

  poolSteps(transaction: Mark) {
    return this.#ask('poolSteps', transaction);
  }

  events(asked: EventsAsked) {
    return this.#ask('events', asked);
  }

  onHead(listener: (sequence: number) => void): void {
    this.#listeners.push(listener);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  #ask<M extends Method>(method: M, ...args: Parameters<Market[M]>): ReturnType<Market[M]> {
    return this.#send({ method }, args) as ReturnType<Market[M]>;
  }

  #askHooks<M extends keyof Webhooks>(webhooks: M, ...args: Parameters<Webhooks[M]>): ReturnType<Webhooks[M]> {
    return this.#send({ webhooks }, args) as ReturnType<Webhooks[M]>;
  }

  #send(asked: Asked, args: readonly unknown[]): Promise<unknown> {
    const id = this.#asked++;
    const sent = this.#thread.post({ ...asked, id, args });
    if (!sent) return Promise.reject(lost());
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => this.#lose(id, sent.end), PATIENCE_MS).unref();
      this.#waiting.set(id, { resolve, reject, late });
    });
  }

  /** One long question is no reason to end a thread that answers others. */
  #lose(id: number, end: () => void): void {
    if (performance.now() - this.#heardMs >= PATIENCE_MS) end();
    else this.#settle(id)?.reject(lost());
  }

  #hear(said: Said): boolean {
    this.#heardMs = performance.now();
    if ('head' in said) {
      for (const listener of this.#listeners) listener(said.head);
      return false;
    }
    if ('notice' in said) {
      this.#onNotice(said.notice);
      return false;
    }
    const waiting = this.#settle(said.id);
    if ('value' in said) waiting?.resolve(said.value);
    else waiting?.reject(errorOf(said.failure));
    return true;
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.late);
    return waiting;
  }
}

const lost = () => new MarketUnavailable('nobody observes the journal at the moment');
