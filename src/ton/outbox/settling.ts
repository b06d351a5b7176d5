// Finds the outcome of requests whose messages were sent, and records it once.
import type { Transaction } from '@ton/core';
import type { ChainRequest, ChainRequests } from '../../ports/chain-requests.ts';
import type { Chain } from '../chain.ts';
import type { Wallets } from '../wallets/wallets.ts';
import { executionOf } from './execution.ts';
import { sealed } from './seal.ts';
import { type OrderOutcome, outcomeOf, type Track } from './track.ts';

type RequestEnd = 'completed' | 'failed' | 'stranded';

export type Ending = {
  readonly requests: ChainRequests;
  /** Called once for each request, by the process that recorded its end. */
  readonly onEnd: (end: RequestEnd, request: ChainRequest) => void;
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
  /** The wallet's transaction by id of the send: cached, since every poll needs it for every request of the send. */
  readonly #executions = new Map<number, Transaction>();

  constructor(options: SettlingOptions) {
    this.#options = options;
  }

  /** Records the outcome of a request under way, if it is known. */
  async step(request: ChainRequest): Promise<void> {
    const execution = await this.#execution(request);
    const outcome = await outcomeOf(this.#options.track, request, execution);
    if (outcome.status !== 'pending') await end(this.#options, request, outcome, execution);
  }

  async #execution({ number, account, send: id }: ChainRequest): Promise<Transaction> {
    const { requests, chain, wallets } = this.#options;
    const send = id === null ? undefined : await requests.send(id);
    if (!send) throw new Error(`order ${number} is under way without a send`);
    const { address } = await wallets.of(account);
    const found = this.#executions.get(send.id) ?? (await executionOf(chain, address, send));
    this.#executions.set(send.id, found);
    const [oldest] = this.#executions.keys();
    if (this.#executions.size > MOST_EXECUTIONS && oldest !== undefined) this.#executions.delete(oldest);
    return found;
  }
}

/** Stores the end of a request; without a transaction if it was never sent. */
export async function end(
  { requests, onEnd }: Ending,
  request: ChainRequest,
  outcome: Exclude<OrderOutcome, { status: 'pending' }>,
  execution?: Transaction,
): Promise<void> {
  const executed = execution ? { lt: execution.lt, hash: execution.hash().toString('hex') } : null;
  if (!(await requests.settle(request, sealed(request, outcome, executed)))) return;
  onEnd(outcome.status === 'failed' && outcome.isStranded ? 'stranded' : outcome.status, request);
}
