// A chain that makes transactions visible one by one, in any order, and supports nothing else.
import type { Address, Transaction } from '@ton/core';
import { type Chain, ChainUnavailable } from '../../../src/ton/chain.ts';

export class VisibleChain implements Chain {
  readonly #shown = new Map<string, Transaction>();
  /** How many calls are still answered; those after them fail as unavailable. */
  answersLeft = Number.POSITIVE_INFINITY;
  asked = 0;

  show(...transactions: readonly Transaction[]): void {
    for (const transaction of transactions) {
      const info = transaction.inMessage?.info;
      if (info?.type !== 'internal') throw new Error('Only internal messages are shown');
      this.#shown.set(key({ source: info.src, destination: info.dest, createdLt: info.createdLt }), transaction);
    }
  }

  async taken(message: { source: Address; destination: Address; createdLt: bigint }): Promise<Transaction | undefined> {
    this.asked += 1;
    this.answersLeft -= 1;
    if (this.answersLeft < 0) throw new ChainUnavailable('not now');
    return this.#shown.get(key(message));
  }

  head: Chain['head'] = unasked;
  account: Chain['account'] = unasked;
  run: Chain['run'] = unasked;
  send: Chain['send'] = unasked;
  transactions: Chain['transactions'] = unasked;
}

const unasked = (): never => {
  throw new Error('A trace needs nothing else');
};
const key = ({ source, destination, createdLt }: { source: Address; destination: Address; createdLt: bigint }) =>
  `${source} ${destination} ${createdLt}`;
