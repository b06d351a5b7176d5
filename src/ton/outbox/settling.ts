// Finds out how orders end whose messages were sent, and notes it once.
import type { Transaction } from '@ton/core';
import type { ChainOrder, ChainOrders } from '../../ports/chain-orders.ts';
import type { Chain } from '../chain.ts';
import { NOT_ENOUGH_TON } from '../trace/words.ts';
import type { Wallets } from '../wallets/wallets.ts';
import { executionOf, sentOf } from './execution.ts';
import type { Track } from './track.ts';

export type SettlingOptions = {
  readonly orders: ChainOrders;
  readonly chain: Chain;
  readonly wallets: Pick<Wallets, 'of'>;
  readonly track: Track;
};

/** Transactions of wallets that are remembered; one that is forgotten is asked for again. */
const MOST_EXECUTIONS = 200;

export class Settling {
  readonly #options: SettlingOptions;
  /** All orders of a send are looked for in the same transaction, again and again. */
  readonly #executions = new Map<number, Transaction>();

  constructor(options: SettlingOptions) {
    this.#options = options;
  }

  /** Of an order under way: notes how it ended, if it has. */
  async step(order: ChainOrder): Promise<void> {
    const { orders, track } = this.#options;
    const sent = sentOf(order, await this.#execution(order));
    if (sent.every((message) => message === null)) return fail(orders, order, NOT_ENOUGH_TON);
    const verdict = await track.track(order, sent);
    if (verdict.status === 'pending') return;
    if (verdict.status === 'failed') return fail(orders, order, { reason: verdict.reason, ...verdict.details });
    await orders.settle(order, { status: 'completed', result: JSON.stringify(verdict.details) });
  }

  async #execution({ number, account, send: id }: ChainOrder): Promise<Transaction> {
    const { orders, chain, wallets } = this.#options;
    const send = id === null ? undefined : await orders.send(id);
    if (!send) throw new Error(`order ${number} is under way without a send`);
    const { address } = await wallets.of(account);
    const found = this.#executions.get(send.id) ?? (await executionOf(chain, address, send));
    this.#executions.set(send.id, found);
    const [oldest] = this.#executions.keys();
    if (this.#executions.size > MOST_EXECUTIONS && oldest !== undefined) this.#executions.delete(oldest);
    return found;
  }
}

export async function fail(orders: ChainOrders, order: ChainOrder, why: { readonly reason: string }): Promise<void> {
  await orders.settle(order, { status: 'failed', result: JSON.stringify(why) });
}
