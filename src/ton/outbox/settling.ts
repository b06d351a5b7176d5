// Finds the outcome of orders whose messages were sent, and records it once.
import type { Transaction } from '@ton/core';
import type { ChainOrder, ChainOrders } from '../../ports/chain-orders.ts';
import type { Chain } from '../chain.ts';
import type { Wallets } from '../wallets/wallets.ts';
import { executionOf } from './execution.ts';
import { sealed } from './seal.ts';
import { type Outcome, outcomeOf, type Track } from './track.ts';

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
    const execution = await this.#execution(order);
    const outcome = await outcomeOf(this.#options.track, order, execution);
    if (outcome.status !== 'pending') await end(this.#options, order, outcome, execution);
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

/** Stores the end of an order; without a transaction if it was never sent. */
export async function end(
  { orders, onEnd }: Ending,
  order: ChainOrder,
  outcome: Exclude<Outcome, { status: 'pending' }>,
  execution?: Transaction,
): Promise<void> {
  const executed = execution ? { lt: execution.lt, hash: execution.hash().toString('hex') } : null;
  if (!(await orders.settle(order, sealed(order, outcome, executed)))) return;
  onEnd(outcome.status === 'failed' && outcome.isStranded ? 'stranded' : outcome.status, order);
}
