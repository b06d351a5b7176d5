// Brings accepted orders to the chain, each exactly once: a wallet has one live message, and an order is signed again only once that can
// never be executed.
import type { Account } from '../../core/amount.ts';
import type { ChainOrder, ChainOrders, ChainSend, NewChainOrder } from '../../ports/chain-orders.ts';
import type { Chain } from '../chain.ts';
import type { Wallets } from '../wallets/wallets.ts';
import { chooseBatch } from './batch.ts';
import { endOf, executionOf, sentOf, seqnoOf } from './execution.ts';
import type { Track } from './track.ts';

export type OutboxOptions = {
  readonly orders: ChainOrders;
  readonly chain: Chain;
  readonly wallets: Pick<Wallets, 'of' | 'sign'>;
  readonly track: Track;
  /** What went wrong and will be tried again. */
  readonly onTrouble: (error: unknown, account: Account) => void;
  readonly now?: () => number;
  /** How long a signed message is good for. */
  readonly ttlS?: number;
  /** Between two looks at the chain, and between two times that a message is sent. */
  readonly lookEveryMs?: number;
  readonly pushEveryMs?: number;
};

/** How many orders or accounts are read at once. */
const PAGE = 500;
/** More than one message carries. */
const MOST_CANDIDATES = 300;

export class Outbox {
  readonly #options: Required<OutboxOptions>;
  /** By account and by order: what is under way takes no second turn, and nobody else waits for it. */
  readonly #turns = new Map<string, Promise<void>>();
  readonly #pushedMs = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: OutboxOptions) {
    this.#options = { now: Date.now, ttlS: 60, lookEveryMs: 1000, pushEveryMs: 4000, ...options };
  }

  /** Goes on with whatever is not at its end, whoever began it. */
  start(): void {
    this.#isStopped = false;
    this.#timer = setTimeout(() => this.#lookAgain(), 0);
  }

  /** Lets what is under way come to its next stop. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#turns.values());
  }

  /** Accepted for good when it resolves; whoever asks again under its key gets the same order. */
  async submit(order: NewChainOrder): Promise<{ readonly order: ChainOrder; readonly isNew: boolean }> {
    const accepted = await this.#options.orders.accept(order);
    if (accepted.isNew && !this.#isStopped) this.#turn(order.account, order.account, () => this.#bring(order.account));
    return accepted;
  }

  async #lookAgain(): Promise<void> {
    try {
      await this.#look();
    } catch (error) {
      this.#options.onTrouble(error, '' as Account);
    }
    if (!this.#isStopped) this.#timer = setTimeout(() => this.#lookAgain(), this.#options.lookEveryMs);
  }

  /** Gives everybody a turn who has none, and waits for nobody. */
  async #look(): Promise<void> {
    const { orders } = this.#options;
    for (let [after, isMore] = ['', true]; isMore; ) {
      const page = await orders.accountsAtWork({ after, limit: PAGE });
      for (const account of page) this.#turn(account, account, () => this.#bring(account));
      after = page.at(-1) ?? '';
      isMore = page.length === PAGE;
    }
    for (let [after, isMore] = [0, true]; isMore; ) {
      const page = await orders.underWay({ after, limit: PAGE });
      for (const order of page) this.#turn(`order ${order.number}`, order.account, () => this.#follow(order));
      after = page.at(-1)?.number ?? 0;
      isMore = page.length === PAGE;
    }
  }

  #turn(name: string, account: Account, work: () => Promise<void>): void {
    if (this.#isStopped || this.#turns.has(name)) return;
    const turn = work()
      .catch((error) => this.#options.onTrouble(error, account))
      .finally(() => this.#turns.delete(name));
    this.#turns.set(name, turn);
  }

  /** Signs what waits, and pushes what is signed, until there is nothing to do but to wait for the chain. */
  async #bring(account: Account): Promise<void> {
    while (!this.#isStopped) {
      const live = await this.#options.orders.liveSend(account);
      if (live ? !(await this.#end(live)) : !(await this.#sign(account))) return;
    }
  }

  /** Whether there is something to push now. */
  async #sign(account: Account): Promise<boolean> {
    const { orders, chain, wallets, now, ttlS } = this.#options;
    const candidates = await orders.toSign(account, MOST_CANDIDATES);
    if (candidates.length === 0) return false;
    const wallet = await wallets.of(account);
    const state = await chain.account(wallet.address);
    const seqno = seqnoOf(state);
    const chainTimeS = state.head.timeS;
    const validUntilS = Math.max(chainTimeS, Math.floor(now() / 1000)) + ttlS;
    const { batch, expired, tooDear } = chooseBatch(candidates, { balance: state.balance, chainTimeS, validUntilS });
    for (const order of expired) await this.#fail(order, 'its deadline passed before it was sent');
    if (tooDear.length > 0) await this.#refuseTooDear(account, tooDear, batch === undefined);
    if (!batch) return false;
    const { body, boc } = wallets.sign(wallet, { seqno, ...batch, deploys: state.status !== 'active' });
    const send = await orders.bind(
      {
        account,
        seqno,
        validUntilS: batch.validUntilS,
        afterLt: state.last?.lt ?? 0n,
        boc: boc.toString('base64'),
        bodyHash: body.hash().toString('hex'),
      },
      batch.orders.map(({ number }) => number),
    );
    if (send) await this.#push(send);
    return send !== undefined;
  }

  /** TON that is attached to what is under way comes back in part, and may be enough then. */
  async #refuseTooDear(account: Account, tooDear: readonly ChainOrder[], isIdle: boolean): Promise<void> {
    if (!isIdle) return;
    const [other] = await this.#options.orders.underWay({ account, after: 0, limit: 1 });
    if (other) return;
    for (const order of tooDear) await this.#fail(order, NOT_ENOUGH_TON);
  }

  /** Whether it has come to its end; while it has not, it is sent again and again. */
  async #end(send: ChainSend): Promise<boolean> {
    const { orders, chain, wallets } = this.#options;
    const { address } = await wallets.of(send.account);
    const end = await endOf(chain, address, send, await chain.account(address));
    if (!end) {
      await this.#push(send);
      return false;
    }
    this.#pushedMs.delete(send.id);
    await orders.endSend(send.id, end);
    return true;
  }

  /** What is answered says nothing, and the next time comes soon. */
  async #push({ id, boc, account }: ChainSend): Promise<void> {
    const { chain, onTrouble, pushEveryMs } = this.#options;
    const nowMs = performance.now();
    if (nowMs - (this.#pushedMs.get(id) ?? Number.NEGATIVE_INFINITY) < pushEveryMs) return;
    this.#pushedMs.set(id, nowMs);
    await chain.send(Buffer.from(boc, 'base64')).catch((error) => onTrouble(error, account));
  }

  /** Whether the wallet has sent the messages of an order, and what has become of them. */
  async #follow(order: ChainOrder): Promise<void> {
    const { orders, chain, wallets, track } = this.#options;
    const send = order.send === null ? undefined : await orders.send(order.send);
    if (!send) throw new Error(`order ${order.number} is under way without a send`);
    const { address } = await wallets.of(order.account);
    const sent = sentOf(order, await executionOf(chain, address, send));
    if (sent.every((message) => message === null)) return this.#fail(order, NOT_ENOUGH_TON);
    const verdict = await track.track(order, sent);
    if (verdict.status === 'pending') return;
    if (verdict.status === 'failed') return this.#fail(order, verdict.reason, verdict.details);
    await orders.settle(order, { status: 'completed', result: JSON.stringify(verdict.details) });
  }

  async #fail(order: ChainOrder, reason: string, details: object = {}): Promise<void> {
    await this.#options.orders.settle(order, { status: 'failed', result: JSON.stringify({ reason, ...details }) });
  }
}

/** A wallet skips what it cannot pay for, without a word. */
const NOT_ENOUGH_TON = 'not enough TON';
