// Sends accepted requests to the chain, each exactly once: a wallet has at most one live message (signed, and not known to be
// executed or expired), and a request is signed again only if its message can never be executed.
import type { Account } from '../../core/amount.ts';
import type { AcceptedRequest, ChainRequest, NewChainRequest } from '../../ports/chain-requests.ts';
import { Semaphore } from '../../thread/semaphore.ts';
import { refuseUnsendable } from './batch.ts';
import { Forgotten } from './forgotten.ts';
import { Sender, type SenderOptions } from './sender.ts';
import { Settling } from './settling.ts';
import type { Track } from './track.ts';

export type OutboxOptions = Pick<SenderOptions, 'requests' | 'chain' | 'wallets' | 'onTrouble'> &
  Partial<Pick<SenderOptions, 'now' | 'ttlS' | 'pushEveryMs' | 'decisionFor' | keyof OutboxListeners>> & {
    readonly track: Track;
    /** Interval between two polls of the chain. */
    readonly lookEveryMs?: number;
  };

/** Callbacks for metrics. */
export type OutboxListeners = Pick<SenderOptions, 'onEnd' | 'onSendEnd' | 'onBalance'>;
const NO_LISTENERS: OutboxListeners = { onEnd: () => {}, onSendEnd: () => {}, onBalance: () => {} };

/** Page size of reads from the store. */
const PAGE = 500;
/** Concurrency limits for accounts and requests: a slow one blocks only its own slot. */
const [ACCOUNTS_AT_ONCE, REQUESTS_AT_ONCE] = [16, 8];

export class Outbox {
  readonly #options: OutboxOptions & { readonly lookEveryMs: number };
  readonly #sender: Sender;
  readonly #forgotten: Forgotten;
  readonly #settling: Settling;
  /** Running tasks by account or request: one at a time for each. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #accounts = new Semaphore(ACCOUNTS_AT_ONCE);
  readonly #requests = new Semaphore(REQUESTS_AT_ONCE);
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: OutboxOptions) {
    const times = { now: Date.now, ttlS: 60, pushEveryMs: 4000, lookEveryMs: 1000 };
    const all = { ...NO_LISTENERS, ...times, decisionFor: async ({ decision }: ChainRequest) => decision, ...options };
    this.#options = all;
    this.#forgotten = new Forgotten(all);
    this.#sender = new Sender({ ...all, forgotten: this.#forgotten });
    this.#settling = new Settling(all);
  }

  /** Continues all unfinished work, also that of a previous process. */
  start(): void {
    this.#isStopped = false;
    this.#timer = setTimeout(() => this.#begin(), 0);
  }

  /** Waits until running tasks have finished their current step. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#turns.values());
  }

  /** The request is durably accepted when this resolves; a repeat with the same idempotency key returns the same request. */
  async submit(request: NewChainRequest): Promise<AcceptedRequest> {
    refuseUnsendable(request);
    return this.#brought(await this.#options.requests.accept(request));
  }

  /** Like `submit`, but returns undefined if the account's last request is no longer `last`. */
  async submitAfter(last: number, request: NewChainRequest): Promise<AcceptedRequest | undefined> {
    refuseUnsendable(request);
    const accepted = await this.#options.requests.acceptAfter(last, request);
    return accepted && this.#brought(accepted);
  }

  /** The messages with this query id that the account's wallet has sent and the store does not know of; undefined for none. */
  async sentWith(account: Account, queryId: bigint): Promise<readonly string[] | undefined> {
    const { chain, wallets } = this.#options;
    const wallet = await wallets.of(account);
    return this.#forgotten.sentWith({ account, wallet, state: await chain.account(wallet.address) }, queryId);
  }

  #brought(accepted: AcceptedRequest): AcceptedRequest {
    if (accepted.isNew) this.#bring(accepted.request.account);
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

  /** Starts a task for each account with something to send and each request under way, unless it has one; does not wait for them. */
  async #look(): Promise<void> {
    const { requests } = this.#options;
    for (let [after, isMore] = ['', true]; isMore; ) {
      const page = await requests.accountsAtWork({ after, limit: PAGE });
      for (const account of page) this.#bring(account);
      after = page.at(-1) ?? '';
      isMore = page.length === PAGE;
    }
    for (let [after, isMore] = [0, true]; isMore; ) {
      const page = await requests.underWay({ after, limit: PAGE });
      for (const request of page)
        this.#turn(this.#requests, `order ${request.number}`, request.account, () => this.#settling.step(request));
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

/** Passed to `onTrouble` with errors that concern no account. */
const NOBODY = '' as Account;
