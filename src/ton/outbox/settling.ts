// Finds the outcome of orders whose messages were sent, and records it once.
import type { Transaction } from '@ton/core';
import type { ChainOrder, ChainOrders } from '../../ports/chain-orders.ts';
import type { Chain } from '../chain.ts';
import { NOT_ENOUGH_TON } from '../trace/words.ts';
import type { Wallets } from '../wallets/wallets.ts';
import { executionOf, feeShareOf, sentOf } from './execution.ts';
import { sealed } from './seal.ts';
import type { Details, Track } from './track.ts';

export type OrderEnd = 'completed' | 'failed' | 'stranded';

export type Ending = {
  readonly orders: ChainOrders;
  /** Called once for each order, by the process that recorded its end. */
  readonly onEnd: (end: OrderEnd, order: ChainOrder) => void;
};

export type SettlingOptions = Ending & {
  readonly chain: Chain;
  readonly wallets: Pick<Wallets, 'of'>;
  readonly track: Track;
};

/** The most cached wallet transactions; an evicted one is requested again. */
const MOST_EXECUTIONS = 200;

export class Settling {
  readonly #options: SettlingOptions;
  /** Cached, because every order of a send is looked up in the same transaction, repeatedly. */
  readonly #executions = new Map<number, Transaction>();

  constructor(options: SettlingOptions) {
    this.#options = options;
  }

  /** Records the outcome of an order under way, if it is known. */
  async step(order: ChainOrder): Promise<void> {
    const { track } = this.#options;
    const execution = await this.#execution(order);
    const executed = { lt: execution.lt, hash: execution.hash().toString('hex') };
    const sent = sentOf(order, execution);
    if (sent.every((message) => message === null)) return fail(this.#options, order, NOT_ENOUGH_TON, executed);
    const verdict = await track.track(order, sent, feeShareOf(sent, execution));
    if (verdict.status === 'pending') return;
    const { status, details } = verdict;
    if (status === 'completed') return end(this.#options, order, sealed(order, { status, details }, executed), status);
    const fault = { reason: verdict.reason, ...details };
    return fail(this.#options, order, fault, executed, verdict.isStranded);
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

export function fail(
  ending: Ending,
  order: ChainOrder,
  details: Details & { readonly reason: string },
  executed: Parameters<typeof sealed>[2] = null,
  isStranded = false,
): Promise<void> {
  return end(ending, order, sealed(order, { status: 'failed', details }, executed), isStranded ? 'stranded' : 'failed');
}

async function end({ orders, onEnd }: Ending, order: ChainOrder, stored: ReturnType<typeof sealed>, how: OrderEnd) {
  if (await orders.settle(order, stored)) onEnd(how, order);
}
