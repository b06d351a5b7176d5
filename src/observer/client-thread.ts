// Market data on its own thread, so that no chart delays a swap; if the thread dies, it is restarted.

import type { LiabilitiesQueries } from '../ports/liabilities.ts';
import { type Market, MarketUnavailable } from '../ports/market.ts';
import type { PublicLog } from '../ports/public-log.ts';
import type { Webhooks } from '../ports/webhooks.ts';
import { CalledThread, type ThreadEnd } from '../thread/called-thread.ts';
import type { HeadNotice, ObserverNotice } from './notice.ts';
import type { ObserverOptions } from './thread.ts';

type MarketThreadOptions = ObserverOptions & {
  readonly onNotice?: (notice: ObserverNotice) => void;
  readonly onEnd?: (end: ThreadEnd) => void;
};

/** Far above what tens of thousands of pools need. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 4 };

export class ObserverThread implements Market {
  readonly #thread: CalledThread<ObserverNotice | HeadNotice>;
  readonly #listeners: ((sequence: number) => void)[] = [];

  readonly candles = this.#market('candles');
  readonly beganAt = this.#market('beganAt');
  readonly trades = this.#market('trades');
  readonly price = this.#market('price');
  readonly position = this.#market('position');
  readonly positions = this.#market('positions');
  readonly positionsIn = this.#market('positionsIn');
  readonly order = this.#market('order');
  readonly orders = this.#market('orders');
  readonly openOrders = this.#market('openOrders');
  readonly inOrders = this.#market('inOrders');
  readonly average = this.#market('average');
  readonly portfolio = this.#market('portfolio');
  readonly overview = this.#market('overview');
  readonly poolStats = this.#market('poolStats');
  readonly pairPrice = this.#market('pairPrice');
  readonly poolSteps = this.#market('poolSteps');
  readonly events = this.#market('events');
  readonly eventPage = this.#market('eventPage');
  readonly webhooks: Webhooks = {
    list: this.#hooks('list'),
    create: this.#hooks('create'),
    setState: this.#hooks('setState'),
    remove: this.#hooks('remove'),
    rotate: this.#hooks('rotate'),
    test: this.#hooks('test'),
    find: this.#hooks('find'),
    redeliver: this.#hooks('redeliver'),
  };

  readonly log: PublicLog;
  readonly liabilities: LiabilitiesQueries = {
    liabilities: this.#liabilities('liabilities'),
    balanceProof: this.#liabilities('balanceProof'),
  };

  constructor({ onNotice = () => {}, onEnd, ...data }: MarketThreadOptions) {
    const log = {
      isSigning: data.log.key !== undefined,
      unsure: undefined as string | undefined,
      checkpoint: this.#log('checkpoint'),
      ended: this.#log('ended'),
      tile: this.#log('tile'),
      proof: this.#log('proof'),
      statements: this.#log('statements'),
      receipts: ((asking) => this.#thread.call('receipts', 'receipts', asking)) as PublicLog['receipts'],
    };
    this.log = log;
    this.#thread = new CalledThread({
      caller: import.meta.url,
      data,
      limits: LIMITS,
      onNotice: (notice) => {
        if ('unsure' in notice) log.unsure = notice.unsure ?? undefined;
        if (!('head' in notice)) return onNotice(notice);
        for (const listener of this.#listeners) listener(notice.head);
      },
      lost: () => new MarketUnavailable('nobody observes the journal at the moment'),
      onEnd,
    });
  }

  onHead(listener: (sequence: number) => void): void {
    this.#listeners.push(listener);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  #market<Method extends keyof Market>(method: Method): Market[Method] {
    return ((...args: unknown[]) => this.#thread.call('market', method, ...args)) as Market[Method];
  }

  #hooks<Method extends keyof Webhooks>(method: Method): Webhooks[Method] {
    return ((...args: unknown[]) => this.#thread.call('webhooks', method, ...args)) as Webhooks[Method];
  }

  #liabilities<Method extends keyof LiabilitiesQueries>(method: Method): LiabilitiesQueries[Method] {
    return ((...args: unknown[]) => this.#thread.call('liabilities', method, ...args)) as LiabilitiesQueries[Method];
  }

  #log<Method extends keyof PublicLog>(method: Method): PublicLog[Method] {
    return ((...args: unknown[]) => this.#thread.call('log', method, ...args)) as PublicLog[Method];
  }
}
