// Brings accepted orders to the chain, each exactly once: a wallet has one live message, and an order is signed again only once that
// can never be executed.
import type { Account } from '../../core/amount.ts';
import type { AcceptedOrder, NewChainOrder } from '../../ports/chain-orders.ts';
import { Semaphore } from '../../thread/semaphore.ts';
import { refuseUnsendable } from './batch.ts';
import { Sender, type SenderOptions } from './sender.ts';
import { Settling } from './settling.ts';
import type { Track } from './track.ts';

export type OutboxOptions = Pick<SenderOptions, 'orders' | 'chain' | 'wallets' | 'onTrouble'> &
  Partial<Pick<SenderOptions, 'now' | 'ttlS' | 'pushEveryMs' | keyof OutboxListeners>> & {
    readonly track: Track;
    /** Between two looks at the chain. */
    readonly lookEveryMs?: number;
  };

/** For whoever counts. */
export type OutboxListeners = Pick<SenderOptions, 'onEnd' | 'onSendEnd' | 'onBalance'>;
const NO_LISTENERS: OutboxListeners = { onEnd: () => {}, onSendEnd: () => {}, onBalance: () => {} };

/** How many orders or accounts are read at once. */
const PAGE = 500;
/** Accounts that are brought forward at once, and orders that are looked after: a slow one holds up one of so many. */
const [ACCOUNTS_AT_ONCE, ORDERS_AT_ONCE] = [16, 8];

export class Outbox {
  readonly #options: OutboxOptions & { readonly lookEveryMs: number };
  readonly #sender: Sender;
  readonly #settling: Settling;
  /** By account and by order: what is under way takes no second turn, and nobody else waits for it. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #accounts = new Semaphore(ACCOUNTS_AT_ONCE);
  readonly #orders = new Semaphore(ORDERS_AT_ONCE);
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: OutboxOptions) {
    const all = { ...NO_LISTENERS, now: Date.now, ttlS: 60, pushEveryMs: 4000, lookEveryMs: 1000, ...options };
    this.#options = all;
    this.#sender = new Sender(all);
    this.#settling = new Settling(all);
  }

  /** Goes on with whatever is not at its end, whoever began it. */
  start(): void {
    this.#isStopped = false;
    this.#timer = setTimeout(() => this.#begin(), 0);
  }

  /** Lets what is under way come to its next stop. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#turns.values());
  }

  /** Accepted for good when it resolves; whoever asks again under its key gets the same order. */
  async submit(order: NewChainOrder): Promise<AcceptedOrder> {
    refuseUnsendable(order);
    return this.#brought(await this.#options.orders.accept(order));
  }

  /** The same, but undefined where the account has another order by now than the one that was its last. */
  async submitAfter(last: number, order: NewChainOrder): Promise<AcceptedOrder | undefined> {
    refuseUnsendable(order);
    const accepted = await this.#options.orders.acceptAfter(last, order);
    return accepted && this.#brought(accepted);
  }

  #brought(accepted: AcceptedOrder): AcceptedOrder {
    if (accepted.isNew) this.#bring(accepted.order.account);
    return accepted;
  }

  #begin(): void {
    this.#looking = this.#lookAgain();
  }

  async #lookAgain(): Promise<void> {
    try {
      await this.#look();
    } catch (error) {
      this.#options.onTrouble(error, NOBODY);
    }
    if (!this.#isStopped) this.#timer = setTimeout(() => this.#begin(), this.#options.lookEveryMs);
  }

  /** Gives everybody a turn who has none, and waits for nobody. */
  async #look(): Promise<void> {
    const { orders } = this.#options;
    for (let [after, isMore] = ['', true]; isMore; ) {
      const page = await orders.accountsAtWork({ after, limit: PAGE });
      for (const account of page) this.#bring(account);
      after = page.at(-1) ?? '';
      isMore = page.length === PAGE;
    }
    for (let [after, isMore] = [0, true]; isMore; ) {
      const page = await orders.underWay({ after, limit: PAGE });
      for (const order of page)
        this.#turn(this.#orders, `order ${order.number}`, order.account, () => this.#settling.step(order));
      after = page.at(-1)?.number ?? 0;
      isMore = page.length === PAGE;
    }
  }

  #bring(account: Account): void {
    this.#turn(this.#accounts, `account ${account}`, account, async () => {
      while (!this.#isStopped && (await this.#sender.step(account)));
    });
  }

  #turn(places: Semaphore, name: string, account: Account, work: () => Promise<void>): void {
    if (this.#isStopped || this.#turns.has(name)) return;
    const turn = places
      .run(async () => {
        if (!this.#isStopped) await work();
      })
      .catch((error) => this.#options.onTrouble(error, account))
      .finally(() => this.#turns.delete(name));
    this.#turns.set(name, turn);
  }
}

/** What concerns no account in particular. */
const NOBODY = '' as Account;
